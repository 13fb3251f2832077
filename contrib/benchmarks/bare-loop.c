/* The least a libinput client can do: opens touch devices, dispatches, and discards (or prints) what arrives.
 * The benchmarks measure the daemon against it; the testbed is checked with it.
 *
 * usage: bare-loop [--print] [--idle MS] [NODE...]
 *   NODE...    open these device nodes; without any, every touchscreen and touchpad that udev knows, and those that
 *              appear or vanish later
 *   --print    one line per event
 *   --idle MS  exit once nothing has arrived for MS milliseconds
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

static void print_device(const char *what, struct libinput_device *device)
{
	double width = 0, height = 0;

	libinput_device_get_size(device, &width, &height);
	printf("%s %s \"%s\" touch=%d gesture=%d size=%.0fx%.0f\n", what, libinput_device_get_sysname(device),
	       libinput_device_get_name(device), libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH),
	       libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_GESTURE), width, height);
}

static void print_touch(const char *what, const char *sysname, struct libinput_event *event, bool has_position)
{
	struct libinput_event_touch *touch = libinput_event_get_touch_event(event);

	printf("%s %s t=%llu", what, sysname, (unsigned long long)libinput_event_touch_get_time_usec(touch));
	if (libinput_event_get_type(event) != LIBINPUT_EVENT_TOUCH_FRAME)
		printf(" slot=%d", libinput_event_touch_get_slot(touch));
	if (has_position)
		printf(" x=%.1f y=%.1f", libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch));
	printf("\n");
}

static void print_gesture(const char *what, const char *sysname, struct libinput_event *event, char stage)
{
	struct libinput_event_gesture *gesture = libinput_event_get_gesture_event(event);

	printf("%s %s t=%llu fingers=%d", what, sysname,
	       (unsigned long long)libinput_event_gesture_get_time_usec(gesture),
	       libinput_event_gesture_get_finger_count(gesture));
	if (stage == 'u')
		printf(" dx=%.1f dy=%.1f", libinput_event_gesture_get_dx_unaccelerated(gesture),
		       libinput_event_gesture_get_dy_unaccelerated(gesture));
	if (stage == 'e')
		printf(" cancelled=%d", libinput_event_gesture_get_cancelled(gesture));
	printf("\n");
}

static void print_event(struct libinput_event *event)
{
	struct libinput_device *device = libinput_event_get_device(event);
	const char *name = libinput_device_get_sysname(device);

	switch (libinput_event_get_type(event)) {
	case LIBINPUT_EVENT_DEVICE_ADDED: print_device("ADDED", device); break;
	case LIBINPUT_EVENT_DEVICE_REMOVED: print_device("REMOVED", device); break;
	case LIBINPUT_EVENT_TOUCH_DOWN: print_touch("TOUCH_DOWN", name, event, true); break;
	case LIBINPUT_EVENT_TOUCH_MOTION: print_touch("TOUCH_MOTION", name, event, true); break;
	case LIBINPUT_EVENT_TOUCH_UP: print_touch("TOUCH_UP", name, event, false); break;
	case LIBINPUT_EVENT_TOUCH_CANCEL: print_touch("TOUCH_CANCEL", name, event, false); break;
	case LIBINPUT_EVENT_TOUCH_FRAME: print_touch("TOUCH_FRAME", name, event, false); break;
	case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: print_gesture("SWIPE_BEGIN", name, event, 'b'); break;
	case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: print_gesture("SWIPE_UPDATE", name, event, 'u'); break;
	case LIBINPUT_EVENT_GESTURE_SWIPE_END: print_gesture("SWIPE_END", name, event, 'e'); break;
	case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: print_gesture("PINCH_BEGIN", name, event, 'b'); break;
	case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: print_gesture("PINCH_UPDATE", name, event, 'u'); break;
	case LIBINPUT_EVENT_GESTURE_PINCH_END: print_gesture("PINCH_END", name, event, 'e'); break;
	case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: print_gesture("HOLD_BEGIN", name, event, 'b'); break;
	case LIBINPUT_EVENT_GESTURE_HOLD_END: print_gesture("HOLD_END", name, event, 'e'); break;
	default: printf("OTHER %d %s\n", libinput_event_get_type(event), name); break;
	}
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
	int idle = -1, first = 1;

	for (; first < count && arguments[first][0] == '-'; first++) {
		if (strcmp(arguments[first], "--print") == 0) {
			print = true;
		} else if (strcmp(arguments[first], "--idle") == 0 && first + 1 < count) {
			idle = atoi(arguments[++first]);
		} else {
			fprintf(stderr, "usage: bare-loop [--print] [--idle MS] [NODE...]\n");
			return strcmp(arguments[first], "--help") == 0 ? 0 : 2;
		}
	}
	setvbuf(stdout, NULL, _IOLBF, 0);

	struct udev *udev = udev_new();
	struct udev_monitor *monitor = udev_monitor_new_from_netlink(udev, "udev");
	struct libinput *li = libinput_path_create_context(&interface, NULL);

	udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", NULL);
	udev_monitor_enable_receiving(monitor);
	if (first == count)
		add_known(li, udev);
	for (int i = first; i < count; i++)
		add_node(li, arguments[i]);
	take_events(li);
	fprintf(stderr, "ready\n");

	struct pollfd wait[] = { { libinput_get_fd(li), POLLIN, 0 },
				 { stop_signals(), POLLIN, 0 },
				 { udev_monitor_get_fd(monitor), POLLIN, 0 } };
	while (poll(wait, 3, idle) > 0 && !wait[1].revents) {
		if (wait[2].revents)
			follow_hotplug(li, monitor);
		take_events(li);
	}
	libinput_unref(li);
	return 0;
}
