/* The arguments of the command line for Swift's library, in place of its own search for them: at each start that reads /proc/self/maps and
 * parses it for the place of the stack.
 *
 * The name is that of the function in Swift's stdlib/public/stubs/CommandLine.cpp that this stands in for. If the library calls another one
 * some day, this does nothing. */
#include <features.h>

/* Only the GNU C library calls constructors as it calls `main`. */
#ifdef __GLIBC__

static int count;
static char **words;

__attribute__((constructor)) static void note(int argc, char **argv)
{
	count = argc;
	words = argv;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *length);

char **_swift_stdlib_getUnsafeArgvArgc(int *length)
{
	*length = count;
	return words;
}

#endif
