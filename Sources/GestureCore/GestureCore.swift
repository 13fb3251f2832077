// GestureCore
