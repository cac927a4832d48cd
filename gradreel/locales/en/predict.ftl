### Questions about what a film shows next.

predict-edit = Line { $line } edits { $name } in place. What happens?
predict-edit-unnamed = Line { $line } edits a tensor in place. What happens?
predict-edit-is-here = Line { $line } itself raises an error.
predict-edit-is-later = backward() raises an error.
predict-edit-is-wrong = Everything completes, but a gradient is wrong.
predict-edit-is-fine = Everything completes, and the gradients are right.
predict-edit-because-here = Autograd refuses this edit of { $name } at once: it allows none of a leaf that requires grad, and none of a view that one call made together with others.
predict-edit-because-later = A node has saved { $name }, and the edit moves its version counter. backward() compares the counter with the version that was saved, and raises rather than compute with other values.
predict-edit-because-unnamed-later = A node has saved this tensor, and the edit moves its version counter. backward() compares the counter with the version that was saved, and raises rather than compute with other values.
predict-edit-because-wrong = A node has saved this memory, but the edit through { $name } moves no counter that backward() checks. Nothing raises, and backward() computes with the new values.
predict-edit-because-fine = No node that runs later needs the values that { $name } held before. An in-place edit alone is no error: what matters is whether a node has saved the old values.
predict-edit-because-unnamed-fine = No node that runs later needs the values that the tensor held before. An in-place edit alone is no error: what matters is whether a node has saved the old values.
predict-backward = Line { $line } asks for gradients. What happens?
predict-backward-is-completes = It completes.
predict-backward-is-stale = It raises: a saved tensor has been edited in place.
predict-backward-is-freed = It raises: the saved tensors have been freed.
predict-backward-is-no-graph = It raises: the tensor has no grad_fn.
predict-backward-because-completes = The nodes that it runs still have what they saved: either they were recorded anew, or the pass before kept the graph (retain_graph=True).
predict-backward-because-freed = The first pass freed what its nodes had saved. To run them again, the first pass must keep the graph: retain_graph=True.
predict-backward-because-no-graph = No grad_fn was recorded for this tensor, so there is nothing to go back through: every path to a leaf was cut before.
predict-saver = Line { $edited } edited { $name }, and backward() needs the values from before. Which line saved it?
predict-saver-because = { $node }, recorded on line { $line }, saved { $name }: the derivative of that operation is computed from it.
predict-line = Line { $line }
predict-saves = Which tensors does line { $line } save for backward()?
predict-saves-nothing = None.
predict-saves-because = The derivative of this operation is computed from { $names }: { $node } keeps it until backward() runs, and notes its version.
predict-saves-because-nothing = The derivative of this operation needs no tensor, so { $node } saves none. Whatever is edited later does it no harm.
predict-fills = Into which of these tensors does line { $line } put a gradient?
predict-fills-because = backward() fills .grad of leaves that require grad, as { $name } is. { $other } is the result of an operation: its gradient passes through and is not kept.
predict-leaf = Which of these tensors is a leaf?
predict-leaf-because = { $name } was made by the program itself, so it is a leaf. { $other } is the result of an operation on a tensor that requires grad: it has a grad_fn.
predict-name = { $name }
predict-code = { $code }
predict-grad = What is { $name }.grad once line { $line } is done?
predict-grad-because-non-leaf = { $name } is not a leaf. Its gradient passes through and is not kept, unless the program calls retain_grad() on it first.
predict-grad-because-no-path = No path leads from the loss back to { $name }: no gradient arrives, and .grad stays None.
predict-grad-because-added = backward() adds to .grad: what an earlier pass left there is part of the sum.
predict-grad-because-first = { $name } is a leaf that requires grad. The gradients of all paths from the loss back to it are added up in .grad.
predict-value = Line { $line } writes into { $name }. Does { $other } change?
predict-value-is-changes = { $other } changes as well.
predict-value-is-keeps = { $other } stays as it is.
predict-value-because-changes = { $name } and { $other } share memory: views, detach() and .data copy nothing.
predict-value-because-keeps = { $name } has memory of its own: clone() and arithmetic write their results into new memory.
predict-node = { $node } has run. Which node runs next?
predict-node-at = { $node } of line { $line }
predict-node-of = { $node } of { $name }
predict-node-because = Of all nodes whose gradients have arrived, the engine runs the one that was recorded last: { $node }.
predict-node-because-leaf = An AccumulateGrad runs as soon as its gradient has arrived: the engine prefers it to all other nodes.
predict-edit-not-here = PyTorch refuses an edit at once only of a leaf that requires grad, outside of no_grad, and of a view that one call made together with others.
predict-edit-not-later = { $right ->
    [here] The program does not come to backward(): the edit itself is refused.
   *[other] backward() raises only where a node that it runs has saved the tensor and the counter has moved since.
}
predict-edit-not-wrong = { $right ->
    [here] The program does not come to any gradient: the edit itself is refused.
    [later] The counter has moved, so backward() raises before it gives a wrong gradient.
   *[other] A gradient is wrong only where a node computes with values that have changed since it saved them.
}
predict-edit-not-fine = { $right ->
    [here] The edit itself is refused.
    [later] A node needs the values from before the edit, and they are gone.
   *[other] A node computes with the new values, though its derivative is of the old ones.
}
predict-backward-not-stale = That happens where a saved tensor's version counter has moved since it was saved: no node finds that here.
predict-backward-not-freed = That happens where a node has to run a second time, and the pass before did not keep the graph.
predict-backward-not-no-graph = That happens where no operation between the tensor and a leaf that requires grad was recorded.
predict-saver-not = Line { $line } has not saved { $name }.
predict-saves-not = { $case ->
    [extra] The derivative does not read { $extra }.
    [missing] The derivative reads { $missing } as well.
   *[both] The derivative does not read { $extra }, but { $missing }.
}
predict-leaf-not = { $name } is the result of an operation on a tensor that requires grad: it has a grad_fn and is no leaf.
predict-grad-not-none = A gradient arrives at { $name }, which is a leaf that requires grad: it is kept.
predict-grad-not-before = That is what the pass before left: this pass adds to it.
predict-grad-not-alone = That is what this pass brings: it is added to what was there.
predict-grad-not-kept = That is the gradient that passes through { $name }. It is not kept.
predict-node-not-yet = The gradient of { $node } has arrived too, but the engine prefers another node.
predict-node-not-reached = No gradient has arrived at { $node } yet: a node before it has to run first.
predict-right = Right.
predict-wrong = No.
predict-skipped = The answer:
predict-mark-right = right answer
predict-mark-yours = your answer
predict-show = Show the answer
predict-go-on = Go on
predict-score = { $right } of { $asked } right
predict-begin = Press play: before something happens, the film stops and asks you what.
predict-nothing = This film has nothing to ask about.
