### Diagnoses of graphs that were freed, cut, or asked for what they do not have.

diagnosis-graph_freed-title = The graph has already been used up
diagnosis-graph_freed-finding = { $read ->
    [yes] Line { $raise_line } reads a saved tensor that was freed
   *[no] Line { $raise_line } goes backward through a graph that was used up
}
diagnosis-graph_freed = { $read ->
    [yes] Line { $raise_line } ({ $code }) reads a tensor that a node had saved{ $first_line ->
        [none] , after it was freed
       *[other] { " " }and that the backward pass on line { $first_line } freed
    }
   *[no] { $repeated ->
        [yes] Line { $raise_line } goes backward again through a graph that an earlier pass of the same line has used up
       *[no] { $first_line ->
            [none] Line { $raise_line } goes backward through a graph that has been used up
           *[other] The backward pass on line { $first_line } freed what the graph had saved, and line { $raise_line } goes through the same graph again
        }
    }
}. { $known ->
    [yes] { $node }{ $node_line ->
        [none] { "" }
       *[other] { " " }(line { $node_line })
    } no longer has its saved tensors.
   *[no] The saved tensors are gone.
}{ $keeps ->
    [yes] { " " }What the earlier pass was computed from is still held in { $carried }: detach() it before the next one.
    [list] { " " }{ $carried } still holds what the earlier pass went backward from: empty it after each pass.
   *[other] { "" }
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-no_grad_path-title = There is no path for a gradient
diagnosis-no_grad_path-finding = { $case ->
    [input] Line { $line } asks for the gradient of { diagnosis-what }, which does not require grad
    [unused] { diagnosis-what-first } does not depend on { diagnosis-wanted }
   *[root] { $cut_line ->
        [none] { diagnosis-what-first } does not require grad on line { $line }
       *[other] { diagnosis-what-first } does not require grad: line { $cut_line } cuts it off
    }
}
diagnosis-no_grad_path = { $case ->
    [input] Line { $line } asks for the gradient with respect to { diagnosis-what }, which does not require grad.{ diagnosis-rounds }{ diagnosis-caught }
    [unused] Line { $line } asks for the gradient of { diagnosis-what } with respect to { diagnosis-wanted }, on which it does not depend.{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
   *[root] { diagnosis-what-first } does not require grad, so { $call ->
        [grad] torch.autograd.grad()
       *[backward] backward()
    } on line { $line } has nowhere to go.{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
}
# What a gradient was asked for.
diagnosis-wanted = { $wanted_how ->
    [view] a view of { $wanted }
    [result] the result of { $wanted }
    [tensor] a tensor of shape { $wanted }
    [unknown] a tensor
   *[name] { $wanted }
}
diagnosis-wanted-then = { $wanted_how ->
    [name] { $wanted }
   *[other] { diagnosis-wanted }
}
# Where the path was cut. $cut: none, unused or unknown, or detach, data, item, tensor, integer, non_differentiable, no_grad or function;
# $other is what was cut off.
diagnosis-cut = { $cut ->
    [none] { " " }Nothing that it was computed from requires grad.
    [unused] { " " }No op on the way to it used { diagnosis-wanted }.
    [unknown] { "" }
    [left_out] { " " }Nothing in the film says where its path was cut; the part that is left out may.
    [detach] { " " }Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with detach().
    [data] { " " }Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with .data.
    [item] { " " }Line { $cut_line } ({ $code }) turned { diagnosis-cut-from } into a plain number, which has no gradient.
    [tensor] { " " }Line { $cut_line } ({ $code }) copied the values of { diagnosis-cut-from } into a new leaf and left the graph behind.
    [integer] { " " }Line { $cut_line } ({ $code }) made integers from { diagnosis-cut-from } with { $op }, and integers have no gradient.
    [non_differentiable] { " " }Line { $cut_line } ({ $code }) gave { diagnosis-cut-from } to { $op }, which passes no gradient on.
    [grad] { " " }The gradient from line { $cut_line } ({ $code }) came without a graph of its own, so nothing leads on from it.
    [function] { " " }Line { $cut_line } ({ $code }) used { diagnosis-cut-from } inside { $op }, and of the tensors that it was given none requires grad: then it makes no graph.
   *[no_grad] { " " }Line { $cut_line } ({ $code }) used { diagnosis-cut-from } while gradients were switched off{ diagnosis-off }.
}
diagnosis-off = { $off ->
    [yes] { " " }by line { $off_line } ({ $off_code })
   *[no] { "" }
}
diagnosis-cut-from = { $other_how ->
    [view] a view of { $other }
    [result] the result of { $other }
    [tensor] a tensor of shape { $other }
   *[name] { $other }
}

diagnosis-cut-from-then = { $other_how ->
    [name] { $other }
   *[other] { diagnosis-cut-from }
}

diagnosis-cut_gradient-title = The gradient leaves a part out
diagnosis-cut_gradient = { $cut ->
    [detach] Line { $cut_line } ({ $code }) detached { diagnosis-what }
    [data] Line { $cut_line } ({ $code }) took .data from { diagnosis-what }
    [item] Line { $cut_line } ({ $code }) turned { diagnosis-what } into a plain number
    [tensor] Line { $cut_line } ({ $code }) copied the values of { diagnosis-what } into a new tensor
    [function] Line { $cut_line } ({ $code }) used { diagnosis-what } inside a custom Function that was given nothing that requires grad
   *[no_grad] Line { $cut_line } ({ $code }) used { diagnosis-what } while gradients were switched off{ diagnosis-off }
}. { $rooted ->
    [yes] { $root } depends on it all the same
   *[no] The result depends on it all the same
}, so the gradients from line { $backward_line } leave that part out. That is fine if you meant it.

diagnosis-non_leaf_grad-title = { $requires ->
    [no] The name means another tensor now
   *[yes] A non-leaf keeps no .grad
}
diagnosis-non_leaf_grad-finding = { $named ->
    [yes] { $name }.grad is None on line { $line }
   *[no] A .grad is None on line { $line }
}
diagnosis-non_leaf_grad = { $was_leaf ->
    [yes] { $name } was a leaf on line { $leaf_line }, but since line { $made_line } ({ $code }) the name means a new tensor, which { $requires ->
        [no] does not require grad
       *[yes] is not a leaf
    }. The gradient went to the old leaf, so .grad on line { $line } is None.{ diagnosis-rounds }
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } { $several ->
        [yes] are not leaves: gradients flow through them and are not kept
       *[no] is not a leaf{ $dated ->
            [yes] { " " }(line { $made_line } computed it)
           *[no] { "" }
        }: the gradient flows through it and is not kept
    }, so .grad on line { $line } is None.{ $before ->
        [yes] { " " }No backward pass had run by then either: nothing had a gradient yet.
       *[no] { "" }
    }{ diagnosis-rounds }
}

diagnosis-device_unavailable-title = This device is not available here
diagnosis-device_unavailable = Line { $line } ({ $code }) asks for the device { $device }. Snippets run on the CPU here; autograd records the same graph on either.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_scalar_root-title = backward() needs a single number to begin with
diagnosis-non_scalar_root-finding = { $case ->
    [shape] Line { $line } hands backward() a gradient of shape { $given } for shape { $shape }
   *[elements] Line { $line } goes backward from { diagnosis-which }, which is not a single number
}
diagnosis-non_scalar_root = { $case ->
    [shape] Line { $line } ({ $code }) hands backward() a gradient of shape { $given } for { diagnosis-which }, whose shape is { $shape }. A gradient has one element for each element of its tensor, so the two shapes must be the same.{ diagnosis-rounds }{ diagnosis-caught }
   *[elements] Line { $line } ({ $code }) goes backward from { diagnosis-which }{ $known ->
        [yes] , whose shape is { $shape }: { $count } elements
       *[no] { " " }of several elements
    }. Only for a single number does PyTorch know what gradient to begin with (1): sum the elements up, take their mean, or say with gradient= how much each of them counts.{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-custom_gradients-title = A custom backward returned the wrong gradients
diagnosis-custom_gradients-finding = { $case ->
    [count] The backward of { $function } returns { $got ->
        [one] one gradient
       *[other] { $got } gradients
    } for { $expected } inputs
   *[shape] The backward of { $function } returns shape { $got } for an input of shape { $expected }
}
diagnosis-custom_gradients = { $case ->
    [count] The forward of { $function } has { $expected } inputs, and its backward returned gradients for { $got }: it has to return one for each of them, None for those that need none. Line { $line } ({ $code }) went through it.{ diagnosis-rounds }{ diagnosis-caught }
   *[shape] The backward of { $function } returned for input { $position } a gradient of shape { $got }, and that input has shape { $expected }: the two must be the same. Line { $line } ({ $code }) went through it.{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-non_leaf_optimized-title = The optimizer was given a result, not a leaf
diagnosis-non_leaf_optimized-finding = Line { $line } gives an optimizer { diagnosis-which }, which is no leaf
diagnosis-non_leaf_optimized = { $known ->
    [yes] { diagnosis-what-first } was computed{ $made_line ->
        [none] { "" }
       *[other] { " " }on line { $made_line }
    }, so it is no leaf: gradients flow through it and are not kept
   *[no] One of the tensors was computed from others, so it is no leaf: gradients flow through it and are not kept
}. Line { $line } ({ $code }) gives it to an optimizer, which can only change leaves.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_flag-title = Only leaves have a requires_grad of their own
diagnosis-non_leaf_flag-finding = Line { $line } changes requires_grad of { diagnosis-which }, which is no leaf
diagnosis-non_leaf_flag = Line { $line } ({ $code }) changes requires_grad of { diagnosis-which }, which was computed from something that requires grad. Of a result it follows from what it was computed from; detach() gives a tensor that is cut off from that.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_copied-title = A result of the graph cannot be deep-copied
diagnosis-non_leaf_copied-finding = Line { $line } makes a deep copy of { diagnosis-which }, a result of the graph
diagnosis-non_leaf_copied = Line { $line } ({ $code }) makes a deep copy of { diagnosis-which }, which belongs to a graph, or of something that holds it. A copy would need a copy of the whole graph: detach and clone it, or detach it before it is stored.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-integer_requires_grad-title = Integers have no gradient
diagnosis-integer_requires_grad-finding = Line { $line } wants integers to require grad
diagnosis-integer_requires_grad = Line { $line } ({ $code }) wants a tensor of integers or booleans to require grad. Only floating-point and complex numbers can change a little, so only they have a gradient: write 1. instead of 1, or say dtype=torch.float32.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-numpy_requires_grad-title = numpy() would leave the graph unseen
diagnosis-numpy_requires_grad-finding = Line { $line } asks for { diagnosis-which } as a numpy array, though it requires grad
diagnosis-numpy_requires_grad = Line { $line } ({ $code }) asks for { diagnosis-which } as a numpy array, and it requires grad. What numpy computes with it no gradient could follow, so PyTorch wants to hear that this is meant: detach() first.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-leaf_root-title = backward() ends where it begins
diagnosis-leaf_root-finding = backward() on line { $line } begins and ends at { diagnosis-what }
diagnosis-leaf_root = { diagnosis-what-first } was made to require grad by hand. backward() on line { $line } gives a gradient to { diagnosis-what } alone and to nothing that it was computed from.{ diagnosis-cut }{ diagnosis-rounds }

diagnosis-workers_unavailable-title = A program has no worker processes here
diagnosis-workers_unavailable = Line { $line } ({ $code }) would start the worker processes that line { $asked_line } asks for (num_workers={ $workers }), and the system gives none. With num_workers=0 the data is loaded by the program itself; autograd records the same graph either way.{ diagnosis-rounds }{ diagnosis-caught }
