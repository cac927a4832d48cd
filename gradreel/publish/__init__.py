"""Films in pages that a site generator builds: recorded while it builds, kept by hash, written as static files; no server is needed."""
