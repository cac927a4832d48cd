# %% [markdown]
"""
# A line through points
Every step by hand, before anything of torch.optim is used.
"""

# %% Imports
import torch
torch.manual_seed(2023)
torch.set_printoptions(precision=3)

# %% Points on a line
X = torch.rand(20, 1)
Y = 3*X + 2 + 0.05*torch.randn(20, 1)
X[:3], Y[:3]

# %% The parameters
w = torch.randn(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
lr = 0.1
print(f'w={w.item():.4f} b={b.item():.4f}')

# %%
def model(x): return x*w + b
def mse(p, t): return ((p-t)**2).mean()

# %%
loss = mse(model(X), Y)
loss

# %%
loss.backward()
w.grad, b.grad

# %% 1st attempt: the parameter is no leaf any more
w = w - lr*w.grad
b = b - lr*b.grad
loss = mse(model(X), Y)
loss.backward()
w.grad

# %%
w.grad.zero_()

# %% 2nd attempt: in place
w = w.detach().requires_grad_()
b = b.detach().requires_grad_()
loss = mse(model(X), Y)
loss.backward()
w -= lr*w.grad

# %% 3rd attempt: without zeroing
for epoch in range(5):
    loss = mse(model(X), Y)
    loss.backward()
    with torch.no_grad():
        w -= lr*w.grad
        b -= lr*b.grad
    print(epoch, f'{loss.item():.4f}', w.grad.item() > 0)

# %% 4th attempt
for epoch in range(5):
    loss = mse(model(X), Y)
    w.grad, b.grad = None, None
    loss.backward()
    with torch.no_grad():
        for p in (w, b): p.sub_(p.grad, alpha=lr)
    if epoch % 2 == 0: print(epoch, loss.detach())

# %% 5th: with an assignment inside no_grad
with torch.no_grad():
    w = w - lr*w.grad
w.requires_grad, mse(model(X), Y).requires_grad

# %%
w.requires_grad_()
opt = torch.optim.SGD([w, b], lr)
for _ in range(3): opt.zero_grad(); mse(model(X), Y).backward(); opt.step()
w, b

# %%
opt = torch.optim.SGD([w*1, b], lr)

# %%
opt = torch.optim.LBFGS([w, b], max_iter=4)
def closure():
    opt.zero_grad()
    loss = mse(model(X), Y)
    loss.backward()
    return loss
opt.step(closure)

# %%
opt.step()

# %% Closed form
A = torch.cat([X, torch.ones_like(X)], 1)
solution = torch.linalg.lstsq(A, Y).solution
solution.squeeze();  # not shown

# %%
print((solution.squeeze() - torch.stack([w, b]).squeeze()).abs().max() < 1)
plt.plot(X, Y)
