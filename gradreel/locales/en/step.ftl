### The narration, one message per kind of event.

step-nothing = Nothing to play: no step of this program was recorded.
step-line = { $code } runs.
step-bind = The name { $name } now stands for this tensor.
step-output = Prints { $code }
step-warning = { $category }: { $text }
step-op = { $op } runs.
step-op-on = { $op } runs on { $inputs }.
step-inside = { $op }, inside { $code },
step-op-makes = { $op } makes { $name }.
step-op-from = { $op } makes { $name } from { $inputs }.
step-leaf = It is a leaf that requires grad: backward will fill its .grad.
step-shares-both = It shares memory and version counter with { $base }.
step-shares-memory = It shares the memory of { $base }, but not its version counter.
step-saves = { $node } saves { $items } for backward.
step-saved-item = { $name } (v{ $version })
step-number = the number { $code }
step-why = Kept because { $reasons }, where { $incoming } is the gradient that comes in.
step-why-goes = to { $goal } goes { $formula }
step-why-goes-summed = to { $goal } goes { $formula }, summed to its shape
step-why-read = Kept for the gradient of { $goals }; the formula is not shown.
step-why-edges =
    { $count ->
        [one] { $goes } along one of { $edges } edges, which add up
       *[other] { $goes } along { $count } of { $edges } edges, which add up
    }
step-why-for = Kept for the gradients of { $goals }.
step-why-together = Kept for the gradients of { $goals }, which one formula computes together.
step-why-author = { $node } is a custom Function: its forward() had this kept, and why is known only to its author.
step-why-inside = { $node } stands for an edit through a view: the function inside it keeps this, and which gradient reads it is not shown.
step-why-unknown = Why { $node } keeps it is not known: no formula of its gradients is at hand.
step-keeps-nothing-gradient = { $node } is recorded and keeps no tensor: what it passes on is computed from the incoming gradient alone, so no edit can break it.
step-keeps-nothing-numbers = { $node } is recorded and keeps no tensor: what it passes on is computed from the incoming gradient, and from numbers and shapes that no edit changes.
step-passes-on-gradient = { $node } is recorded: { $reasons }, where { $incoming } is the gradient that comes in. Nothing has to be kept, so no edit can break it.
step-passes-on-numbers = { $node } is recorded: { $reasons }, where { $incoming } is the gradient that comes in. Beside it only numbers and shapes are needed: no tensor has to be kept, so no edit can break it.
step-saves-nothing = { $node } is recorded; it needs to save nothing.
step-saves-unknown = { $node } is recorded; what it keeps for backward is not known.
step-saves-more =
    { $count ->
        [one] One more of its nodes saves something.
       *[other] { $count } more of its nodes save something.
    }
step-cut = Nothing is recorded: no gradient flows back through this result.
step-edit = { $code } writes into { $name } and raises its version from { $before } to { $after }.
step-edit-unknown = The check finds { $name } at version { $after }, and not { $before }: something that is not recorded has edited it since it was saved.
step-edit-metadata = { $code } changes the shape or the strides of { $name }, no element of it, and raises its version from { $before } to { $after }.
step-edit-silent =
    { $count ->
        [one] { $code } writes into the memory of { $name }; its version counter does not move.
       *[other] { $code } writes into the memory of { $name }; their version counters do not move.
    }
step-edit-many = { $code } writes into { $count } tensors and raises their versions: { $name }.
step-edit-behind =
    { $count ->
        [one] { $other } lies in the same memory and changes too, but its counter does not move.
       *[other] { $other } lie in the same memory and change too, but their counters do not move.
    }
step-stale = { $node } had saved it at version { $version }: that saved tensor is stale now.
step-stale-fails = { $node } had saved it at version { $version }, so backward will fail.
step-stale-many = { $count } nodes had saved it, { $node } among them: what they saved is stale now.
step-stale-many-fails = { $count } nodes had saved it, { $node } among them, so backward will fail.
step-backward-start = { $call } starts at { $root }: now the recorded nodes run in reverse.
step-retain-graph = The graph will be kept (retain_graph).
step-create-graph = The backward pass is itself recorded (create_graph).
step-node = { $node } runs and passes a gradient on to { $goals }.
step-node-hook = A hook on line { $line } turned the gradient for { $node } from { $before } into { $after }.
step-node-leaf = { $node } runs: the gradient has arrived at { $other }.
step-node-failed = { $node } could not finish: no gradient leaves it.
step-node-end = { $node } runs; its gradient goes no further.
step-unpack = { $node } takes out { $name }, saved at version { $version }. The counter still says { $current }: good.
step-unpack-stale = { $node } asks for { $name }, saved at version { $version }. The counter says { $current }: the check fails.
step-grad-first = { $name } is filled.
step-grad-first-value = { $name } is filled: { $code }.
step-grad-more = The gradient is added to { $name }, which was not empty.
step-grad-more-value = The gradient is added to what { $name } held: { $code }.
step-grad-not-finite = It is not finite: some elements are NaN or infinite.
step-born-value = { $was ->
    [infinite] Here infinities become NaN: { $code }.
   *[finite] Here numbers stop being finite: { $code }.
}
step-born-value-from = { $was ->
    [infinite] Here infinities become NaN: { $code }, made of { $from }.
   *[finite] Here numbers stop being finite: { $code }, made of { $from }.
}
step-born-gradient = { $was ->
    [infinite] In the gradient that it passes on, infinities become NaN: { $code }.
   *[finite] The gradient that it passes on stops being finite here: { $code }.
}
step-born-gradient-from = { $was ->
    [infinite] In the gradient that it passes on, infinities become NaN: { $code }, made of { $from }.
   *[finite] The gradient that it passes on stops being finite here: { $code }, made of { $from }.
}
step-free =
    { $count ->
        [one] The node that ran gives up what it saved: a second backward would fail.
       *[other] The { $count } nodes that ran give up what they saved: a second backward would fail.
    }
step-backward-end = Backward is done.
step-raise = { $type }: { $text }
step-raise-version = { $type }: { $node } needs { $name } at version { $version }, but the counter says { $current }. PyTorch stops here rather than compute a wrong gradient.
step-more = { $count } more
step-result-of = the result of { $op }
step-state-of = { $owner }'s state of { $name }
step-view-of = a view of { $name }
step-unnamed = an unnamed tensor
