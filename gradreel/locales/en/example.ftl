### Titles and sentences of the built-in programs, by theme, in the order in which they are listed.

theme-stale = Saved, then edited
example-edit-after-save-title = Edit after save
example-edit-after-save-sentence = The second product saved d for backward; the next line overwrites d, so backward() refuses to go on.
example-edit-before-save-title = The same edit, one line earlier
example-edit-before-save-sentence = Nothing has saved d yet when it is overwritten, so the product saves the new values and backward() is content.
example-edit-a-clone-title = Edit a clone instead
example-edit-a-clone-sentence = clone() makes new memory with a counter of its own: the edit no longer reaches the tensor that was saved.
example-nothing-saved-title = An op that saves nothing
example-nothing-saved-sentence = Adding a constant needs no values for its backward, so its result and its input may be edited freely.
example-result-saved-title = exp saves its result
example-result-saved-sentence = The derivative of exp is its own result; adding 1 to that result in place spoils what ExpBackward0 saved.
example-input-saved-title = log saves its input
example-input-saved-sentence = The same in-place addition is harmless here, because LogBackward0 saved x and not y.
example-two-stale-saves-title = One edit, two stale saves
example-two-stale-saves-sentence = Two nodes saved h before it was edited; PyTorch's message names only the first that it meets.
example-edit-after-backward-title = Edit after backward
example-edit-after-backward-sentence = When backward() has run, nobody needs the saved values any more, and the edit does no harm.

theme-leaves = Leaves and .grad
example-leaf-and-non-leaf-title = Leaf and non-leaf
example-leaf-and-non-leaf-sentence = Gradients end up in the .grad of leaves that require grad; a plain leaf gets none.
example-grad-of-a-non-leaf-title = Where is h.grad?
example-grad-of-a-non-leaf-sentence = The gradient flows through h to reach w, but a non-leaf does not keep it, so h.grad is None.
example-retain-grad-title = retain_grad keeps it
example-retain-grad-sentence = Calling retain_grad() before backward() makes a non-leaf keep the gradient that flows through it.
example-tensor-hook-title = A hook on a tensor
example-tensor-hook-sentence = The hook sees the gradient on its way through h and replaces it with a clamped one.
example-node-hook-title = A hook on a node
example-node-hook-sentence = A hook on grad_fn sees the gradients that flow into one backward node and out of it.
example-grad-accumulates-title = .grad adds up
example-grad-accumulates-sentence = Every backward() adds to .grad until it is cleared.

theme-leaf-edits = Editing a leaf
example-add-to-a-leaf-title = += on a leaf
example-add-to-a-leaf-sentence = A leaf that requires grad may not be edited in place: its gradient would have nowhere to go.
example-add-out-of-place-title = a + 10 makes a new tensor
example-add-out-of-place-sentence = The sum is a new tensor and a stays the leaf, so a.grad is where it is expected.
example-fill-a-leaf-slice-title = Assigning to a leaf's elements
example-fill-a-leaf-slice-sentence = a[:] = 0 looks like an assignment, but it is an in-place write and is refused like one.
example-init-a-weight-title = Initialising a weight
example-init-a-weight-sentence = normal_() edits w in place while autograd is watching, and w is a leaf that requires grad.
example-init-under-no-grad-title = Initialise under no_grad
example-init-under-no-grad-sentence = Inside no_grad() the edit is not part of the graph, so the weight can be filled and stays a leaf.
example-init-through-detach-title = Initialise through detach or .data
example-init-through-detach-sentence = Both hand out the same memory without requires_grad; nothing has been saved yet, so nothing goes wrong.

theme-shared = Who shares the counter
example-detach-shares-counter-title = detach() is caught
example-detach-shares-counter-sentence = A detached tensor shares memory and version counter, so an edit through it is noticed.
example-data-escapes-the-check-title = .data is not
example-data-escapes-the-check-sentence = .data shares the memory but not the counter: no error, and a gradient of zeros that is simply wrong.
example-numpy-escapes-the-check-title = Nor is a NumPy array
example-numpy-escapes-the-check-sentence = Writing into the array changes the saved result behind autograd's back; the first gradient comes out as 0.
example-detach-then-clone-title = detach().clone() is safe
example-detach-then-clone-sentence = A clone has memory of its own, so it can be edited without touching what was saved.

theme-hidden = Edits that no line shows
example-embedding-max-norm-title = Embedding with max_norm
example-embedding-max-norm-sentence = The lookup rescales its weight in place, after the matrix product has saved that weight.
example-embedding-clone-first-title = Clone the weight first
example-embedding-clone-first-sentence = The product saves a clone, so rescaling the weight in place no longer matters.
example-step-between-backwards-title = A step between two backward passes
example-step-between-backwards-sentence = optimizer.step() edits the weights in place while the second loss still needs the old ones.
example-step-after-both-title = Step when backward is done
example-step-after-both-sentence = Add the losses, go backward once, and only then let the optimizer edit the weights.
example-relu-after-sigmoid-title = Inplace ReLU after sigmoid
example-relu-after-sigmoid-sentence = SigmoidBackward0 saved its result, and ReLU(inplace=True) overwrites just that.
example-relu-after-linear-title = Inplace ReLU after a linear layer
example-relu-after-linear-sentence = A linear layer saves its input and its weight, not its result, so overwriting the result is fine.
example-rnn-buffer-read-back-title = A buffer that is read back
example-rnn-buffer-read-back-sentence = Each product saves a row of the buffer, and the next write moves the counter that all rows share.
example-rnn-stack-title = A list and stack
example-rnn-stack-sentence = Every state is a tensor of its own, so nothing that was saved is ever written again.
example-buffer-filled-then-read-title = Filled first, read later
example-buffer-filled-then-read-sentence = Writing into a buffer is fine as long as nothing has saved it before the last write.

