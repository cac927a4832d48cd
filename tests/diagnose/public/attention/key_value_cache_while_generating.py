# Generation with a key-value cache written in place under no_grad, between two training steps.
# plain: completes
# expect: nothing
import torch
from torch import nn

torch.manual_seed(0)
embed, qkv, out = nn.Embedding(9, 4), nn.Linear(4, 12), nn.Linear(4, 9)
params = [*embed.parameters(), *qkv.parameters(), *out.parameters()]
opt = torch.optim.Adam(params)


@torch.no_grad()
def generate(n):
    keys, values = torch.zeros(n, 4), torch.zeros(n, 4)
    token = torch.tensor(0)
    for t in range(n):
        q, keys[t], values[t] = qkv(embed(token)).chunk(3)
        mixed = (keys[: t + 1] @ q).softmax(0) @ values[: t + 1]
        token = out(mixed).argmax()
    return token


for _ in range(2):
    tokens = torch.randint(0, 9, (6,))
    q, k, v = qkv(embed(tokens)).chunk(3, -1)
    y = nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)[0]
    loss = nn.functional.cross_entropy(out(y[:-1]), tokens[1:])
    opt.zero_grad()
    loss.backward()
    opt.step()
    generate(4)
