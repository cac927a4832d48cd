"""Says why autograd keeps what it keeps: for each saved tensor the gradients that read it, with a readable formula where there is one.

    tables/      which saved tensors each gradient reads, for each version of PyTorch: written by scripts/derivatives
    formula      one formula, and when it holds
    formulas     readable formulas of the commonest gradients; the tests compare each with the engine
    passing      those of nodes that keep nothing
    notation     writes a formula for readers
    names        what the program called tensors when an op ran, and where each edge of its node leads
    explained    puts it all into a recording

Pure functions of a recording: no torch. What is not known is not stated.
"""

from __future__ import annotations

from gradreel.derivatives.explained import explained, unexplained

__all__ = ["explained", "unexplained"]
