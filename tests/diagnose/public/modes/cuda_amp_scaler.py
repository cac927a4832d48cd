# Mixed precision with a GradScaler, for a GPU.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
from torch import nn
model = nn.Linear(4, 2).cuda()  #! raise
opt = torch.optim.Adam(model.parameters())
scaler = torch.amp.GradScaler("cuda")
for _ in range(2):
    x = torch.randn(3, 4).cuda()
    with torch.autocast("cuda", dtype=torch.float16):
        loss = model(x).pow(2).mean()
    opt.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
