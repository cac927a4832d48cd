"""The lessons of ``/learn``: texts, tasks that are checked by running them, and claims found on the web with what really happens."""
