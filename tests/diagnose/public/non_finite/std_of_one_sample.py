# Normalising a batch of one: the deviation of a single number
# plain: completes
# expect: non_finite
# cause: std_of_one_element

import torch

x = torch.randn(1, requires_grad=True)
spread = x.std()  #! birth
loss = ((x - x.mean()) / spread).sum()
loss.backward()
