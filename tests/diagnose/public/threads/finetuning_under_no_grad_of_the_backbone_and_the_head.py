# Few-shot fine-tuning: the forward of the whole model stands in the block that was meant for the backbone.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

backbone, head = nn.Linear(4, 3), nn.Linear(3, 2)
images, labels = torch.randn(5, 4), torch.randint(0, 2, (5,))
with torch.no_grad():
    features = backbone(images)
    scores = head(features)  #! cut
loss = nn.functional.cross_entropy(scores, labels)
loss.backward()  #! raise
