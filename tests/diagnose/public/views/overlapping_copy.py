# A shift by one within the same memory with copy_.
# plain: raises RuntimeError: some elements of the input tensor and the written-to tensor refer to a single memory location
# expect: unknown source and destination overlap, the source has to be cloned
import torch

history = torch.arange(5.0)
history[1:].add_(history[:-1])  #! raise
