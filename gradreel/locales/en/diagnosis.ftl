### What diagnoses share: names of tensors, other edits, repetitions.

# What a reader calls a tensor. $how: name, view, result or tensor.
diagnosis-what = { $how ->
    [view] a view of { $name }
    [result] the result of { $name }
    [tensor] a tensor of shape { $name }
    [unknown] a tensor
   *[name] { $name }
}
# The same at the beginning of a sentence.
diagnosis-what-first = { $how ->
    [view] A view of { $name }
    [result] The result of { $name }
    [tensor] A tensor of shape { $name }
    [unknown] A tensor
   *[name] { $name }
}
# Only Chinese needs to know whether a word follows.
diagnosis-what-then = { $how ->
    [name] { $name }
   *[other] { diagnosis-what }
}
diagnosis-others = { $others ->
    [0] { "" }
    [one] { " " }The same edit made one more saved tensor stale.
   *[other] { " " }The same edit made { $others } more saved tensors stale.
}
diagnosis-others-overwritten = { $others ->
    [0] { "" }
    [one] { " " }The same write changed one more saved tensor.
    [other] { " " }The same write changed { $others } more saved tensors.
   *[none] { "" }
}
# The layer that saved, where it is one inside a model: AddmmBackward0 in transformer.h.3.attn
diagnosis-in-module = { $in_module ->
    [yes] { " " }in { $module }
   *[no] { "" }
}
# How often the same happened: executions of the line that edited, or exceptions that were raised.
diagnosis-edits = { $rounds ->
    [1] { "" }
    [other] { " " }Line { $edit_line } did this { $rounds } times.
   *[none] { "" }
}
diagnosis-rounds = { $rounds ->
    [1] { "" }
    [other] { " " }This happened { $rounds } times.
   *[none] { "" }
}
diagnosis-caught = { $caught ->
    [yes] { " " }The program caught the error and went on.
   *[no] { "" }
}
# Further lines that edited it before the check.
diagnosis-again = { $again ->
    [0] { "" }
    [1] , and to { $current } on line { $again_line }
    [other] , and to { $current } on { $again } further lines
   *[none] { "" }
}
diagnosis-edit = { $hidden ->
    [yes] Inside line { $edit_line } ({ $code }), where no edit can be seen, { $op } edited { diagnosis-edited } in place
    [unseen] Line { $edit_line } ({ $code }) edited { diagnosis-edited } in place in a way that is not recorded
    [between] Between line { $saved_line } and line { $raise_line }, something that is not recorded edited { diagnosis-edited } in place
   *[no] Line { $edit_line } ({ $code }) edited { diagnosis-edited } in place
}
diagnosis-edited = { $through ->
    [other] the same memory through { $other }
   *[same] it
}
