"""Records what PyTorch's autograd does while a program runs. ``record.py`` is the entry and shows how the parts work together.

Each folder imports only from those before it:

    ops, limits, coverage, journal    the table of op semantics; how much is recorded, what is not, and the events themselves
    safety/                           guards, timers, repair: so that the program does not notice the tracer
    tensors/                          tensors, storages and version counters: identity, values, writes
    program/                          lines, names, calls, modules, output of the program
    graph/                            nodes, saved tensors, runs of the engine
    hooks/                            what is installed in PyTorch: function mode, library frames, gradient hooks
    record                            all of it put together
    control/                          the same program without any of it, for comparison
"""
