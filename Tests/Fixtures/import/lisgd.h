/*
 * distancethreshold: the least
 */
#include "mine.h"
unsigned int distancethreshold = 125;
unsigned int distancethreshold_pressed = 30;
unsigned int degreesleniency = 25;
unsigned int timeoutms = 600;
int orientation = 1;
int verbose = 0;
double edgesizeleft = 20.0;
double edgesizetop = 50.0;
double edgessizecaling = 1.0;
char *device = "/dev/input/touchscreen";
static int other = 3;
void nothing(void);

// The gestures
Gesture gestures[] = {
	/* nfingers  gesture  edge  distance  actmode  command */
	{ 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "say \"so\"\tand 'so'" },
	// { 1, SwipeRL, EdgeAny, DistanceAny, ActModeReleased, "not this" },
	{ 2, SwipeDU, "pidof keyboard || "
	              "keyboard &" },
	{ 1, SwipeDU, EdgeBottom, DistanceLong, ActModePressed, "steps" },
	{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModeReleased, "from the left, turned" },
	{ 1, SwipeXX, "wrong" },
	{ 1, SwipeUD, "" },
};
