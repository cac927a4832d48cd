### Words of the pages before any script has run.

served-title = Gradreel: watch PyTorch's autograd
served-description = Paste a PyTorch snippet and watch autograd as a film: forward, in-place edits, saved tensors, versions, backward.
served-insecure = The sandbox is off: snippets run on this machine without any confinement. Do not expose this server.
served-no-script = Playing the film needs JavaScript.
served-guide = Embedding a film
served-api = API
served-home = Back to the playground
served-nothing = There is nothing at this address. Check it, or start from the playground.
