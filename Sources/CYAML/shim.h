// The types of libyaml. Its functions are found at run time, so nothing is linked.
#include <yaml.h>
