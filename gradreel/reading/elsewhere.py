"""Tells what errors of PyTorch are about that are none of autograd: devices, memory, and the processes of a DataLoader."""

from __future__ import annotations

import re
from typing import Literal

About = Literal["device", "devices", "memory", "worker", "wrapped"]
SIGNS: tuple[tuple[About, str], ...] = (
    ("wrapped", r"Caught \w{1,80} in (?:DataLoader worker process|replica|pin memory thread)"),
    ("worker", r"DataLoader worker \(pid"),
    ("memory", r"(?:CUDA|HIP|XPU|MPS)[^.]{0,40} out of memory|DefaultCPUAllocator: (?:can't allocate|not enough) memory"),
    ("devices", r"found at least two devices|to be on the same device|Expected object of (?:backend|device type) \w{1,20} but got"),
    ("devices", r"Input type \(torch\.cuda\.\w{1,40}\) and weight type \(torch\.(?!cuda\.)"),
    ("devices", r"Input type \(torch\.(?!cuda\.)\w{1,40}\) and weight type \(torch\.cuda\."),
    ("device", r"Torch not compiled with \w{1,20} enabled|Found no NVIDIA driver|No (?:CUDA|XPU|HIP) GPUs are available"),
    ("device", r"Attempting to deserialize object on a \w{1,20} device|not linked with support for \w{1,20} devices"),
    ("device", r"Cannot initialize \w{1,20} without ATen_\w{1,20} library|no CUDA-capable device is detected"),
    ("device", r"Cannot access accelerator device when none is available"),
)
"""What each is told by; PyTorch words these alike from 1.0 to 2.15, as far as its releases have them."""


def about_of(message: str) -> About | None:
    """Return what a message with single spaces is about; None where that is not known."""
    return next((about for about, sign in SIGNS if re.search(sign, message)), None)
