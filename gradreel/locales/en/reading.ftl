### What is read from a pasted text, where nothing can be run.

reading-title = { $kind ->
    [version_mismatch] A tensor that backward needs was edited in place
    [transform_edit] A tensor that torch.func needs was edited in place
    [leaf_in_place] A leaf that requires grad refuses edits in place
    [multi_view_in_place] One of several views refuses edits in place
    [view_in_place] A view that autograd cannot follow refuses edits in place
    [graph_freed] A second backward pass through a graph that was freed
    [no_grad_path] No gradient path
    [non_scalar_root] backward() of a tensor that is no scalar
    [inference_tensor_saved] A tensor from inference mode is needed for backward
    [inference_edit] A tensor from inference mode refuses edits outside of it
    [custom_gradients] backward() of a custom Function returned wrong gradients
    [out_argument] out= and gradients
    [non_leaf_optimized] The optimizer was given a tensor that is no leaf
    [non_leaf_copied] deepcopy() of a tensor that is no leaf
    [numpy_requires_grad] numpy() of a tensor that requires grad
    [integer_requires_grad] Integers cannot require grad
    [non_leaf_flag] requires_grad of a tensor that is no leaf was changed
    [non_leaf_grad] .grad of a tensor that is no leaf was read
    [unused_parameter] A parameter got no gradient in distributed training
    [order_of_calls] GradScaler was updated without a step
    [non_finite] A gradient became NaN
   *[none] No error of autograd that is known
}
reading-meaning = { $kind ->
    [version_mismatch] Backward needs the tensor as it was when an op kept it. An edit in place has overwritten it since, so the gradient would be wrong.
    [transform_edit] Inside a transform of torch.func, a tensor that was kept for its gradient was edited in place afterwards.
    [leaf_in_place] Autograd refuses an edit in place of a leaf that requires grad, or of a view of one: its .grad would no longer belong to its values.
    [multi_view_in_place] unbind(), split(), chunk(), iteration and some custom Functions return several views at once. Autograd cannot follow an edit in place of one of them, or of their base.
    [view_in_place] The view was made by a custom Function, by a module hook, under no_grad or in inference mode. Autograd cannot follow an edit in place of it, or of its base.
    [graph_freed] A backward pass frees what its graph has saved. A second one came to a part of the graph that had been freed.
    [no_grad_path] No path of recorded ops leads from the tensor that backward() or grad() was called for to a leaf that requires grad, or to the inputs that were asked for.
    [non_scalar_root] Backward starts with a gradient of 1 for a scalar. For any other tensor it must be given a gradient of the same shape.
    [inference_tensor_saved] An op outside of inference mode would have to save a tensor that was made in it, and such a tensor has no version counter.
    [inference_edit] A tensor that was made in inference mode can be edited and changed there only. A clone() of it can be edited.
    [custom_gradients] backward() must return one gradient for each argument of forward(), each of its argument's shape and on its device, and None for what needs none.
    [out_argument] An op that writes into out= is not recorded, so it is refused where an argument requires grad.
    [non_leaf_optimized] An optimizer takes leaves. The result of an op, such as .to(device) or a product, is none.
    [non_leaf_copied] deepcopy() copies leaves only. The tensor is the result of an op, often one that a module keeps as an attribute.
    [numpy_requires_grad] NumPy records nothing, so numpy() is refused for a tensor that requires grad. detach().numpy() shares its memory.
    [integer_requires_grad] Only floating-point and complex numbers have gradients.
    [non_leaf_flag] requires_grad of the result of an op follows from its inputs. detach() gives a tensor that requires none.
    [non_leaf_grad] Only leaves keep their .grad, unless retain_grad() was called before backward().
    [unused_parameter] DistributedDataParallel waits for a gradient of each parameter, and at least one took no part in the loss.
    [order_of_calls] GradScaler.update() needs what GradScaler.step() has found since the last update.
   *[other] Backward computed a NaN: often an infinite slope times zero, as of sqrt(0), log(0) or a division by zero.
}
reading-fact-raised = { $kind ->
    [refused] Refused is what line { $line } does{ $shown ->
        [yes] : { $code }
       *[no] .
    }
   *[other] It was raised by line { $line }{ $shown ->
        [yes] : { $code }
       *[no] .
    }
}
reading-fact-view-of = The view is output { $output } of { $node }.
reading-fact-compiled = The pass is of code that torch.compile made. It keeps more than single ops do, so the tensor may be a parameter, a buffer (as of a BatchNorm layer), an input, or something between.
reading-fact-tensor = The edited tensor has shape { $shape }{ $dtype ->
    [unknown] { "" }
   *[other] { " " }and dtype { $dtype }
}{ $device ->
    [unknown] { "" }
    [cpu] { "" }
   *[other] , on { $device }
}.
reading-fact-versions = It was kept at version { $saved } and is at version { $current }: { $edits ->
    [0] it was edited since.
    [one] it was edited once since.
   *[other] it was edited { $edits } times since.
}
reading-fact-unnamed = The message does not say which tensor it is, as PyTorch does from version 1.1 on: it is of an older one, or it is cut off.
reading-fact-output = The edited tensor is output { $output } of { $node }. { $keeps ->
    [result] Its op keeps its result for its gradient, so an edit of that result is enough. Or this node is the edit itself: recent versions of PyTorch name the latest op.
    [both] Its op keeps its inputs and its result for its gradient, so an edit of that result is enough. Or this node is the edit itself: recent versions of PyTorch name the latest op.
    [input] Its op keeps no result, so another op kept this tensor as an input. This node may be the edit itself: recent versions of PyTorch name the latest op.
    [nothing] Its op keeps no tensor, so another op kept this one as an input. This node may be the edit itself: recent versions of PyTorch name the latest op.
   *[unknown] What its op keeps is not known.
}
reading-fact-saver = Anomaly mode: the node whose backward failed is { $node }. { $keeps ->
    [result] Its op keeps its result.
    [both] Its op keeps inputs and its result.
    [input] Its op keeps inputs.
    [nothing] By the table of derivatives its op keeps no tensor.
   *[unknown] What its op keeps is not known.
}
reading-fact-leaf = The message names no output of a node. So the tensor has no grad_fn: it is a leaf, as a parameter that optimizer.step() edited between two passes or an edit under no_grad changed, or it needs no gradient, as a buffer or an input.
reading-fact-weight = { $node } is how a layer uses its weight, transposed: what was edited is often the weight, by optimizer.step() between forward and backward.
reading-fact-view = { $node } stands for a view whose base was edited: a layer's weight that optimizer.step() edited, or a part of a tensor that was written into.
reading-fact-forward = Anomaly mode: { $named ->
    [yes] { $node }
   *[no] the node that failed
} was recorded on line { $line }{ $shown ->
    [yes] { " " }({ $code })
   *[no] { "" }
}.{ $edited ->
    [no] { "" }
   *[yes] { " " }The edit comes after that.
}
reading-about-several = The text has { $count } different errors of autograd: this is about the last one.
reading-about-no-own = Every line of the traceback is in a library: the line of the program is not in it.
reading-about-not-custom = This error is known, but comes from a built-in op, unless a custom Function has the name of one: { $message }
reading-about-other-error = The text has an error, but none of autograd that is known here: { $type }: { $message }
reading-elsewhere = { $about ->
    [device] It is about a device that is not there: this PyTorch was built without it, or finds none. torch.cuda.is_available() tells; map_location="cpu" loads what was saved on one.
    [devices] It is about devices: an op was given tensors that are on different ones. .to(device) copies one to another.
    [memory] It is about memory. What autograd keeps for backward is a part of what is used: gradreel why film.json --kept tells how large, by line.
    [worker] It is about a worker process of a DataLoader, which ended. With num_workers=0 the error itself, if there is one, is raised in the program.
   *[other] This line only passes on what another process or thread raised. Paste what follows it as well, from "Original Traceback" on.
}
reading-about-cut = The text has a traceback without its last line: what was raised is cut off. Paste that line too.
reading-about-language = The text looks like an error of { $language }. Errors of PyTorch's autograd in Python are read here.
reading-about-nothing = The text has no traceback and no message of PyTorch's autograd. Paste the whole traceback, with its last line.
reading-too-large = The text is too large: at most { $most } KiB are read. Leave out what is far from the traceback.
reading-search-node = { $node }, which the message names, is the node that this edit records.
reading-search-augmented = This edits the tensor itself, where x = x + … makes a new one.
reading-search-module = It overwrites its input, which the layer before may have kept.
reading-search-subscript = It writes into the tensor that an op may have kept as a whole.
reading-search-method = Methods whose names end in an underscore edit in place.
reading-search-step = It edits every parameter. A backward pass after it, through a forward pass before it, needs the old values.
reading-search-weights = A layer uses its weight through a view ({ $node }), and a step edits the weight.
reading-search-whole = { $node } made a view: an edit of its base, or of another view of it, counts for all.
reading-search-out = It overwrites the tensor that it is given.
reading-search-no-grad = An edit under no_grad moves the version counter too.
reading-search-buffer = A buffer or a state that is written in every round of a loop is edited after the round before has kept it.
reading-search-load = It overwrites the parameters.
reading-search-norm = An embedding with max_norm edits its weight when it is called.
reading-search-leaf-augmented = If x is a leaf that requires grad, this is refused: edit it under torch.no_grad().
reading-search-leaf-subscript = If x is a leaf that requires grad, or a view of one, this is refused: edit x.clone() instead.
reading-search-leaf-method = Initialize parameters under torch.no_grad(), or with torch.nn.init.
reading-search-leaf-made = What is made so is a leaf: require grad after it has been filled.
reading-search-second-backward = Each backward pass frees its graph: two of them may share a part of it.
reading-search-same-backward = This pass runs in every round of a loop: what was computed before the loop is freed by the first round.
reading-search-carried = It is carried from one round into the next, with the graph of the rounds before: detach() it between them.
reading-search-summed = A sum of losses keeps the graphs of all rounds: call backward() on the loss of this round.
reading-search-grad-call = autograd.grad() frees the graph as backward() does.
reading-search-detach = detach() cuts the path.
reading-search-under-no-grad = Nothing in there is recorded.
reading-search-item = A Python number has no graph.
reading-search-data = .data is cut off from the graph.
reading-search-rebuilt = A new tensor of numbers has no graph.
reading-search-numpy = What goes through NumPy has no graph.
reading-search-frozen = What is frozen needs no gradient: if everything is, nothing does.
reading-search-argmax = A choice or a rounding has no gradient.
reading-search-root = Call it on a scalar, such as loss.mean(), or give it a gradient.
reading-search-reduction = The loss is then no scalar.
reading-search-many-views = It returns several views: index x[i] instead, or edit a clone().
reading-search-rows = Iteration returns several views at once, as unbind() does.
reading-search-view-made = A view that is made in there must be edited in there.
reading-search-hook = A full backward hook gives the module views: turn inplace=True off there.
reading-search-inference = Tensors that are made in there cannot be used for gradients: clone() them outside, or use no_grad().
reading-search-custom = Compare what it returns with the arguments of forward().
reading-search-out-refused = Assign the result instead.
reading-search-non-leaf = The result of an op is no leaf: make the tensor where it is needed, and then require grad.
reading-search-copied = What is copied holds the result of an op.
reading-search-kept-result = An attribute of a module may hold the result of an op: detach() it where it is kept.
reading-search-to-numpy = Call detach() first.
reading-search-np = A function of NumPy that is given a tensor calls numpy().
reading-search-integer = The tensor holds integers: make it of floating-point numbers.
reading-search-flag = It can be set for leaves only: detach() the result of an op.
reading-search-grad-read = Call retain_grad() on the tensor before backward(), or read the .grad of a leaf.
reading-search-unused = A layer that the forward pass does not use gets no gradient: find_unused_parameters=True, or leave it out.
reading-search-scaler = Call scaler.step(optimizer) before it.
reading-search-slope = Its slope at 0 is infinite.
reading-search-log = log(0) is infinite.
reading-search-division = A division by zero.
reading-search-power = A power below 1 has an infinite slope at 0.
reading-search-log1p = log1p(-1) is infinite.
reading-search-logit = logit(0) and logit(1) are infinite.
reading-search-ends = Its slope at 1 and -1 is infinite: keep what it is given inside of them.
reading-search-acosh = Its slope at 1 is infinite.
reading-search-hypot = At (0, 0) its slope is 0 / 0.
reading-search-one-number = Of one number it divides by 0.
reading-search-minus-infinity = Where every number of a row is -∞, it computes ∞ - ∞.
reading-search-equal = Its gradient divides by the differences of eigenvalues or singular values: two that are equal give 0.
reading-search-singular = Its gradient needs the inverse of the matrix: a singular one has none.
reading-search-overflow = Where it overflows, its slope is infinite.
reading-search-factor = An infinite factor times zero.
reading-search-read-infinite = It reads an infinite number or a NaN.
reading-search-computes = { $node } is its gradient: look at what it is given, and at the gradient that comes to it.
reading-search-own-nan = { $node } is a custom Function: look at what its backward() computes.
reading-edit-augmented = It edits in place.
reading-edit-subscript = It writes into the tensor.
reading-edit-attribute = It writes into the tensor.
reading-edit-method = It edits in place.
reading-edit-module = It overwrites its input (inplace=True).
reading-edit-out = It writes into out=.
reading-edit-step = The step edits the parameters.
reading-edit-load = It overwrites the parameters.
reading-edit-norm = An embedding with max_norm edits its weight when it is called.
reading-edit-data = It edits past the version counter.
reading-edit-node = { $node }, which the message names, is the node that this edit records.
reading-edit-weights = A layer uses its weight through a view ({ $node }), and this edits weights.
reading-edit-part = { $node } made a view, and this writes into the whole.
reading-edit-maker = It edits { $name }, which { $node } may have made.
reading-edit-saved = It edits { $name }, which stands on line { $saved_line }, where anomaly mode says that it was kept.
reading-edit-alias = It edits { $name }, another name for what stands on line { $saved_line }, where anomaly mode says that it was kept.
reading-edit-leaf-step = The message names no node, so a leaf was edited, and this edits parameters.
reading-edit-leaf-no-grad = The message names no node, so a leaf may have been edited, and this edits under no_grad.
reading-edit-shape = It edits { $name }, which is made in the shape that the message names.
reading-edit-refused = This is the edit that was refused.
reading-edit-of-leaf = It edits a tensor that was made to require grad.
reading-not-rebound = x = x + … and other assignments to a name: they make a new tensor, and the kept one stays.
reading-not-data = edits through .data: they move no version counter, so this check cannot see them.
reading-not-numpy = edits through a NumPy array that shares the memory: they move no version counter either.
reading-not-leaf = a parameter: it has no grad_fn, and the message would name no output of a node.
reading-not-no-grad = edits of leaves under torch.no_grad(): they are allowed.
reading-not-retained = retain_graph=True that is missing in the pass which raises: an earlier pass has freed the graph.
reading-not-zeroed = a gradient that is only zero: there is no path at all.
reading-ruled-out = ruled out: { $what }
reading-suspect = { $line ->
    [none] search for `{ $text }`
   *[other] line { $line }: { $text }
}. { $reason }
reading-record = To see it, record it where the program runs: { $first }, or { $second }
reading-example = The nearest built-in example: { $example }
reading-torch = PyTorch { $versions } words it so.
reading-code-unreadable = Python cannot read the code beside the text, so it was left out.
reading-code-no-line = No line of the traceback is in the code beside it.
