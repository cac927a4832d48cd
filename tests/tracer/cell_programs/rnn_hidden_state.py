# %%
import torch
import torch.nn as nn

torch.manual_seed(0);

# %%
rnn = nn.GRU(3, 5, batch_first=True)
head = nn.Linear(5, 3)
parameters = [*rnn.parameters(), *head.parameters()]
opt = torch.optim.RMSprop(parameters, lr=0.01)
text = torch.randn(1, 12, 3)

# %% [markdown]
# The hidden state goes on from chunk to chunk.

# %% Without detach
hidden = torch.zeros(1, 1, 5)
for start in range(0, 12, 4):
    chunk = text[:, start : start + 4]
    out, hidden = rnn(chunk, hidden)
    loss = (head(out) - chunk).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()

# %%
start, hidden.grad_fn is not None

# %% With retain_graph
hidden = torch.zeros(1, 1, 5)
for start in range(0, 12, 4):
    out, hidden = rnn(text[:, start : start + 4], hidden)
    loss = head(out).pow(2).mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()

# %% With detach
hidden = torch.zeros(1, 1, 5)
for start in range(0, 12, 4):
    hidden = hidden.detach()
    out, hidden = rnn(text[:, start : start + 4], hidden)
    loss = head(out).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{start:2d} {loss.item():.5f}")

# %%
cell = nn.LSTMCell(3, 4)
h, c = torch.zeros(2, 4), torch.zeros(2, 4)
states = []
for step in range(3):
    h, c = cell(text[:, step].expand(2, 3), (h, c))
    states.append(h)
torch.stack(states).sum().backward()
cell.weight_hh.grad.norm()

# %% A buffer that a loop writes into
outputs = torch.zeros(3, 2, 4)
h, c = torch.zeros(2, 4), torch.zeros(2, 4)
for step in range(3):
    h, c = cell(text[:, step].expand(2, 3), (h, c))
    outputs[step] = h
outputs.sum().backward()
outputs.grad_fn.name()

# %%
for step in range(2):
    h, c = cell(outputs[step], (h, c))
    outputs[step].copy_(h)
outputs.sum().backward()

# %%
with torch.no_grad():
    hidden.zero_()
hidden, hidden._version

# %%
packed = nn.utils.rnn.pack_sequence([text[0, :4], text[0, :2]])
out, last = rnn(packed)
padded, lengths = nn.utils.rnn.pad_packed_sequence(out, batch_first=True)
padded.sum().backward()
print(lengths, padded.shape)
rnn.weight_ih_l0.grad.sum().item() != 0
