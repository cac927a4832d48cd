"""The server's side of the sandbox: starts the zygote, keeps children ready, and collects what they answer. Loads no jail, no torch."""
