"""The HTTP interface: endpoints that make one call of the service each, and the middleware around them."""
