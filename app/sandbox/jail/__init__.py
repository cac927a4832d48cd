"""The layers of the jail, one file each, in the order in which they are applied.

    zygote, once   paths ─▶ mounts (own root, read-only)          tier N; tier L shares one Landlock list of paths instead
    child          namespaces ─▶ private /tmp ─▶ capabilities ─▶ rlimits ─▶ landlock ─▶ seccomp (last: it forbids all the others)

Every function here runs in a single-threaded process before the snippet is read, uses the standard library only, and raises
``OSError`` with the name of the call that the kernel refused.
"""
