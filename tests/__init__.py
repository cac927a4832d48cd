"""The tests; what is imported first, here and in every process that a test starts as one of its modules."""

import os

# The machine's cores run several workers: threads of one op would wait for each other, and take twice the processor time.
os.environ.setdefault("OMP_NUM_THREADS", "1")
