### Every sentence a reader sees. Used by Python (fluent.runtime) and by the page (@fluent/bundle) alike.
### One section per owner; keys are lower-case words joined by hyphens and start with the section's word.

## page: chrome of the playground

## step: the narration, one message per kind of event

## stage: words drawn on the stage

## failure: how a run was stopped, and hints

failure-wall_time = Stopped after { $limit_s } s: a run may take that long by the clock.
failure-cpu_time = Stopped after { $limit_s } s of computing: a run may use that much processor time.
failure-memory = Stopped for its memory: a run may add { $limit_mib } MiB to what an idle torch process holds.
failure-output_limit = Stopped for its output: a run may print { $limit_kib } KiB. The first of it is kept.
failure-trace_too_large = Stopped for the size of its trace: it may be { $limit_mib } MiB.
failure-forbidden_call = Ended by the kernel for a system call that no ordinary program makes.
failure-crash = The Python process crashed ({ $signal }).
failure-exit = The snippet ended its own process with status { $status }, so the rest of it did not run.
failure-no_result = The snippet ended its own process before the trace could be handed over.
failure-result_invalid = The trace that came back does not hold together, so it is not shown. The snippet may have interfered with the recording.
failure-internal = Something went wrong on our side, twice. Please try again.

failure-hint-network = Network access is off here.
failure-hint-subprocess = Subprocesses are off here: use num_workers=0, and no subprocess or multiprocessing.
failure-hint-compile = torch.compile and C++ extensions need a compiler, which is off here: run the code without them.
failure-hint-threads = A run may use { $threads } threads.
failure-hint-memory = A run may add { $memory_mib } MiB to what an idle torch process holds: try smaller tensors.
failure-hint-disk_full = A run has { $tmp_mib } MiB and { $tmp_inodes } files in its own /tmp, where there is one.
failure-hint-descriptors = A run may have { $open_files } files open.
failure-hint-files = There are no files here but Python's own, and at most a small, empty /tmp: make the data in the snippet, with torch.randn for instance.
failure-hint-recursion = Python gave up on the depth of the calls; nothing of the sandbox is in the way.
failure-hint-not_permitted = The sandbox refuses this call: a snippet can compute and print, and little else.

## diagnosis: what went wrong, and fixes

# What a reader calls a tensor. $how: name, view, result or tensor.
diagnosis-what = { $how ->
    [view] a view of { $name }
    [result] the result of { $name }
    [tensor] a tensor { $name }
   *[name] { $name }
}
diagnosis-others = { $others ->
    [0] { "" }
    [one] { " " }The same edit made one more saved tensor stale.
   *[other] { " " }The same edit made { $others } more saved tensors stale.
}
diagnosis-edit = { $hidden ->
    [yes] Line { $edit_line } ({ $code }) does not show it, but { $op } inside it edited { diagnosis-edited } in place
   *[no] Line { $edit_line } ({ $code }) edited { diagnosis-edited } in place
}
diagnosis-edited = { $through ->
    [other] the same memory through { $other }
   *[same] it
}

diagnosis-version_mismatch-title = { $outcome ->
    [failed] The version check failed
    [fails] backward() will fail
   *[harmless] A stale saved tensor that nobody asks for
}
diagnosis-version_mismatch = { $outcome ->
    [failed] { $node } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }. So line { $raise_line } raised: backward needs version { $saved_version } and found { $current }.{ diagnosis-others }
    [fails] { $node } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }. So backward() will fail here: it needs version { $saved_version } and will find { $current }.{ diagnosis-others }
   *[harmless] { $node } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }. No backward pass asks for it, so nothing fails.
}

diagnosis-leaf_in_place-title = A leaf that requires grad was edited in place
diagnosis-leaf_in_place = { $view ->
    [yes] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a view of { $based ->
        [yes] { $base }, a leaf that requires grad
       *[no] a leaf that requires grad
    }. Line { $line } ({ $code }) would edit it in place while autograd is recording, so PyTorch refused.
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a leaf that requires grad. Line { $line } ({ $code }) would edit it in place while autograd is recording; then it would no longer be the leaf whose gradient you asked for, so PyTorch refused.
}

