### What a piece of code shows without being run.

piece-edit-breaks = { $how ->
    [step] This step edits parameters that are kept before it: a backward pass that still needs them fails.
    [load] It overwrites parameters that are kept before it: a backward pass that still needs them fails.
   *[other] It edits { $name }, which is kept before it: a backward pass that still needs it fails.
}
piece-edit-silent = It edits { $name }, which is kept before it, past the version counter: backward does not fail, but computes with the new values. The gradient is then wrong, and nothing says so.
piece-edit-refused = { $name } requires grad and is made as a leaf, or is a view of one: PyTorch refuses this edit, except under torch.no_grad().
piece-edit-unfollowed = Whether this edit does harm is not known: this part of the code was not followed.
piece-edit-given-to = Nothing here is known to keep { $name } before this edit; but line { $line } gives it to { $called }, and what that keeps is not known.
piece-edit-unknown = Nothing here is known to keep { $name } before this edit; but it comes from a call that is not followed, which may have kept it.
piece-edit-given = Nothing here keeps { $name } before this edit; but it comes from outside of this function, and what made it may have kept it.
piece-edit-harmless = { $how ->
    [step] No pass that is still to come needs the parameters as they were: harmless, as far as this code shows.
   *[other] Nothing before this edit keeps { $name }: harmless, as far as this code shows.
}
piece-edit-grad = It edits a gradient. That does harm only after a backward pass with create_graph=True.
piece-keeps-result = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} its result for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-keeps-input = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} { $name } for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-keeps-weights = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} its parameters for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-or = {" or "}
piece-and = {", "}
piece-unreadable = Python cannot read this code
piece-title = { $count ->
    [0] Nothing edits in place here
   *[other] What edits in place here
}
piece-title-libraries = Not installed here: { $names }
piece-title-unused = Nothing here calls { $names }
piece-about = Read without running it. Whether a name is a tensor is a guess, and what functions of the code do inside is not followed across calls.
piece-missing = Used here and never bound: { $names }.
piece-libraries = Not here: { $names }. The code is read, and can be recorded where these are installed.
piece-call-offered = A small call of { $name }, with sizes that its layers take.
piece-call-missing = No call of { $name } is offered: it uses { $what }, which is not here.
piece-call-no-forward = { $name } has no forward() here, so no call is offered.
piece-call-inherited = What the constructor of { $name } takes is in the class that it is derived from, so no call is offered.
piece-call-argument = No call of { $name } is offered: what its argument { $what } is to be is not known.
piece-call-inputs = No call of { $name } is offered: which shape { $what } must have is not known from its layers.
piece-call-no-result = No call of { $name } is offered: it returns no tensor that could be summed.
piece-break = line { $line }: { $reason }
piece-call = add this to call it: { $call }
