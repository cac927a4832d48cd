### Fixes.

fix-out_of_place_inside = Make a new tensor on line { $line } instead: { $code }.{ $more ->
    [0] {""}
    [one] {" "}So on one more line.
    [other] {" "}So on { $more } more lines.
   *[unknown] {""}
  }

fix-edit_a_clone = Edit a clone: { $name } = { $name }.clone() above line { $line }.
fix-out_of_place = Make a new tensor on line { $line } instead: { $code }.{ $more ->
    [0] {""}
    [one] {" "}So on one more line.
    [other] {" "}So on { $more } more lines.
   *[unknown] {""}
  }{ $of_leaf ->
    [yes] {" "}It is part of the graph: { $name }.grad says how the result depends on { $name } as it was before.
   *[no] {""}
  }
fix-clone_result = Let line { $line } give { $name } a clone of the result, so that backward keeps its own copy.
fix-clone_parts = Clone the parts on line { $line }: each then has memory of its own.
fix-single_views = Take the parts of { $name } one by one on line { $line }: an in-place edit of each is then followed.
fix-save_clones = Let lines { $lines } work on clones, so that backward keeps copies of its own.
fix-allow_mutation = Put all that follows the imports into torch.autograd.graph.allow_mutation_on_saved_tensors(): it copies what edits are about to overwrite, { $bytes ->
    [one] one byte
   *[other] { $bytes } bytes
} here. It misses edits through a slice that begins further in, without an error.
fix-save_a_clone = Let line { $line } work on { $name }.clone(), so that backward keeps its own copy.
fix-step_after_backward = Move the optimizer's step from line { $line } to after the backward() on line { $raise_line }. The step then uses the gradients of both passes, and those of the second are those of the weights before the step.
fix-forward_again = Compute { $name } again below the step on line { $line }: the gradients are then those of the new weights.
fix-forward_after_step = Compute { $name } below the step on line { $line }: the gradients are then those of the new weights.
fix-edit_after_backward = Move the edit on line { $line } to after the backward() on line { $raise_line }, which still needs the old values. The gradients are then those of the values before the edit.
fix-inplace_off = Switch inplace=True off.
fix-no_grad = Put line { $line } into with torch.no_grad(): the edit is then no part of the graph, and the gradient is that of the edited values.
fix-no_grad_lines = Put line { $line } to line { $last_line } into with torch.no_grad(): the edits are then no part of the graph, and the gradients are those of the edited values.

fix-retain_graph = Keep the saved tensors for the second pass: retain_graph=True on line { $line }.
fix-compute_in_loop = Compute { $name } in the loop, not once on line { $line }: each round then goes backward through a graph of its own.
fix-detach_shared = Detach { $name } on line { $line }: this loss then gives no gradient to what { $name } was computed from.
fix-empty_list = Empty { $name } below line { $line }: the next pass then begins from new losses only.
fix-add_losses = Add the losses and call backward() once, not on line { $raise_line } again.
fix-detach_kept = Detach what line { $line } gives { $name }: its values stay, and the graph of the round can go.
fix-number_kept = Give { $name } the number with item() on line { $line }: a Python number has no graph.
fix-fresh_graph = Compute the forward pass anew each time, and detach() what is carried over from the last one. The gradients are then those of one round: none goes on into earlier ones.
fix-allow_unused = Let what nothing depends on have no gradient: allow_unused=True on line { $line } gives None for it.
fix-rsample = Draw with rsample() on line { $line }: the sample then depends on what the distribution was given.
fix-create_graph = Ask for a gradient that can be differentiated again: create_graph=True on line { $line }.
fix-keep_path = Leave { $op } out on line { $line }, so that the gradient flows through.
fix-no_new_leaf = Use { $code } as it is on line { $line }, not a new leaf made of its values: the gradient then flows through.
fix-stack = Use torch.stack on line { $line }: it keeps the path to each element.
fix-enable_grad = Compute this part with gradients on: torch.enable_grad() on line { $line }, or move it out of the block.
fix-require_grad = Create the tensor that you want a gradient for with requires_grad=True.
fix-no_grad_mode = Use torch.no_grad() instead of torch.inference_mode(): what it makes are ordinary tensors.
fix-in_place_update = Edit { $name } in place on line { $line }, so that the name keeps the leaf: { $code }.{ $more ->
    [0] { "" }
    [one] { " " }The same on one more line.
   *[other] { " " }The same on { $more } more lines.
}
fix-update_by_hand = Update { $name } in place under torch.no_grad() on line { $line }, so that the name keeps the leaf ({ $code }){ $clears ->
    [yes] , and set its gradient to None for the next round
   *[no] { "" }
}.{ $more ->
    [0] { "" }
    [one] { " " }The same on one more line.
   *[other] { " " }The same on { $more } more lines.
}
fix-retain_grad = Call { $name }.retain_grad() after line { $line }, before backward().{ $several ->
    [yes] { " " }Do the same for { $others }.
   *[no] { "" }
}
fix-no_requires_grad = Create { $name } on line { $line } without requires_grad=True: what is put into it brings its own gradients along.
fix-keep_leaf_name = Keep a name for the leaf before line { $line } and read { $leaf }.grad.
fix-clone_alias = { $array ->
    [yes] Give { $name } memory of its own: .copy() on line { $line }.
   *[no] Give { $name } memory of its own: .clone() on line { $line }.
}
fix-detach_not_data = Use .detach() instead of .data on line { $line }: the version check then sees the edit.
fix-deep_copy = Give { $name } weights of its own on line { $line }: copy.deepcopy.
fix-use_cpu = Run it on the CPU instead of { $device }: autograd records the same graph there.
fix-no_workers = Load the data in the program itself: num_workers=0.
fix-no_decorator = Leave the decorator on line { $line } out, so that this function is recorded.
fix-sum_root = Go backward from the sum of its elements on line { $line }: .sum().
fix-mean_root = Go backward from the mean of its elements on line { $line }: .mean().
fix-gradient_argument = Let each element count the same: gradient=torch.ones_like({ $name }) on line { $line }.
fix-gradient_shape = Give line { $line } a gradient of shape { $shape }.
fix-make_leaf = { $line ->
    [none] Make a leaf of { $name }, with .detach().requires_grad_().
   *[other] Make a leaf of what line { $line } gives, with .detach().requires_grad_().
}
fix-detach_first = Call detach() before numpy() on line { $line }.
fix-detach_name = Cut { $name } off on line { $line } instead: { $name } = { $name }.detach().
fix-clone_not_copy = Copy its values on line { $line }: { $name }.detach().clone().
fix-parametrized = Use torch.nn.utils.parametrizations.weight_norm: its layer computes the weight when it is asked for and holds no result.
fix-detach_before_copy = Keep a detached tensor in what line { $line } copies: .detach().
fix-float_values = Make floating-point numbers of it on line { $line }.
fix-result_not_out = Bind the result on line { $line } to the name { $name } instead.
fix-return_gradients = { $case ->
    [count] Return { $expected } gradients from the backward of { $function }, one for each input of its forward; None where none is needed.
   *[shape] Return a gradient of shape { $expected } from the backward of { $function }, not { $got }: sum over what was broadcast.
}
fix-differentiable_loss = Compute the loss without line { $line }: from the numbers that the network gives, not from decisions made of them.

