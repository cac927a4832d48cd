### Diagnoses of edits in place, and of values that autograd did not see change.

diagnosis-version_mismatch-title = { $outcome ->
    [failed] The version check failed
    [fails] backward() will fail
   *[harmless] A stale saved tensor that nobody asks for
}
diagnosis-version_mismatch-finding = { $hidden ->
    [between] { diagnosis-what-first } is edited between line { $saved_line } and line { $raise_line }, after { $node } saved it
   *[no] { diagnosis-what-first } is edited in place on line { $edit_line }, after { $node } saved it
}
diagnosis-version_mismatch = { $outcome ->
    [failed] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. So line { $raise_line } raised: backward needs version { $saved_version } and found { $current }.{ diagnosis-others }{ diagnosis-edits }{ diagnosis-caught }
    [fails] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. So backward() will fail here: it needs version { $saved_version } and will find { $current }.{ diagnosis-others }{ diagnosis-edits }
   *[harmless] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. No backward pass asks for it, so nothing fails.{ diagnosis-others }{ diagnosis-edits }
}

# What a version check that failed has prevented. "place" is that of an element, [0, 2], where only one of many is told.
diagnosis-unchecked = { $case ->
    [right] Without the check, { $others ->
        [yes] the gradients
       *[no] the gradient
    } would have been right.
    [wrong] Without the check, { diagnosis-unchecked-what } would have been { $unchecked }; right is { $meant }.{ diagnosis-unchecked-others }
   *[other] Without the check, { diagnosis-unchecked-what } would have been wrong.{ diagnosis-unchecked-others }
}
diagnosis-unchecked-what = { $how ->
    [attribute] { $name }{ $place }
    [result] the gradient of { $name }{ $place }
   *[unnamed] a gradient
}
diagnosis-unchecked-others = { $others ->
    [yes] {" "}Other gradients would have been wrong too.
   *[no] {""}
}

