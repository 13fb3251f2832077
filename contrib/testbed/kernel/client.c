/* A window that tells what a compositor gives it: one line on standard output for each event of touches and pointers.
 *
 *  ready                         it fills the screen and has been drawn
 *  seat [touch] [pointer]        what the seat has from now on, and the window listens to
 *  down ID X Y, motion ID X Y, up ID, frame, cancel                 touches, places in pixels
 *  enter X Y, leave, move X Y, button CODE pressed|released         pointers
 *  axis vertical|horizontal VALUE, axis-stop vertical|horizontal    scrolling
 *  swipe-begin FINGERS, swipe-update DX DY, swipe-end [cancelled]   gestures of a touchpad; so pinch-..., whose update ends
 *                                                                   with SCALE ROTATION, and hold-..., which has none
 *
 * Built by contrib/testbed/build; needs WAYLAND_DISPLAY. Ends with the compositor. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "pointer-gestures-unstable-v1.h"
#include "xdg-shell.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_touch *touch;
static struct wl_pointer *pointer;
static struct wl_surface *surface;
static struct wl_display *display;
static struct xdg_wm_base *shell;
static struct zwp_pointer_gestures_v1 *gestures;
static struct zwp_pointer_gesture_swipe_v1 *swipe;
static struct zwp_pointer_gesture_pinch_v1 *pinch;
static struct zwp_pointer_gesture_hold_v1 *hold;
static int width, height;
static bool is_full_screen, is_ready;

static void say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

static double real(wl_fixed_t number) { return wl_fixed_to_double(number); }

/* For events that say nothing to this window, whatever they bring. */
static void ignore() {}
#define IGNORED ((void *)ignore)

/* ---- Touches ----------------------------------------------------------------------------------------------------- */

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface, int32_t id,
		       wl_fixed_t x, wl_fixed_t y)
{
	say("down %d %.2f %.2f", id, real(x), real(y));
}

static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) { say("up %d", id); }

static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y)
{
	say("motion %d %.2f %.2f", id, real(x), real(y));
}

static void touch_frame(void *data, struct wl_touch *touch) { say("frame"); }
static void touch_cancel(void *data, struct wl_touch *touch) { say("cancel"); }

static const struct wl_touch_listener touch_listener = {
	.down = touch_down, .up = touch_up, .motion = touch_motion, .frame = touch_frame, .cancel = touch_cancel,
};

/* ---- Pointers ---------------------------------------------------------------------------------------------------- */

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
			  wl_fixed_t y)
{
	say("enter %.2f %.2f", real(x), real(y));
}

static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface)
{
	say("leave");
}

static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y)
{
	say("move %.2f %.2f", real(x), real(y));
}

static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t code, uint32_t state)
{
	say("button %u %s", code, state ? "pressed" : "released");
}

static const char *axis_name(uint32_t axis) { return axis == WL_POINTER_AXIS_VERTICAL_SCROLL ? "vertical" : "horizontal"; }

static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value)
{
	say("axis %s %.2f", axis_name(axis), real(value));
}

static void pointer_axis_stop(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis)
{
	say("axis-stop %s", axis_name(axis));
}

static const struct wl_pointer_listener pointer_listener = {
	.enter = pointer_enter, .leave = pointer_leave, .motion = pointer_motion, .button = pointer_button,
	.axis = pointer_axis, .axis_stop = pointer_axis_stop, .frame = IGNORED, .axis_source = IGNORED,
	.axis_discrete = IGNORED,
};

/* ---- Gestures of a touchpad: `data` is a gesture's name ------------------------------------------------------------ */

static void gesture_begin(void *data, void *gesture, uint32_t serial, uint32_t time, struct wl_surface *surface, uint32_t fingers)
{
	say("%s-begin %u", (const char *)data, fingers);
}

static void swipe_update(void *data, void *gesture, uint32_t time, wl_fixed_t dx, wl_fixed_t dy)
{
	say("%s-update %.2f %.2f", (const char *)data, real(dx), real(dy));
}

static void pinch_update(void *data, void *gesture, uint32_t time, wl_fixed_t dx, wl_fixed_t dy, wl_fixed_t scale, wl_fixed_t rotation)
{
	say("%s-update %.2f %.2f %.2f %.2f", (const char *)data, real(dx), real(dy), real(scale), real(rotation));
}

static void gesture_end(void *data, void *gesture, uint32_t serial, uint32_t time, int32_t is_cancelled)
{
	say(is_cancelled ? "%s-end cancelled" : "%s-end", (const char *)data);
}

static void *swipe_listener[] = {gesture_begin, swipe_update, gesture_end};
static void *pinch_listener[] = {gesture_begin, pinch_update, gesture_end};
static void *hold_listener[] = {gesture_begin, gesture_end};

/* The compositor goes on with them after their pointer, and a new one's would be told a second time. */
static void forget_gestures(void)
{
	if (swipe)
		zwp_pointer_gesture_swipe_v1_destroy(swipe);
	if (pinch)
		zwp_pointer_gesture_pinch_v1_destroy(pinch);
	if (hold)
		zwp_pointer_gesture_hold_v1_destroy(hold);
	swipe = NULL, pinch = NULL, hold = NULL;
}