fix-clear_gradients = Call { $name }.zero_grad() so that the gradient that the step on line { $line } used is cleared before the next backward().
fix-clear_gradient = Set { $name }.grad to None below line { $line }, so that the next backward() begins anew.
fix-step_then_clear = Let the step on line { $step_line } come after backward() and before the zero_grad() of line { $line }.
fix-clip_before_step = Clip before the step on line { $step_line }, not after it.
fix-schedule_after_step = Move the scheduler’s step from line { $line } to below that of the optimizer on line { $step_line }.
fix-unscale_before_clip = Call { $name }.unscale_() above line { $line }, so that the gradients themselves are clipped.
fix-update_after_step = Move the update of line { $line } below the scaler’s step on line { $step_line }.
fix-step_by_scaler = Let { $name } take the step on line { $line }: it divides the gradients by the scale and skips the step where they are infinite.
fix-optimize_too = Give the optimizer on line { $line } the parameters of { $name } as well.
fix-optimizer_after = Make the optimizer of line { $line } below line { $made_line }, so that it has the new parameters too.
fix-whole_module = Give the optimizer on line { $line } all parameters of { $name }.
fix-find_unused = Give DistributedDataParallel on line { $line } find_unused_parameters=True, so that it does not wait for the gradients of parameters that get none.

# Ways out of numbers that are not finite

fix-safe_where = Give what is not chosen a harmless value on line { $line }: { $name } only where { $condition }, 1 elsewhere. The gradient of what where() leaves out is multiplied by zero, and zero times infinity is NaN.
fix-eps_in_root = Add { $bound } inside the root on line { $line }: its slope at zero is infinite.
fix-clamp_root = Keep what is under the root on line { $line } at or above { $bound }.
fix-eps_in_division = Add { $bound } to the divisor on line { $line }.
fix-clamp_log = Keep what the logarithm on line { $line } is given at or above { $bound }.
fix-clamp_domain = Keep what is given to the function on line { $line } inside its interval by { $bound }: its slope at the ends is infinite.
fix-log_softmax = Compute log_softmax() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-log_sigmoid = Compute logsigmoid() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-with_logits = Compute binary_cross_entropy_with_logits() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-softplus = Compute softplus() on line { $line }, which does not overflow.
fix-finite_mask = Mask with the least finite number on line { $line }, not with minus infinity.
fix-mean_of_any = Let the mean on line { $line } be zero where there is nothing to average.
fix-without_correction = Divide by the number of elements on line { $line } (correction=0): the deviation of one element is then zero.

fix-leaky_relu = Use a leaky ReLU on line { $line }: it has a slope for negative numbers too.
fix-sigmoid_of_one = Use a sigmoid on line { $line }: a single output has nothing to share its probability with.
fix-straight_through = Let the gradient pass the step on line { $line } as if it were not there.
