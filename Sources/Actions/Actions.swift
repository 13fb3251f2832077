// Actions
