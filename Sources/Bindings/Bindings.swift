// Bindings
