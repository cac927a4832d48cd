### The inspector of tensors, saved tensors, nodes and storage.

page-inspector = Inspector
page-inspector-empty = Select a tensor, a node or a dashed link to see it in detail.
page-follow = Follow the film again
page-tab-details = Details
page-tab-edits = Edits
page-tab-gradients = Gradients
page-tab-steps = Steps
page-tensor = Tensor
page-leaf-tensor = Leaf tensor
page-node = Backward node
page-saved-tensor = Saved tensor
page-storage = Storage
page-also-named = also { $names }
page-shape = shape
page-requires-grad = requires grad
page-retains-grad = retains grad
page-grad-fn = grad_fn
page-view-of = view of
page-made = made
page-fills = fills
page-module = module
page-version = Version
page-life = What happened to it
page-life-made = { $known ->
    [yes] made by { $op }, at version { $version }
   *[no] made at version { $version }
}
page-life-saved = { $known ->
    [yes] saved by { $node } at version { $version }
   *[no] saved at version { $version }
}{ $stale ->
    [yes] {", stale by now"}
   *[no] { "" }
}{ page-life-times }
page-life-edited = edited by { $code }: now version { $version }{ page-life-times }
page-life-overwritten = overwritten by { $code }, the counter unmoved{ page-life-times }
page-life-times = { $times ->
    [1] { "" }
   *[other] {" "}(× { $times })
}
page-value = Value
page-value-partial = { $shown } of { $all } elements
page-value-range = { $min } to { $max }
page-value-mean = mean { $mean }
page-value-nan = { $count } NaN
page-value-inf = { $count } infinite
page-value-outdated = Written through another name since: these numbers are from before.
page-grad = Gradient
page-saved-by = Saved by
page-saved-fresh = current: the version still matches
page-saved-doubtful = not known: something that is not recorded moved the counter before it was checked
page-saved-stale = stale: the counter has moved since
page-saved-copied = kept as a clone: it was made before an edit overwrote the tensor, and backward is given it
page-saved-freed = freed by backward
page-of-tensor = tensor
page-by-node = saved by
page-value-then = Value when saved
page-value-now = Value now
page-saved-at = saved at
page-counter-now = counter now
page-keeps-bytes = keeps
page-keeps-no-bytes = 0 B: a leaf, or an earlier save, holds its memory
page-shares-memory = Shares memory with
page-same-counter = same counter
page-own-counter = own counter
page-why-kept = Why
page-has-saved = Has saved
page-no-gradient = no gradient
page-remembers = Also remembers
page-grad-in = Gradient in
page-grad-out = Gradients out
page-storage-explained = Memory that these tensors share. A write through one name changes them all.
page-shared-by = Shared by
page-edits-none = No in-place edits.
page-edit-uncounted = unnoticed
page-edit-stale = { $count } stale
page-gradients-none = No gradients at the end of this run.
page-grad-is = is
page-grad-wrong = is, wrongly
page-grad-should = should be
page-steps-before = ↑ { $count } earlier steps
page-steps-after = ↓ { $count } later steps
