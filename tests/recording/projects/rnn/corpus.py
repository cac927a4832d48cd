from dataclasses import dataclass

import torch


@dataclass
class Text:
    ids: torch.Tensor
    alphabet: str

    def chunks(self, batch, length):
        rows = self.ids[: len(self.ids) // batch * batch].view(batch, -1)
        for begin in range(0, rows.shape[1] - 1 - length, length):
            yield rows[:, begin : begin + length], rows[:, begin + 1 : begin + length + 1]


def load(path):
    text = path.read_text().strip()
    alphabet = "".join(sorted(set(text)))
    return Text(torch.tensor([alphabet.index(letter) for letter in text]), alphabet)
