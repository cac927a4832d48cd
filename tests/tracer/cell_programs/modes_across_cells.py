# %%
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

torch.set_default_device("cpu")
x = torch.ones(2, requires_grad=True)
# %%
class Counting(TorchFunctionMode):
    count = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.count += 1
        return func(*args, **(kwargs or {}))


outer, inner = Counting(), Counting()
outer.__enter__();
# %%
inner.__enter__()
x + 1
outer.count, inner.count
# %%
(x * x).sum().backward()
outer.count, inner.count
# %%
inner.__exit__(None, None, None)
x + 1
outer.count, inner.count
# %%
raise ValueError("between")
# %%
outer.__exit__(None, None, None)
x + 1
outer.count, inner.count
# %%
torch.set_default_device("meta")
torch.ones(2).device
# %%
torch.set_default_device(None)
torch.ones(2).device
# %%
with torch.device("meta"):
    inner.__enter__()
    y = torch.ones(2)
# %%
y.device, inner.count
# %%
inner.__exit__(None, None, None)
# %%
hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: t * 2, lambda t: t)
hooks.__enter__();
# %%
y = (x * x).sum()
# %%
hooks.__exit__()
y.backward()
x.grad
# %%
hooks.__exit__()
# %%
class Ops(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        ops.append(str(func))
        return func(*args, **(kwargs or {}))


ops = []
mode = Ops()
mode.__enter__();
# %%
(x * 2).sum().backward()
# %%
mode.__exit__(None, None, None)
ops
# %%
cast = torch.autocast("cpu", dtype=torch.bfloat16)
cast.__enter__();
# %%
(torch.ones(2, 2) @ torch.ones(2, 2)).dtype, torch.is_autocast_enabled("cpu")
# %%
cast.__exit__(None, None, None)
torch.is_autocast_enabled("cpu")
# %%
anomaly = torch.autograd.detect_anomaly(check_nan=False)
anomaly.__enter__()
# %%
torch.is_anomaly_enabled()
(x / 0 * 0).sum().backward()
# %%
anomaly.__exit__()
torch.is_anomaly_enabled()
