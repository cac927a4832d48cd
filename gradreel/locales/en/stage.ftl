### Words drawn on the stage, and the overview.

stage-label = The film's stage
stage-minimap = The whole film, small
stage-forward = Forward →
stage-backward = ← Backward
stage-line = line { $line }
stage-saved = saved { $attribute }
stage-expected = expected version { $saved }, found { $current }
stage-copy-kept = a copy is kept
stage-same-version = same version, other values
stage-storage = one storage { $storage }
stage-wrong = wrong
stage-should-be = should be
stage-hook = hook · line { $line }
stage-name-moves = the name { $name }
stage-nothing-recorded = autograd has recorded nothing
stage-leaf = leaf
stage-scalar = scalar
stage-changed = changed
stage-freed = its saved tensors were freed
stage-iteration = iteration { $number }
overview-lines = lines { $lines }
overview-cell-raised = error in cell [{ $number }]: { $type }
overview-cell-stopped = the program was stopped in cell [{ $number }]
overview-cell-doubtful = something goes wrong in cell [{ $number }] without an error
overview-parameters = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}
overview-tensors = { $count ->
    [one] { $count } tensor
   *[other] { $count } tensors
}
overview-edits-parameters = { $count ->
    [one] edits { $count } parameter
   *[other] edits { $count } parameters
}
overview-edits-tensors = { $count ->
    [one] edits { $count } tensor
   *[other] edits { $count } tensors
}
stage-ops = { $count ->
    [one] { $count } op
   *[other] { $count } ops
}
stage-more-leaves = { $count ->
    [one] + { $count } leaf
   *[other] + { $count } leaves
}
stage-more-parameters = { $count ->
    [one] + { $count } parameter
   *[other] + { $count } parameters
}
stage-more-stale = { $count ->
    [one] + { $count } more saved tensor stale
   *[other] + { $count } more saved tensors stale
}
stage-nodes = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
}
stage-edits = { $count ->
    [one] { $count } edit
   *[other] { $count } edits
}
stage-legend-tensor = A tensor: its name in your code, its shape, its values. A leaf was made by you, not by an op; the green bar says that it requires grad.
stage-legend-dial = The version counter. Every in-place edit turns it one tick further; the colour stays as a reminder.
stage-legend-op = An op and the line that called it. The bead is a result that has no name.
stage-legend-flow = Values flow to the right. Blue: autograd follows. Grey: nothing here requires grad.
stage-legend-edit = An in-place edit, docked on the tensor that it writes.
stage-legend-saved = A tensor that a backward node keeps for later, with the version that it had then. Only these lines cross the lanes.
stage-legend-stale = The tensor has been edited since: the node would compute with wrong values, so backward will refuse.
stage-legend-storage = Tensors inside one dotted outline share memory: editing one changes the others. Dials that are joined are one counter.
stage-legend-silent = An edit that the version check cannot see, through .data or numpy: no error, but perhaps a wrong gradient.
stage-legend-node = A backward node, under the op that made it. It lights up when it runs; ∇ is the gradient that flows in.
stage-legend-grad = The node that stores a leaf's gradient, and the .grad that it fills.
stage-legend-hook = A hook: a line of yours that backward calls here. Where it changes the gradient, both are shown.
stage-legend-name = A name that moves: eta = eta * 2 makes a second tensor, and the name goes to it. The first one keeps its .grad.
stage-legend-cut = Here the way of the gradient is cut: nothing before this op will get one.
stage-legend-group = A closed group of ops: a layer, a function, rounds of a loop. Click it to open it.
stage-label-group = Closed group { $name }
stage-label-close = Open group { $name }
stage-label-tensor = Tensor { $name }, { $shape }
stage-label-requires-grad = requires grad
stage-label-op = Op { $name }
stage-label-node = Backward node { $name }
stage-label-edit = In-place edit { $text }
stage-label-refused = Refused in-place edit { $text }
stage-label-saved = { $node }: { $text }
stage-label-cut = cuts the gradient's path
stage-label-waiting = has not run yet
stage-label-running = running now
stage-label-done = has run
stage-label-failed = failed
stage-label-stale = stale
stage-label-silent = overwritten without a new version
stage-label-freed = given up