fix-edit_a_clone = Edit a clone: { $name } = { $name }.clone() above line { $line }.
fix-out_of_place = Make a new tensor on line { $line } instead: { $code }.
fix-save_a_clone = Let line { $line } work on { $name }.clone(), so that backward keeps its own copy.
fix-step_after_backward = Move the optimizer's step from line { $line } to after the backward() on line { $raise_line }.
fix-inplace_off = Switch inplace=True off.
fix-no_grad = Put line { $line } into with torch.no_grad(): the edit is then no part of the graph.

diagnosis-multi_view_in_place-title = Views that come in a bundle refuse edits
diagnosis-multi_view_in_place = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
} is one of several views{ $made ->
    [yes] { " " }that { $op } returned together on line { $made_line }
   *[no] { " " }that one call returned together
}. Autograd cannot follow an in-place edit of such a view, so line { $line } ({ $code }) was refused.

diagnosis-inference_tensor_saved-title = An inference tensor cannot be saved for backward
diagnosis-inference_tensor_saved = { $known ->
    [yes] { diagnosis-what }{ $dated ->
        [yes] , made on line { $made_line }
       *[no] { "" }
    }, is an inference tensor
   *[no] One of the tensors on line { $line } is an inference tensor
}: it has no version counter. Line { $line } ({ $code }) has to save it for backward, which needs one.

diagnosis-graph_freed-title = The graph has already been used up
diagnosis-graph_freed = { $repeated ->
    [yes] Line { $raise_line } goes backward again through a graph that an earlier pass of the same line has used up
   *[no] { $first_line ->
        [none] Line { $raise_line } goes backward through a graph that has been used up
       *[other] The backward pass on line { $first_line } freed what the graph had saved, and line { $raise_line } goes through the same graph again
    }
}. { $known ->
    [yes] { $node }{ $node_line ->
        [none] { "" }
       *[other] { " " }(line { $node_line })
    } no longer has its saved tensors.
   *[no] The saved tensors are gone.
}

diagnosis-no_grad_path-title = There is no path for a gradient
diagnosis-no_grad_path = { $case ->
    [input] Line { $line } asks for the gradient with respect to a tensor that does not require grad.
    [unused] Line { $line } asks for a gradient with respect to a tensor that { diagnosis-what } does not depend on. { diagnosis-cut }
   *[root] { diagnosis-what } does not require grad, so backward() on line { $line } has nowhere to go. { diagnosis-cut }
}
# Where the path was cut. $cut: none, detach, data, item, tensor, integer or no_grad; $other is what was cut off.
diagnosis-cut = { $cut ->
    [none] Nothing that it was computed from requires grad.
    [detach] Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with detach().
    [data] Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with .data.
    [item] Line { $cut_line } ({ $code }) turned { diagnosis-cut-from } into a plain number, which has no gradient.
    [tensor] Line { $cut_line } ({ $code }) copied the values of { diagnosis-cut-from } into a new leaf and left the graph behind.
    [integer] Line { $cut_line } ({ $code }) made integers from { diagnosis-cut-from } with { $op }, and integers have no gradient.
   *[no_grad] Line { $cut_line } ({ $code }) used { diagnosis-cut-from } while gradients were switched off.
}
diagnosis-cut-from = { $other_how ->
    [view] a view of { $other }
    [result] the result of { $other }
    [tensor] a tensor { $other }
   *[name] { $other }
}

