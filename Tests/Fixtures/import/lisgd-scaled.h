/*
  distancethreshold: Minimum cutoff for a gestures to take effect
  edgessizecaling: The factor for all edges
*/

unsigned int distancethreshold = 125;
unsigned int distancethreshold_pressed = 60;
unsigned int degreesleniency = 15;
unsigned int timeoutms = 800;
unsigned int orientation = 0;
unsigned int verbose = 1;
double edgesizeleft = 50.0;
double edgesizetop = 80.0;
double edgesizeright = 50.0;
double edgesizebottom = 50.0;
double edgessizecaling = 2.0;
char *device = "/dev/touchscreen";

Gesture gestures[] = {
    {1, SwipeRL, EdgeRight, DistanceAny, ActModeReleased,
     "swaymsg workspace next"},
    {1, SwipeLR, EdgeLeft, DistanceAny, ActModeReleased,
     "swaymsg workspace prev"},
    {1, SwipeDU, EdgeBottom, DistanceMedium, ActModeReleased,
     "wvkbd-mobintl &"},
    {1, SwipeUD, EdgeTop, DistanceAny, ActModeReleased,
     "swaync-client -t"},
    {1, SwipeUD, CornerTopRight, DistanceLong, ActModeReleased,
     "never: the whole top edge comes first"},
    {1, SwipeDU, EdgeRight, DistanceAny, ActModePressed,
     "wpctl set-volume @DEFAULT_AUDIO_SINK@ 2%+"},
    {1, SwipeUD, EdgeRight, DistanceShort, ActModePressed,
     "wpctl set-volume @DEFAULT_AUDIO_SINK@ 2%-"},
};
