### Questions about what a film shows next.

predict-edit = 第 { $line } 行原地改写 { $name }，会怎样？
predict-edit-unnamed = 第 { $line } 行原地改写一个张量，会怎样？
predict-edit-is-here = 第 { $line } 行自己就报错。
predict-edit-is-later = backward() 报错。
predict-edit-is-wrong = 全部执行完，但有一个梯度是错的。
predict-edit-is-fine = 全部执行完，梯度也正确。
predict-edit-because-here = autograd 当场拒绝对 { $name } 的这次改写：需要梯度的叶子张量不能原地改写，由一次调用同时得到的多个视图也不能。
predict-edit-because-later = 有节点保存了 { $name }，而改写让它的版本计数器增加。backward() 把计数器与保存时的版本相比，宁可报错，也不用变了的值计算。
predict-edit-because-unnamed-later = 有节点保存了这个张量，而改写让它的版本计数器增加。backward() 把计数器与保存时的版本相比，宁可报错，也不用变了的值计算。
predict-edit-because-wrong = 有节点保存了这块内存，但通过 { $name } 的改写没有动 backward() 会检查的计数器。没有报错，backward() 用新的值算了下去。
predict-edit-because-fine = 之后执行的节点都不需要 { $name } 原来的值。原地改写本身不是错误，要看有没有节点保存了旧值。
predict-edit-because-unnamed-fine = 之后执行的节点都不需要这个张量原来的值。原地改写本身不是错误，要看有没有节点保存了旧值。
predict-backward = 第 { $line } 行要求计算梯度，会怎样？
predict-backward-is-completes = 正常执行完。
predict-backward-is-stale = 报错：有保存的张量被原地改写了。
predict-backward-is-freed = 报错：保存的张量已经释放。
predict-backward-is-no-graph = 报错：这个张量没有 grad_fn。
predict-backward-because-completes = 要执行的节点还留着它们保存的东西：或者是重新记录的，或者上一次反向传播保留了计算图（retain_graph=True）。
predict-backward-because-freed = 第一次反向传播释放了节点保存的东西。要再执行一次，第一次就必须保留计算图：retain_graph=True。
predict-backward-because-no-graph = 这个张量没有记录 grad_fn，反向传播无路可走：通往每个叶子的路径之前就断了。
predict-saver = 第 { $edited } 行改写了 { $name }，而 backward() 需要改写之前的值。是哪一行保存了它？
predict-saver-because = 第 { $line } 行记录的 { $node } 保存了 { $name }：这个操作的导数要用它来计算。
predict-line = 第 { $line } 行
predict-saves = 第 { $line } 行为 backward() 保存了哪些张量？
predict-saves-nothing = 一个也没有。
predict-saves-because = 这个操作的导数要用 { $names } 来计算：{ $node } 把它保存到 backward() 执行为止，并记下它的版本。
predict-saves-because-nothing = 这个操作的导数不需要任何张量，所以 { $node } 什么也不保存。之后改写什么都不影响它。
predict-fills = 第 { $line } 行会把梯度放进哪个张量？
predict-fills-because = backward() 填写的是需要梯度的叶子的 .grad，{ $name } 就是这样的叶子。{ $other } 是运算的结果：它的梯度只是经过，并不保留。
predict-leaf = 这些张量里，哪一个是叶子？
predict-leaf-because = { $name } 由程序直接创建，所以是叶子。{ $other } 是对需要梯度的张量做运算的结果：它有 grad_fn。
predict-name = { $name }
predict-code = { $code }
predict-grad = 第 { $line } 行执行完后，{ $name }.grad 是什么？
predict-grad-because-non-leaf = { $name } 不是叶子。它的梯度只是经过，并不保留，除非程序事先对它调用 retain_grad()。
predict-grad-because-no-path = 从损失出发没有路径回到 { $name }：没有梯度到达，.grad 仍是 None。
predict-grad-because-added = backward() 把梯度加到 .grad 上：先前留在那里的也算在和里。
predict-grad-because-first = { $name } 是需要梯度的叶子。从损失回到它的所有路径的梯度都累加在 .grad 里。
predict-value = 第 { $line } 行写入 { $name }。{ $other } 会变吗？
predict-value-is-changes = { $other } 也跟着变。
predict-value-is-keeps = { $other } 保持不变。
predict-value-because-changes = { $name } 和 { $other } 共享内存：视图、detach() 和 .data 都不复制。
predict-value-because-keeps = { $name } 有自己的内存：clone() 和算术运算把结果写进新的内存。
predict-node = { $node } 执行完了。接下来执行哪个节点？
predict-node-at = 第 { $line } 行的 { $node }
predict-node-of = { $name } 的 { $node }
predict-node-because = 在梯度都已到齐的节点里，引擎先执行最后记录的那个：{ $node }。
predict-node-because-leaf = AccumulateGrad 的梯度一到就执行：引擎让它先于其他所有节点。
predict-edit-not-here = PyTorch 只会当场拒绝两种修改：在 no_grad 之外修改需要梯度的叶子，以及修改由一次调用同时产生的多个视图之一。
predict-edit-not-later = { $right ->
    [here] 程序到不了 backward()：修改本身就被拒绝了。
   *[other] 只有当 backward() 要运行的节点保存过该张量、而其计数器此后又动过时，才会报错。
}
predict-edit-not-wrong = { $right ->
    [here] 程序得不到任何梯度：修改本身就被拒绝了。
    [later] 计数器已经动过，所以 backward() 会报错，而不会给出错误的梯度。
   *[other] 只有当某个节点用保存之后又被改过的值来计算时，梯度才会出错。
}
predict-edit-not-fine = { $right ->
    [here] 修改本身就被拒绝了。
    [later] 某个节点需要修改之前的值，而它们已经不在了。
   *[other] 某个节点用新值计算，而它的导数应当取旧值。
}
predict-backward-not-stale = 那种情况出现在保存的张量的版本计数器此后动过时：这里没有节点遇到它。
predict-backward-not-freed = 那种情况出现在某个节点要再次运行、而前一次没有保留计算图时。
predict-backward-not-no-graph = 那种情况出现在该张量与需要梯度的叶子之间没有记录任何运算时。
predict-saver-not = 第 { $line } 行没有保存 { $name }。
predict-saves-not = { $case ->
    [extra] 导数用不到 { $extra }。
    [missing] 导数还要用到 { $missing }。
   *[both] 导数用不到 { $extra }，要用的是 { $missing }。
}
predict-leaf-not = { $name } 是对需要梯度的张量做运算得到的结果：它有 grad_fn，不是叶子。
predict-grad-not-none = 有梯度到达 { $name }，而它是需要梯度的叶子：梯度会保留下来。
predict-grad-not-before = 那是前一次反向传播留下的值：这一次会加在它上面。
predict-grad-not-alone = 那是这一次带来的梯度：它会加到原有的值上。
predict-grad-not-kept = 那是经过 { $name } 的梯度，它不会保留。
predict-node-not-yet = { $node } 的梯度也到了，但引擎会先运行另一个节点。
predict-node-not-reached = 还没有梯度到达 { $node }：它前面的节点要先运行。
predict-right = 答对了。
predict-wrong = 不对。
predict-skipped = 答案是：
predict-mark-right = 正确答案
predict-mark-yours = 你的答案
predict-show = 看答案
predict-go-on = 继续
predict-score = 答对 { $right } / { $asked }
predict-begin = 请按播放：在某件事发生之前，影片会停下来，问你会怎样。
predict-nothing = 这部影片没有可问的问题。
