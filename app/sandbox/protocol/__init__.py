"""The messages, settings and mode names that the server, the zygote and its children share. Loads the standard library only."""
