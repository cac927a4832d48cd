# nn.TransformerEncoder with padding masks, a warm-up schedule and gradient clipping.
# plain: completes
# expect: nothing
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True, norm_first=True)
encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
embed, head = nn.Embedding(11, 8, padding_idx=0), nn.Linear(8, 2)
params = [*encoder.parameters(), *embed.parameters(), *head.parameters()]
opt = torch.optim.AdamW(params, lr=1e-3)
schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda step: min(1.0, (step + 1) / 4))
for _ in range(2):
    tokens = torch.randint(1, 11, (3, 6))
    tokens[0, 4:] = 0
    hidden = encoder(embed(tokens), src_key_padding_mask=tokens == 0)
    loss = nn.functional.cross_entropy(head(hidden.mean(1)), torch.randint(0, 2, (3,)))
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(params, 1.0)
    opt.step()
    schedule.step()