diagnosis-cut_gradient-title = The gradient leaves a part out
diagnosis-cut_gradient = { $cut ->
    [detach] Line { $cut_line } ({ $code }) detached { diagnosis-what }
    [data] Line { $cut_line } ({ $code }) took .data from { diagnosis-what }
    [item] Line { $cut_line } ({ $code }) turned { diagnosis-what } into a plain number
    [tensor] Line { $cut_line } ({ $code }) copied the values of { diagnosis-what } into a new tensor
   *[no_grad] Line { $cut_line } ({ $code }) used { diagnosis-what } while gradients were switched off
}. { $rooted ->
    [yes] { $root } depends on it all the same
   *[no] The result depends on it all the same
}, so the gradients from line { $backward_line } leave that part out. That is fine if you meant it.

diagnosis-non_leaf_grad-title = A non-leaf keeps no .grad
diagnosis-non_leaf_grad = { $was_leaf ->
    [yes] { $name } was a leaf on line { $leaf_line }, but since line { $made_line } ({ $code }) the name means a new tensor, which is not a leaf. The gradient went to the old leaf, so .grad on line { $line } is None.
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is not a leaf{ $dated ->
        [yes] { " " }(line { $made_line } computed it)
       *[no] { "" }
    }: the gradient flows through it and is not kept, so .grad on line { $line } is None.
}

diagnosis-silent_overwrite-title = { $outcome ->
    [wrong] A gradient is silently wrong
   *[other] Saved values were overwritten unseen
}
diagnosis-silent_overwrite = { $node } on line { $saved_line } saved { diagnosis-what }. Line { $edit_line } ({ $code }) then overwrote { $through ->
    [other] the same memory through { $other }
   *[same] its values
}, and no version counter that autograd checks moved. { $outcome ->
    [wrong] Backward computed with the new values: { $gradient } is wrong, and nothing was raised.
    [unchanged] Backward computed with the new values, but the gradients came out the same.
    [unknown] Backward computed with the new values, so the gradients may be wrong.
   *[unused] No backward pass has asked for it since.
}

diagnosis-shared_storage_edit-title = An edit changed another tensor unseen
diagnosis-shared_storage_edit = { $name } and { $other } share memory. Line { $line } ({ $code }) wrote through { $name }, which changed { $other } too, and the version counter of { $other } did not move.

diagnosis-device_unavailable-title = This device is not available here
diagnosis-device_unavailable = Line { $line } ({ $code }) asks for the device { $device }. Snippets run on the CPU here; autograd records the same graph on either.

fix-retain_graph = Keep the saved tensors for the second pass: retain_graph=True on line { $line }.
fix-add_losses = Or add the losses and call backward() once, instead of on line { $raise_line } again.
fix-fresh_graph = Or compute the forward pass anew each time, and detach() what is carried over from the last one.
fix-keep_path = Leave { $op } out on line { $line }, so that the gradient flows through.
fix-stack = Use torch.stack on line { $line }: it keeps the path to each element.
fix-enable_grad = Compute this part with gradients on: torch.enable_grad() on line { $line }, or move it out of the block.
fix-require_grad = Create the tensor that you want a gradient for with requires_grad=True.
fix-no_grad_mode = Use torch.no_grad() instead of torch.inference_mode(): what it makes are ordinary tensors.
fix-retain_grad = Call { $name }.retain_grad() after line { $line }, before backward().
fix-keep_leaf_name = Keep a name for the leaf before line { $line } and read { $leaf }.grad.
fix-clone_alias = Give { $name } memory of its own on line { $line }: a clone, or a copy of the array.
fix-detach_not_data = Use .detach() instead of .data on line { $line }: the version check then sees the edit.
fix-use_cpu = Use the CPU instead of { $device }.

## example: titles and sentences of the built-in programs

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

## film: what a stored film shows, in titles and cards

film-title = Autograd film: { $subject }
film-untitled = a PyTorch snippet
film-completed = { $operations } operations, { $nodes } backward nodes; the snippet completes.
film-raised = { $line ->
    [0] Raises { $type }: { $message }
   *[other] Line { $line } raises { $type }: { $message }
}
film-stopped = Stopped: { $message }
film-pending = This snippet has not been run yet. The film appears here when it has.
