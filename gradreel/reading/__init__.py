"""Reads an error of autograd from a pasted text, where nothing can be run: a traceback, alone or with what people paste around it.

    cleaning     the text as lines, without what logs, terminals and pages put around them
    frames       one line of a traceback, in each form in which it is written
    tracebacks   the tracebacks in the lines
    messages     PyTorch's messages, in the wordings of its versions
    facts        what a message states, and what follows from that
    elsewhere    what errors are about that are none of autograd
    suspects     what to search for, where there is no code
    edits        what edits in place, in a piece of code
    ranking      which of these is the likely cause
    reader       all of it together

and, where there is only a piece of code, what edits in place in it and what that would break:

    layers       the layers that the code makes
    keeping      what an op keeps for its gradient
    memory       what is known of tensors while the code is followed
    expressions  follows expressions, calls those that are calls
    flow         follows functions, and notes what each edit meets
    unbound      names that are never bound, and libraries
    constructed  what a module is once it is constructed
    offered      a small call of a module class
    pieces       all of that together

A pure function of two texts: no torch, nothing is run. What is not known is not stated.
"""

from __future__ import annotations

from gradreel.reading.model import Break, CodeEdit, CodeReading, Frame, OfferedCall, Reading, Suspect, Traceback
from gradreel.reading.pieces import read_code
from gradreel.reading.reader import read

__all__ = ["Break", "CodeEdit", "CodeReading", "Frame", "OfferedCall", "Reading", "Suspect", "Traceback", "read", "read_code"]
