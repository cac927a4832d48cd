import json
import os
from pathlib import Path

import torch

import corpus
from lm import CharRNN

HERE = Path(__file__).resolve().parent
CONFIG = json.loads((HERE / "config.json").read_text())


def run():
    torch.manual_seed(CONFIG["seed"])
    data = corpus.load(HERE / "tiny.txt")
    model = CharRNN(len(data.alphabet), CONFIG["hidden"])
    optimizer = torch.optim.RMSprop(model.parameters(), lr=CONFIG["lr"])
    state = model.initial(CONFIG["batch"])
    for n, (inputs, targets) in enumerate(data.chunks(CONFIG["batch"], CONFIG["length"])):
        logits, state = model(inputs, state)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()  # raise
        optimizer.step()
        print(n, os.path.basename(__file__), f"{loss.item():.4f}", flush=True)


run()
