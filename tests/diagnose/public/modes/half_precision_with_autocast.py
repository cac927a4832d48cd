# Mixed precision on the CPU with autocast and a disabled GradScaler, as scripts for both devices have it.
# plain: completes
# expect: nothing
import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True), nn.Linear(8, 2)).to(device)
opt = torch.optim.AdamW(model.parameters())
scaler = torch.amp.GradScaler(device, enabled=device == "cuda")
for _ in range(2):
    x, y = torch.randn(6, 4, device=device), torch.randint(0, 2, (6,), device=device)
    opt.zero_grad(set_to_none=True)
    with torch.autocast(device_type=device, dtype=torch.bfloat16):
        loss = nn.functional.cross_entropy(model(x), y)
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()