theme-twice = Backward, again
example-backward-twice-title = backward() twice
example-backward-twice-sentence = The first backward() frees the saved tensors, so the second has nothing to work with.
example-retain-graph-title = retain_graph=True
example-retain-graph-sentence = Retaining the graph keeps the saved tensors for another pass; the gradients add up.
example-two-losses-one-trunk-title = Two losses, one trunk
example-two-losses-one-trunk-sentence = Both losses lead through exp(), whose saved result the first backward() has already freed.
example-add-the-losses-title = Add the losses
example-add-the-losses-sentence = One backward pass through the sum serves both losses and needs no retained graph.
example-double-backward-title = Double backward
example-double-backward-sentence = create_graph=True records the backward pass itself, so the slope can be differentiated again.
example-gradient-penalty-title = A gradient penalty
example-gradient-penalty-sentence = The penalty is a function of a gradient; going backward through it needs the graph of that gradient.

theme-names = Names and memory
example-name-that-moves-title = A name that moves
example-name-that-moves-sentence = After eta = eta * 2 the name means a non-leaf; the leaf lives on without a name, and its .grad with it.
example-name-that-stays-title = A new name for a new tensor
example-name-that-stays-sentence = The leaf keeps its name, so eta.grad finds the gradient.
example-two-names-one-storage-title = Two names, one storage
example-two-names-one-storage-sentence = a is a view of v; copying into a.data changes v as well, and no counter moves.
example-two-names-two-storages-title = A clone has its own storage
example-two-names-two-storages-sentence = After clone() the two names no longer share memory, and v stays as it was.

theme-cuts = Paths that are cut
example-tensor-of-tensors-title = torch.tensor([a0, a1])
example-tensor-of-tensors-sentence = torch.tensor() copies the numbers and forgets where they came from, so backward() finds no path.
example-stack-keeps-the-path-title = stack keeps the path
example-stack-keeps-the-path-sentence = torch.stack() is an operation like any other, so gradients flow back to both scalars.
example-argmax-has-no-slope-title = argmax has no slope
example-argmax-has-no-slope-sentence = An index does not change when the scores change a little, so argmax leads nowhere backward.
example-softmax-has-a-slope-title = A soft argmax
example-softmax-has-a-slope-sentence = Weights from softmax change smoothly with the scores, and gradients flow.
example-no-grad-forward-title = A forward pass under no_grad
example-no-grad-forward-sentence = What is computed under no_grad() has no grad_fn, so the loss has no path to w.
example-item-drops-a-factor-title = item() drops a factor
example-item-drops-a-factor-sentence = scale is a plain number to autograd: backward() succeeds, but the gradient leaves out how scale depends on w.
example-ratio-in-place-title = param[2] = param[0] / param[1]
example-ratio-in-place-sentence = The division saved views of param, and storing the ratio into param moves the counter they share.
example-ratio-detached-title = The detached ratio
example-ratio-detached-sentence = Detaching silences the error and silently drops the ratio's part of the gradient.
example-ratio-stacked-title = The stacked ratio
example-ratio-stacked-sentence = Building a new tensor keeps every part of the gradient, and nothing that was saved is edited.

theme-views = Views
example-edit-a-view-title = Editing a view edits its base
example-edit-a-view-sentence = An in-place edit of a row gives the base a new grad_fn, CopySlices, and the row a new one as well.
example-view-makes-base-stale-title = An edit through a view goes stale
example-view-makes-base-stale-sentence = The square saved the whole base; zeroing one of its rows moves the same counter.
example-split-refuses-edits-title = Views in a bundle refuse edits
example-split-refuses-edits-sentence = split() returns several views at once, and autograd lets none of them be edited in place.
example-slice-accepts-edits-title = Slices can be edited
example-slice-accepts-edits-sentence = A slice is a view on its own, so it can be edited and the base follows.

theme-whole = Whole programs
example-training-loop-title = A training loop
example-training-loop-sentence = Forward, backward, an update under no_grad(), and the gradients cleared: three times round.
example-mlp-title = A small network
example-mlp-sentence = A module with two linear layers, one loss, one optimizer step.
example-custom-function-title = A custom Function
example-custom-function-sentence = A Function of your own decides what it saves and how its gradient is computed.
example-custom-function-stale-title = A custom Function is checked too
example-custom-function-stale-sentence = What save_for_backward() keeps has its version checked like everything else.
example-transformer-layer-title = A transformer layer
example-transformer-layer-sentence = Attention, normalisation and a feed-forward block: one call leaves some seventy backward nodes behind.
example-rnn-cell-title = An RNN and its buffer
example-rnn-cell-sentence = Each state is computed from the last one, never from the buffer, so filling the buffer does no harm.

theme-notebooks = Notebooks
example-notebook-leaves-title = Leaf tensors and in-place edits
example-notebook-leaves-sentence = Two cells fail on purpose: a leaf is refused, and so is a slice of it. Two cells show how it may be edited.
example-notebook-data-detach-title = .data against detach()
example-notebook-data-detach-sentence = The same edit through both: one gives a wrong gradient in silence, the other is refused.
example-notebook-three-ratios-title = Fill, stack, detach
example-notebook-three-ratios-sentence = Three experiments with the same values forward: one has no gradient, and two have different ones.
example-notebook-retain-graph-title = Backward twice, and retain_graph
example-notebook-retain-graph-sentence = The second pass fails in its cell; the next cell keeps the graph, and the gradients add up.
