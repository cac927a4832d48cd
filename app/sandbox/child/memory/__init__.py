"""Large memory pages for the zygote, so that forking it is cheap: ``heap_pages`` for Python's objects, ``code_pages`` for torch's code."""
