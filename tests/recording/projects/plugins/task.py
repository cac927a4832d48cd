import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
x = torch.randn(6, 4)
for _ in range(config["rounds"]):
    loss = loss_of(w, x, config["after_forward"])
    loss.backward()  # raise
    with torch.no_grad():
        w -= config["lr"] * w.grad
    w.grad = None
result = w.tolist()
