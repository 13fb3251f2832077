/* The smallest libinput client: opens touch devices, dispatches, and discards (or prints) what arrives.
 * The benchmarks measure the daemon against it; the testbed is checked with it.
 *
 * usage: bare-loop [--print]      it opens every touchscreen and touchpad that udev knows, and those that appear or vanish later;
 *                                  --print prints one line per event
 * Prints "ready" on stderr once its devices are open; exits 0 on SIGTERM or SIGINT. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define MAX_DEVICES 32

static struct libinput_device *devices[MAX_DEVICES];
static bool print;

static int open_node(const char *path, int flags, void *data)
{
	int fd = open(path, flags | O_CLOEXEC);

	(void)data;
	return fd < 0 ? -errno : fd;
}

static void close_node(int fd, void *data)
{
	(void)data;
	close(fd);
}

static const struct libinput_interface interface = { open_node, close_node };

static void add_node(struct libinput *li, const char *path)
{
	struct libinput_device *device = libinput_path_add_device(li, path);

	if (!device) {
		fprintf(stderr, "bare-loop: cannot open %s\n", path);
		return;
	}
	for (int i = 0; i < MAX_DEVICES; i++)
		if (!devices[i]) {
			devices[i] = libinput_device_ref(device);
			return;
		}
}

static void remove_sysname(const char *sysname)
{
	for (int i = 0; i < MAX_DEVICES; i++)
		if (devices[i] && strcmp(libinput_device_get_sysname(devices[i]), sysname) == 0) {
			libinput_path_remove_device(devices[i]);
			libinput_device_unref(devices[i]);
			devices[i] = NULL;
		}
}

static bool is_touch_node(struct udev_device *device)
{
	return udev_device_get_devnode(device) && strncmp(udev_device_get_sysname(device), "event", 5) == 0 &&
	       (udev_device_get_property_value(device, "ID_INPUT_TOUCHSCREEN") ||
		udev_device_get_property_value(device, "ID_INPUT_TOUCHPAD"));
}

static void add_known(struct libinput *li, struct udev *udev)
{
	struct udev_enumerate *list = udev_enumerate_new(udev);
	struct udev_list_entry *entry;

	udev_enumerate_add_match_subsystem(list, "input");
	udev_enumerate_scan_devices(list);
	udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list)) {
		struct udev_device *device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));

		if (device && is_touch_node(device))
			add_node(li, udev_device_get_devnode(device));
		udev_device_unref(device);
	}
	udev_enumerate_unref(list);
}

static void follow_hotplug(struct libinput *li, struct udev_monitor *monitor)
{
	struct udev_device *device;

	while ((device = udev_monitor_receive_device(monitor))) {
		const char *action = udev_device_get_action(device);

		if (action && strcmp(action, "remove") == 0)
			remove_sysname(udev_device_get_sysname(device));
		else if (action && strcmp(action, "add") == 0 && is_touch_node(device))
			add_node(li, udev_device_get_devnode(device));
		udev_device_unref(device);
	}
}

static const char *const names[] = {
	[LIBINPUT_EVENT_DEVICE_ADDED] = "ADDED", [LIBINPUT_EVENT_DEVICE_REMOVED] = "REMOVED",
	[LIBINPUT_EVENT_TOUCH_DOWN] = "TOUCH_DOWN", [LIBINPUT_EVENT_TOUCH_UP] = "TOUCH_UP",
	[LIBINPUT_EVENT_TOUCH_MOTION] = "TOUCH_MOTION", [LIBINPUT_EVENT_TOUCH_CANCEL] = "TOUCH_CANCEL",
	[LIBINPUT_EVENT_TOUCH_FRAME] = "TOUCH_FRAME", [LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN] = "SWIPE_BEGIN",
	[LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE] = "SWIPE_UPDATE", [LIBINPUT_EVENT_GESTURE_SWIPE_END] = "SWIPE_END",
	[LIBINPUT_EVENT_GESTURE_PINCH_BEGIN] = "PINCH_BEGIN", [LIBINPUT_EVENT_GESTURE_PINCH_UPDATE] = "PINCH_UPDATE",
	[LIBINPUT_EVENT_GESTURE_PINCH_END] = "PINCH_END", [LIBINPUT_EVENT_GESTURE_HOLD_BEGIN] = "HOLD_BEGIN",
	[LIBINPUT_EVENT_GESTURE_HOLD_END] = "HOLD_END",
};

static void print_event(struct libinput_event *event)
{
	struct libinput_device *device = libinput_event_get_device(event);
	unsigned type = libinput_event_get_type(event);
	const char *name = type < sizeof names / sizeof *names ? names[type] : NULL;
	double width = 0, height = 0;

	printf("%s %s", name ? name : "OTHER", libinput_device_get_sysname(device));
	if (type == LIBINPUT_EVENT_DEVICE_ADDED) {
		libinput_device_get_size(device, &width, &height);
		printf(" \"%s\" touch=%d gesture=%d size=%.0fx%.0f", libinput_device_get_name(device),
		       libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH),
		       libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_GESTURE), width, height);
	}
	if (type == LIBINPUT_EVENT_GESTURE_SWIPE_END || type == LIBINPUT_EVENT_GESTURE_PINCH_END)
		printf(" cancelled=%d", libinput_event_gesture_get_cancelled(libinput_event_get_gesture_event(event)));
	printf("\n");
}

static void take_events(struct libinput *li)
{
	struct libinput_event *event;

	libinput_dispatch(li);
	while ((event = libinput_get_event(li))) {
		if (print)
			print_event(event);
		libinput_event_destroy(event);
	}
}

static int stop_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int main(int count, char **arguments)
{
	print = count > 1 && strcmp(arguments[1], "--print") == 0;
	setvbuf(stdout, NULL, _IOLBF, 0);

	struct udev *udev = udev_new();
	struct udev_monitor *monitor = udev_monitor_new_from_netlink(udev, "udev");
	struct libinput *li = libinput_path_create_context(&interface, NULL);

	udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", NULL);
	udev_monitor_enable_receiving(monitor);
	add_known(li, udev);
	take_events(li);
	fprintf(stderr, "ready\n");

	struct pollfd wait[] = { { libinput_get_fd(li), POLLIN, 0 },
				 { stop_signals(), POLLIN, 0 },
				 { udev_monitor_get_fd(monitor), POLLIN, 0 } };
	while (poll(wait, 3, -1) > 0 && !wait[1].revents) {
		if (wait[2].revents)
			follow_hotplug(li, monitor);
		take_events(li);
	}
	libinput_unref(li);
	return 0;
}
