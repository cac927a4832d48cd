# After the base was edited the chunk is only printed through the base's own rows.
# plain: completes
# expect: nothing
import torch

w = torch.ones(4, requires_grad=True)
h = w * 3
left, right = torch.chunk(h, 2)
total = left.sum() + right.sum()
h += 1
print(h[:2].tolist())
total.backward()