static void listen_to_gestures(void)
{
	if (!gestures)
		return;
	swipe = zwp_pointer_gestures_v1_get_swipe_gesture(gestures, pointer);
	pinch = zwp_pointer_gestures_v1_get_pinch_gesture(gestures, pointer);
	wl_proxy_add_listener((void *)swipe, (void *)swipe_listener, "swipe");
	wl_proxy_add_listener((void *)pinch, (void *)pinch_listener, "pinch");
	if (wl_proxy_get_version((void *)gestures) < ZWP_POINTER_GESTURES_V1_GET_HOLD_GESTURE_SINCE_VERSION)
		return;
	hold = zwp_pointer_gestures_v1_get_hold_gesture(gestures, pointer);
	wl_proxy_add_listener((void *)hold, (void *)hold_listener, "hold");
}

/* ---- The seat ---------------------------------------------------------------------------------------------------- */

/* The compositor has obeyed what was asked of it before, so no event is missed from here on. */
static void seat_done(void *data, struct wl_callback *callback, uint32_t serial)
{
	wl_callback_destroy(callback);
	say("seat%s%s", touch ? " touch" : "", pointer ? " pointer" : "");
}

static const struct wl_callback_listener seat_done_listener = {seat_done};

static void seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities)
{
	bool has_touch = capabilities & WL_SEAT_CAPABILITY_TOUCH, has_pointer = capabilities & WL_SEAT_CAPABILITY_POINTER;

	if (has_touch && !touch)
		wl_touch_add_listener(touch = wl_seat_get_touch(seat), &touch_listener, NULL);
	else if (!has_touch && touch)
		wl_touch_release(touch), touch = NULL;
	if (has_pointer && !pointer) {
		wl_pointer_add_listener(pointer = wl_seat_get_pointer(seat), &pointer_listener, NULL);
		listen_to_gestures();
	} else if (!has_pointer && pointer) {
		forget_gestures();
		wl_pointer_release(pointer), pointer = NULL;
	}
	wl_callback_add_listener(wl_display_sync(display), &seat_done_listener, NULL);
}

static const struct wl_seat_listener seat_listener = {seat_capabilities, IGNORED};

/* ---- The window -------------------------------------------------------------------------------------------------- */

static void frame_done(void *data, struct wl_callback *callback, uint32_t time)
{
	wl_callback_destroy(callback);
	if (is_full_screen && !is_ready)
		say("ready"), is_ready = true;
}

static const struct wl_callback_listener frame_listener = {frame_done};

/* Paints the window in one colour. The memory is given back with the buffer, by the kernel. */
static void draw(void)
{
	int stride = width * 4, size = stride * height, fd = memfd_create("window", MFD_CLOEXEC);
	struct wl_shm_pool *pool;

	if (fd < 0 || ftruncate(fd, size) < 0)
		exit(1);
	pool = wl_shm_create_pool(shm, fd, size);
	wl_surface_attach(surface, wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_XRGB8888), 0, 0);
	wl_shm_pool_destroy(pool);
	close(fd);
	wl_surface_damage(surface, 0, 0, width, height);
	wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
	wl_surface_commit(surface);
}

static void toplevel_configure(void *data, struct xdg_toplevel *toplevel, int32_t new_width, int32_t new_height, struct wl_array *states)
{
	uint32_t *state;

	width = new_width ? new_width : 100;
	height = new_height ? new_height : 100;
	is_full_screen = false;
	wl_array_for_each(state, states)
		is_full_screen |= *state == XDG_TOPLEVEL_STATE_FULLSCREEN;
}

static void surface_configure(void *data, struct xdg_surface *window, uint32_t serial)
{
	xdg_surface_ack_configure(window, serial);
	draw();
}

static void answer_ping(void *data, struct xdg_wm_base *shell, uint32_t serial) { xdg_wm_base_pong(shell, serial); }

static const struct xdg_toplevel_listener toplevel_listener = {.configure = toplevel_configure, .close = IGNORED};
static const struct xdg_surface_listener window_listener = {surface_configure};
static const struct xdg_wm_base_listener shell_listener = {answer_ping};

static void open_window(void)
{
	struct xdg_surface *window;
	struct xdg_toplevel *toplevel;

	surface = wl_compositor_create_surface(compositor);
	window = xdg_wm_base_get_xdg_surface(shell, surface);
	xdg_surface_add_listener(window, &window_listener, NULL);
	toplevel = xdg_surface_get_toplevel(window);
	xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
	xdg_toplevel_set_app_id(toplevel, "testbed-window");
	xdg_toplevel_set_fullscreen(toplevel, NULL);
	wl_surface_commit(surface);
}

/* ---- What the compositor has -------------------------------------------------------------------------------------- */

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *kind, uint32_t version)
{
	const struct { const struct wl_interface *interface; void *place; uint32_t newest; } wanted[] = {
		{&wl_compositor_interface, &compositor, 3}, {&wl_shm_interface, &shm, 1}, {&wl_seat_interface, &seat, 5},
		{&xdg_wm_base_interface, &shell, 1}, {&zwp_pointer_gestures_v1_interface, &gestures, 3},
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (strcmp(kind, wanted[i].interface->name) == 0)
			*(void **)wanted[i].place = wl_registry_bind(registry, name, wanted[i].interface,
								     version < wanted[i].newest ? version : wanted[i].newest);
}

static const struct wl_registry_listener registry_listener = {global, IGNORED};

int main(void)
{
	display = wl_display_connect(NULL);
	if (!display)
		return perror("WAYLAND_DISPLAY"), 1;
	wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
	wl_display_roundtrip(display);
	if (!compositor || !shm || !seat || !shell)
		return fputs("the compositor lacks what a window needs\n", stderr), 1;
	wl_seat_add_listener(seat, &seat_listener, NULL);
	xdg_wm_base_add_listener(shell, &shell_listener, NULL);
	open_window();
	while (wl_display_dispatch(display) >= 0)
		;
	return 0;
}
