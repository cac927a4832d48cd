# %%
import numpy as np
import torch

a = np.ones(3, dtype=np.float32)
t = torch.from_numpy(a)
w = torch.ones(3, requires_grad=True)
# %%
y = w * t
a[0] = 5
y.sum().backward()
w.grad
# %%
y = w * t
t[0] = 7
y.sum().backward()
# %%
w.numpy()
# %%
n = w.detach().numpy()
n += 1
w, w._version
# %%
np.exp(w)
# %%
np.exp(w.detach()), type(np.add(t, 1))
# %%
np.array(w)
# %%
torch.from_numpy(np.array(["a"]))
# %%
torch.tensor([[1], [2, 3]])
# %%
t.numpy()[:] = 0
t, a
# %%
a.setflags(write=False)
r = torch.from_numpy(a)
r.add_(1)
# %%
w.tolist(), [float(each) for each in w], np.asarray(t).dtype
# %%
if w > 0: print("all")
# %%
bool(w.sum() > 0), int(w[0]), w[0].item() + 1
# %%
(w * np.float32(2)).dtype, (w * np.float64(2)).dtype, (np.float32(2) * w).requires_grad
# %%
np.float32(2) * w.detach(), w @ t, t @ a
# %%
a @ w
# %%
memoryview(t.numpy())[0], t.data_ptr() == a.ctypes.data
# %%
s = torch.frombuffer(bytearray(b"\x00\x00\x80?"), dtype=torch.float32)
s.requires_grad_().exp().backward()
s.grad
# %%
u = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(t))
u.fill_(3)
t, a
# %%
torch.utils.dlpack.to_dlpack(w);
