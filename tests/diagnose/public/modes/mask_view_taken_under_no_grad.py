# Rows are selected under no_grad and then masked with grad mode on.
# plain: raises RuntimeError: was created in no_grad mode and is being modified inplace with grad mode enabled
# expect: view_in_place
# tensor: rows
import torch

scores = torch.randn(4, 4, requires_grad=True).softmax(-1)
with torch.no_grad():
    rows = scores[1:]
rows[:, 0] = 0  #! raise
scores.sum().backward()
