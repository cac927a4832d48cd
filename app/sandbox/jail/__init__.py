"""Turns an ordinary process into one that can hurt nothing: one file per layer, applied in this order.

    zygote, once   paths ─▶ mounts (own root, read-only)          tier N; tier L shares one Landlock list of paths instead
    child          namespaces ─▶ private /tmp ─▶ capabilities ─▶ rlimits ─▶ landlock ─▶ seccomp (last: it forbids all the others)

Every function here runs in a single-threaded process before the snippet is read, uses the standard library only, and raises
``OSError`` with the name of the call that the kernel refused.
"""
