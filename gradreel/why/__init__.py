"""Says what a run's diagnoses say where errors are read: on a terminal, in an exception's notes, in CI, in a program that reads JSON.

    Run ─▶ findings ─▶ Report ──┬─ text      as compilers print errors
                                ├─ markdown  a job's summary, an issue
                                ├─ github    annotations of a workflow
                                └─ json      with the schema of ``Report``
           └─ note              three lines on an exception

Whatever comes from the program (code, names, messages, paths) is made visible before it is printed: see ``visible``.
"""
