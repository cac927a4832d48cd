# LSTM gates from one product, split, and activated with sigmoid_ and tanh_.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: i
import torch
from torch import nn

w = nn.Linear(5, 12)
x, c = torch.randn(2, 5), torch.zeros(2, 3)
i, f, g, o = torch.split(w(x), 3, dim=1)
i.sigmoid_()  #! edit raise
f.sigmoid_()
g.tanh_()
c = f * c + i * g
(o.sigmoid() * c.tanh()).sum().backward()
