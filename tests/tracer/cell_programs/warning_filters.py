# %%
import warnings
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
# %%
warnings.filterwarnings("ignore", module="__main__")
y.grad
torch.tensor(x)
# %%
warnings.resetwarnings()
warnings.filterwarnings("error", module="__main__")
y.grad
# %%
torch.tensor(x)
# %%
warnings.resetwarnings()
warnings.filterwarnings("error", message="The .grad attribute")
y.grad
# %%
torch.tensor(x)
# %%
warnings.resetwarnings()
for _ in range(3):
    y.grad
# %%
warnings.simplefilter("always")
for _ in range(2):
    y.grad
# %%
warnings.simplefilter("once")
y.grad; torch.tensor(x)
y.grad; torch.tensor(x)
# %%
seen = []
warnings.showwarning = lambda m, c, f, l, *a: seen.append((str(m)[:16], c.__name__, f, l))
warnings.simplefilter("always")
y.grad
torch.tensor(x)
warnings.warn("mine")
seen
# %%
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    y.grad
    torch.tensor(x)
    torch.nn.functional.mse_loss(x, x[:, None])
[(w.filename.rpartition("/")[2], w.lineno, w.category.__name__) for w in caught]
# %%
sorted(k for k in globals() if "warn" in k)
# %%
x.T
# %%
torch.nn.Softmax()(x)
# %%
torch.optim.lr_scheduler.StepLR(torch.optim.SGD([x], 0.1), 1).step()
seen[-1][:2]
# %%
warnings.showwarning(UserWarning("called"), UserWarning, "f", 1)
len(seen)
