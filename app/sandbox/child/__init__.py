"""What runs inside the sandbox: the zygote and its children. Loads torch and the tracer; no pydantic, no settings, no web framework."""
