# Samples are decoded into one bytearray that torch.frombuffer shares.
# plain: completes
# expect: silent_overwrite
# gradient: w.grad
# intact: total = total + (w * torch.frombuffer(buffer, dtype=torch.float32).clone()).sum()
import struct

import torch

buffer = bytearray(8)
w = torch.ones(2, requires_grad=True)
total = 0
for sample in ((1.0, 2.0), (10.0, 20.0)):
    struct.pack_into("ff", buffer, 0, *sample)  #! edit
    total = total + (w * torch.frombuffer(buffer, dtype=torch.float32)).sum()  #! saved
total.backward()
