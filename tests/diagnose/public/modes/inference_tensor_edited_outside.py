# A buffer made in inference mode is updated outside of it.
# plain: raises RuntimeError: Inplace update to inference tensor outside InferenceMode is not allowed
# expect: inference_edit
# tensor: counts
import torch

with torch.inference_mode():
    counts = torch.zeros(3)
counts += 1  #! raise
