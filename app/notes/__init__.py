"""Notes of authors: checked against their limits, named by a hash, and turned from Markdown into what is shown."""
