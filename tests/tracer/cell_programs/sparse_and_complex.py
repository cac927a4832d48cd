# %%
import torch

i = torch.tensor([[0, 1], [1, 0]])
v = torch.tensor([3.0, 4.0], requires_grad=True)
s = torch.sparse_coo_tensor(i, v, (2, 2))
s
# %%
torch.sparse.mm(s, torch.ones(2, 2)).sum().backward()
v.grad
# %%
emb = torch.nn.Embedding(4, 2, sparse=True)
with torch.no_grad():
    emb.weight.fill_(0.5)
emb(torch.tensor([1, 1, 3])).sum().backward()
emb.weight.grad
# %%
torch.optim.Adam(emb.parameters()).step()
# %%
torch.optim.SparseAdam(emb.parameters(), lr=0.1).step()
emb.weight
# %%
s.add_(1)
# %%
s.coalesce().values() is v, s.is_coalesced()
# %%
s[0].to_dense().sum().backward()
# %%
z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
(z * z.conj()).sum().backward()
# %%
(z * z.conj()).real.sum().backward()
z.grad
# %%
c = z.clone()
c.real = torch.zeros(2)
c.imag.mul_(2)
c.abs().sum().backward()
z.grad, c._version
# %%
torch.view_as_real(z)[0, 0] = 5
# %%
y = z.exp()
y.imag = torch.ones(2)
y.real.sum().backward()
# %%
torch.fft.fft(z).abs().pow(2).sum().backward()
z.grad
# %%
torch.linalg.inv(torch.zeros(2, 2, requires_grad=True))
# %%
torch.linalg.eigvals(torch.eye(2, requires_grad=True)).abs().sum().backward()
# %%
n = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], requires_grad=True)
n.is_nested
# %%
csr = s.detach().to_sparse_csr()
csr @ torch.ones(2)
# %%
q = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.quint8)
q.requires_grad_()