diagnosis-transform_edit-title = The version check failed inside torch.func
diagnosis-transform_edit-finding = { $edits ->
    [1] Line { $edit_line } edits in place what torch.func keeps for backward
    [found] Line { $edit_line } edits in place what torch.func keeps for backward
   *[other] An in-place edit inside torch.func fails the version check on line { $line }
}
diagnosis-transform_edit = Line { $line } ({ $code }) raised: inside torch.func, { $what ->
    [result] the result of { $op }
   *[tensor] a tensor
} was kept for backward and then edited in place. { $edits ->
    [1] The in-place edit in there is on line { $edit_line } ({ $edit }).
    [found] Of the in-place edits in there, the one on line { $edit_line } ({ $edit }) edits such a result.
   *[other] The in-place edits in there are on lines { $edit_lines }; the film does not say which of them it was.
} A transform runs on wrappers of its own, so what happens inside is not recorded one by one.{ diagnosis-rounds }{ diagnosis-caught }
diagnosis-leaf_in_place-title = A leaf that requires grad refuses edits in place
diagnosis-leaf_in_place-finding = { $named ->
    [yes] { $is_view ->
        [yes] { $name }, a view of a leaf that requires grad, is edited in place on line { $line }
       *[no] { $name }, a leaf that requires grad, is edited in place on line { $line }
    }
   *[no] A leaf that requires grad is edited in place on line { $line }
}
diagnosis-leaf_in_place = { $is_view ->
    [yes] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a view of { $based ->
        [yes] { $base }, a leaf that requires grad
       *[no] a leaf that requires grad
    }. Line { $line } ({ $code }) would edit it in place while autograd is recording, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a leaf that requires grad. Line { $line } ({ $code }) would edit it in place while autograd is recording; then it would no longer be the leaf whose gradient you asked for, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-multi_view_in_place-title = Views that come in a bundle refuse edits
diagnosis-multi_view_in_place-finding = { $named ->
    [yes] { $name }, one of several views, is edited in place by line { $line }
   *[no] One of several views is edited in place by line { $line }
}
diagnosis-multi_view_in_place = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
} is one of several views{ $made ->
    [yes] { " " }that { $op } returned together on line { $made_line }
   *[no] { " " }that one call returned together
}. { $base_edited ->
    [yes] Line { $edit_line } ({ $edit_code }) then edited their memory in place, and autograd cannot bring such a view up to date. So line { $line } ({ $code }), which uses it, was refused.
   *[no] Autograd cannot follow an in-place edit of such a view, so line { $line } ({ $code }) was refused.
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_tensor_saved-title = An inference tensor cannot be saved for backward
diagnosis-inference_tensor_saved-finding = Line { $line } has to save { diagnosis-which }, an inference tensor
diagnosis-inference_tensor_saved = { $known ->
    [yes] { diagnosis-what-first }{ $dated ->
        [yes] , made on line { $made_line }
       *[no] { "" }
    }, is an inference tensor
   *[no] One of the tensors on line { $line } is an inference tensor
}: it has no version counter. Line { $line } ({ $code }) has to save it for backward, which needs one.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-silent_overwrite-title = { $outcome ->
    [recomputed_wrong] A gradient is silently wrong
    [wrong] A gradient is silently wrong
   *[other] Saved values were overwritten unseen
}
diagnosis-recomputed = The checkpoint on line { $saved_line } keeps no results: the backward pass runs it again. Line { $edit_line } ({ $code }) changed { $named ->
    [yes] { $name }
   *[no] a tensor
} before that, which { $op } in it reads, so backward differentiates another forward than the one that gave the loss. No version counter that autograd checks covers this.{ " " }
diagnosis-silent_overwrite-finding = { $outcome ->
    [recomputed_wrong] { $gradient } is silently wrong: line { $edit_line } edits what a checkpoint reads again
    [recomputed_unchanged] Line { $edit_line } edits what a checkpoint reads again
    [recomputed_unknown] Line { $edit_line } edits what a checkpoint reads again
    [wrong] { $gradient } is silently wrong: line { $edit_line } overwrites { diagnosis-what } after { $node } saved it
   *[other] Line { $edit_line } overwrites { diagnosis-what } unseen, after { $node } saved it
}
diagnosis-silent_overwrite = { $outcome ->
    [recomputed_wrong] { diagnosis-recomputed }{ $gradient } is wrong, and nothing was raised.
    [recomputed_unchanged] { diagnosis-recomputed }The gradients came out the same.
    [recomputed_unknown] { diagnosis-recomputed }The gradients may be wrong.
   *[overwritten] { $node } on line { $saved_line } saved { diagnosis-what }. Line { $edit_line } ({ $code }) then overwrote { $through ->
        [other] the same memory through { $other }
       *[same] its values
    }, and no version counter that autograd checks moved. { $outcome ->
        [wrong] Backward computed with the new values: { $gradient } is wrong, and nothing was raised.
        [unchanged] Backward computed with the new values, but the gradients came out the same.
        [unknown] Backward computed with the new values, so the gradients may be wrong.
       *[unused] No backward pass has asked for it since.
    }{ diagnosis-others-overwritten }{ diagnosis-edits }
}

diagnosis-shared_storage_edit-title = An edit changed another tensor unseen
diagnosis-shared_storage_edit-finding = Line { $line } changes { $other } unseen, through { $name }
diagnosis-shared_storage_edit = { $name } and { $other } share memory. Line { $line } ({ $code }) wrote through { $name }, which changed { $other } too, and the version counter of { $other } did not move.{ diagnosis-rounds }

diagnosis-which = { $known ->
    [yes] { diagnosis-what }
   *[no] a tensor
}
diagnosis-which-then = { $known ->
    [yes] { diagnosis-what-then }
   *[no] a tensor
}
diagnosis-view_in_place-title = This view cannot be edited in place
diagnosis-view_in_place-finding = { $named ->
    [yes] { $name }, a view that refuses edits, is edited in place on line { $line }
   *[no] A view that refuses edits is edited in place on line { $line }
}
diagnosis-view_in_place = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
} is a view{ $dated ->
    [yes] { " " }made on line { $made_line }
   *[no] { "" }
}{ $case ->
    [no_grad] { " " }that was made under no_grad, so it knows nothing of the graph of its base. Line { $line } ({ $code }) would edit it while autograd is recording
    [inference] { " " }that was made in inference mode. Line { $line } ({ $code }) would edit it outside of it
    [hook] : a full backward hook of a module hands out every input and output of it as a view, so that it sees their gradients. Line { $line } ({ $code }) would edit that in place
   *[function] { " " }that came out of a custom Function. Line { $line } ({ $code }) would edit it in place, and the edit would bypass the Function's own backward
}, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_edit-title = An inference tensor stays as it is outside inference mode
diagnosis-inference_edit-finding = { $case ->
    [flag] Line { $line } wants an inference tensor to require grad
   *[edit] Line { $line } edits an inference tensor
}
diagnosis-inference_edit = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
}{ $dated ->
    [yes] , made on line { $made_line },
   *[no] { "" }
} is an inference tensor: it has no version counter, so autograd could not notice changes. { $case ->
    [flag] Line { $line } ({ $code }) wants it to require grad
   *[edit] Line { $line } ({ $code }) would edit it outside inference mode
}; a clone made there is an ordinary tensor.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-out_argument-title = out= records no graph
diagnosis-out_argument-finding = Line { $line } writes with out= while { diagnosis-which } requires grad
diagnosis-out_argument = Line { $line } ({ $code }) lets { $op } write its result into a tensor with out=, and { diagnosis-which } requires grad. Calls with out= are not recorded by autograd, so PyTorch refuses them here: bind the result to a name instead.{ diagnosis-rounds }{ diagnosis-caught }
