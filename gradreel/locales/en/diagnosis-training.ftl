### Diagnoses of training loops: graphs that grow, gradients that add up or reach no optimizer.

diagnosis-unreached_parameters-title = Parameters that never learn
diagnosis-unreached_parameters-finding = { $named ->
    [yes] No backward pass reaches { $name }
   *[no] No backward pass reaches a parameter
}
diagnosis-unreached_parameters = { $named ->
    [yes] { $name }
   *[no] A parameter
}{ $more ->
    [0] { " " }is
    [one] { " " }and one more parameter are
   *[other] { " " }and { $more } more parameters are
} given to an optimizer, and no backward pass gives a gradient to { $more ->
    [0] it
   *[other] them
}: step() changes nothing there. What backward() on line { $backward_line } begins from depends on { $more ->
    [0] it
   *[other] them
} all the same.{ diagnosis-cut-parameters }
diagnosis-cut-parameters = { $cut ->
    [no_grad] { " " }Line { $cut_line } ({ $code }) drew a sample of { diagnosis-cut-from }, and a draw has no gradient.
    [detach] { " " }Line { $cut_line } ({ $code }) made a new leaf of { diagnosis-cut-from } with detach().
    [data] { " " }Line { $cut_line } ({ $code }) went on from the values of { diagnosis-cut-from } alone, with .data.
    [item] { " " }Line { $cut_line } ({ $code }) turned { diagnosis-cut-from } into a plain number, which has no gradient.
   *[tensor] { " " }Line { $cut_line } ({ $code }) copied the values of { diagnosis-cut-from } into a new leaf and left the graph behind.
}

diagnosis-shared_weights-title = Two names, one set of weights
diagnosis-shared_weights = { $case ->
    [copy] Line { $line } ({ $code }) copies { $named ->
        [yes] { $tensor }
       *[no] a weight
    } onto itself, so nothing changes.
    [pair] On line { $line } ({ $code }), { $one } and { $other } are the same tensor{ $named ->
        [yes] , { $tensor }
       *[no] { "" }
    }: it is updated from itself.
    [stale] Line { $line } ({ $code }) uses { $second }, whose weights backward needs as they were then, and line { $other_line } changes { $first }. Both are the same weights.
    [frozen] Line { $line } ({ $code }) freezes the weights of { $second } and with them those of { $first }, which are the same. So nothing is left to learn.
   *[cut] Line { $line } ({ $code }) computes a part of the loss that gets no gradient from { $second }, and { $other_line ->
        [none] { "" }
       *[other] line { $other_line }{ " " }
    }another part from { $first }. Both are the same weights, so the part without gradient moves with every update.
}{ $second_line ->
    [none] { "" }
   *[other] { " " }Line { $second_line } ({ $second_code }) makes no copy: what changes { $first } changes { $second } too.
}

# Graphs that grow

diagnosis-graph_grows-title = A graph that grows with every round
diagnosis-graph_grows-finding = Line { $line } keeps the graph of every round in { $holder }
diagnosis-graph_grows = Line { $line } ({ $code }) keeps the graph of every round of the loop on line { $loop_line }: { $holder } holds on to it{ $more ->
    [0] { "" }
    [one] , and so does { $more } more name
   *[other] , and so do { $more } more names
}. No backward pass will read what that graph has saved, and it is not freed: { $bytes } bytes more in each of { $rounds } rounds.

# Gradients that add up, are cleared too early, or reach no optimizer

diagnosis-gradient_accumulates-title = Gradients that are never cleared
diagnosis-gradient_accumulates-finding = { $named ->
    [yes] { $name }.grad is not cleared between the steps of line { $line }
   *[no] Gradients are not cleared between the steps of line { $line }
}
diagnosis-gradient_accumulates = Line { $line } ({ $code }) uses more than one round’s gradient: backward() on line { $backward_line } added to the .grad of { diagnosis-some-leaves }, and an earlier step had used what was there. { $ever ->
    [yes] It is cleared at times, but not between these steps.
   *[no] Nothing clears it between the steps.
}
diagnosis-some-leaves = { $named ->
    [yes] { $name }
   *[no] a leaf
}{ $more ->
    [0] { "" }
    [one] { " " }and one more
   *[other] { " " }and { $more } more
}
diagnosis-order_of_calls-title = Calls in the wrong order
diagnosis-order_of_calls = { $case ->
    [cleared] Line { $line } ({ $code }) clears the gradients of backward() on line { $backward_line } before the step on line { $step_line } uses them: the step changes nothing.
    [clipped] Line { $line } ({ $code }) clips gradients after the step on line { $step_line } has used them: what is clipped changes no weight any more.
    [scaled] Line { $line } ({ $code }) clips gradients that are still multiplied by the scale of GradScaler: the limit is that many times too small. The step on line { $step_line } divides by the scale only afterwards.
    [updated] Line { $line } ({ $code }) updates the scaler before its step on line { $step_line } has looked for infinities: update() has nothing to go by, and raises.
    [unscaled] Line { $line } ({ $code }) takes the step without the scaler, with gradients that are still multiplied by its scale; update() on line { $step_line } then has nothing to go by, and raises.
   *[scheduled] Line { $line } ({ $code }) steps the scheduler before the optimizer, on line { $step_line }, has taken a step: the first learning rate is never used.
}
diagnosis-not_optimized-title = Gradients that no optimizer uses
diagnosis-not_optimized-finding = No optimizer that steps has { $name }
diagnosis-not_optimized = { $name }{ $more ->
    [0] { " " }gets
    [one] { " " }and one more parameter get
   *[other] { " " }and { $more } more parameters get
} gradients from backward() on line { $backward_line }, and no optimizer that steps has { $more ->
    [0] it
   *[other] them
}{ $others ->
    [yes] , while others of { $module } are updated
   *[no] : no optimizer updates anything of { $module }
}.{ $buffer ->
    [yes] { " " }It is a buffer, and parameters() of a module leaves buffers out: one that is to be trained is an nn.Parameter.
   *[no] { "" }
}{ $one ->
    [yes] { " " }{ $younger ->
        [yes] It was made after the optimizer on line { $line } ({ $code }).
       *[no] The optimizer is made on line { $line } ({ $code }).
    }
   *[no] { "" }
}
diagnosis-unused_parameter-title = Parameters that nothing uses
diagnosis-unused_parameter-finding = { $name } gets no gradient
diagnosis-unused_parameter = { $name }{ $more ->
    [0] { " " }gets
    [one] { " " }and one more parameter get
   *[other] { " " }and { $more } more parameters get
} no gradient: { $case ->
    [never] { $own ->
        [yes] the forward of { $module } never uses it
       *[no] { $module } is part of { $around }, whose forward never uses it
    }
    [not_now] the program uses { $module } only under a condition that did not hold in this run
   *[used] line { $used_line } uses { $module }, and nothing of that reaches what backward() on line { $backward_line } begins from
}.{ $reduction ->
    [yes] { " " }DistributedDataParallel waits for the gradient of every parameter; find_unused_parameters=True lets it look for those that get none.
   *[no] { "" }
}
