### The narration, one message per kind of event.

step-nothing = 没有可播放的内容：这段程序没有任何步骤被记录下来。
step-line = 执行 { $code }。
step-bind = 名字 { $name } 现在指向这个张量。
step-output = 打印 { $code }
step-warning = { $category }：{ $text }
step-op = 执行 { $op }。
step-op-on = { $op } 作用于 { $inputs }。
step-inside = { $code } 里的 { $op }
step-op-makes = { $op } 得到 { $name }。
step-op-from = { $op } 由 { $inputs } 得到 { $name }。
step-leaf = 它是需要梯度的叶子张量：反向传播会填充它的 .grad。
step-shares-both = 它与 { $base } 共享内存和版本计数器。
step-shares-memory = 它与 { $base } 共享内存，但不共享版本计数器。
step-saves = { $node } 为反向传播保存了 { $items }。
step-saved-item = { $name }（v{ $version }）
step-number = 数值 { $code }
step-why = 保存的原因：{ $reasons }，其中 { $incoming } 是传入的梯度。
step-why-goes = 传给 { $goal } 的是 { $formula }
step-why-goes-summed = 传给 { $goal } 的是 { $formula }，再求和成它的形状
step-why-read = 保存的原因：{ $goals } 的梯度要读取它，这里不显示公式。
step-why-edges = { $goes }，沿 { $edges } 条边中的 { $count } 条传递，各条边上的梯度相加
step-why-for = 保存的原因：{ $goals } 的梯度要用到它。
step-why-together = 保存的原因：{ $goals } 的梯度要用到它，它们由同一个公式一起算出。
step-why-author = { $node } 是自定义 Function：它的 forward() 保存了这个张量，原因只有作者知道。
step-why-inside = { $node } 代表一次通过视图的修改：保存这个张量的是它里面的函数，这里不显示哪个梯度要读取它。
step-why-unknown = { $node } 为什么保存它，无从得知：没有它的梯度公式。
step-keeps-nothing-gradient = 记录了 { $node }，它不保存任何张量：往下传的梯度只由传入的梯度算出，任何修改都影响不到它。
step-keeps-nothing-numbers = 记录了 { $node }，它不保存任何张量：往下传的梯度由传入的梯度以及记下的数字和形状算出，任何修改都改变不了这些。
step-passes-on-gradient = 记录了 { $node }：{ $reasons }，其中 { $incoming } 是传入的梯度。什么都不用保存，所以任何修改都影响不到它。
step-passes-on-numbers = 记录了 { $node }：{ $reasons }，其中 { $incoming } 是传入的梯度。除此之外只需要数字和形状：不用保存任何张量，所以任何修改都影响不到它。
step-saves-nothing = 记录下 { $node }，它不需要保存任何张量。
step-saves-unknown = 记录下 { $node }；它为反向传播保留了什么，无从得知。
step-saves-more = 另有 { $count } 个节点也保存了张量。
step-cut = 没有记录任何节点：梯度不会经由这个结果传回。
step-edit = { $code } 改写了 { $name }，版本从 { $before } 变为 { $after }。
step-edit-unknown = 检查发现 { $name } 的版本是 { $after }，而不是 { $before }：保存之后，某个未被记录的操作修改了它。
step-edit-metadata = { $code } 改变了 { $name } 的形状或步长，没有改动任何元素，版本从 { $before } 变为 { $after }。
step-edit-silent = { $code } 改写了 { $name } 的内存，版本计数器没有变化。
step-edit-many = { $code } 改写了 { $count } 个张量，它们的版本都增加了：{ $name }。
step-edit-behind = { $other } 在同一块内存里，数值也变了，但它的计数器没有动。
step-stale = { $node } 保存的是版本 { $version }，现在已经过期。
step-stale-fails = { $node } 保存的是版本 { $version }，反向传播将会失败。
step-stale-many = 包括 { $node } 在内，有 { $count } 个节点保存过它，现在都已过期。
step-stale-many-fails = 包括 { $node } 在内，有 { $count } 个节点保存过它，反向传播将会失败。
step-backward-start = { $call } 从 { $root } 开始：记录下来的节点将逆序执行。
step-retain-graph = 计算图会保留下来（retain_graph）。
step-create-graph = 这次反向传播本身也会被记录（create_graph）。
step-node = { $node } 执行，把梯度传给 { $goals }。
step-node-hook = 第 { $line } 行的钩子把传给 { $node } 的梯度从 { $before } 改成 { $after }。
step-node-leaf = { $node } 执行：梯度到达 { $other }。
step-node-failed = { $node } 没能执行完：没有梯度从它流出。
step-node-end = { $node } 执行，它的梯度不再往下传。
step-unpack = { $node } 取出版本 { $version } 时保存的 { $name }。计数器仍是 { $current }，没有问题。
step-unpack-stale = { $node } 要用版本 { $version } 时保存的 { $name }，计数器却已是 { $current }：检查未通过。
step-grad-first = { $name } 得到了梯度。
step-grad-first-value = { $name } 得到了梯度：{ $code }。
step-grad-more = { $name } 原本不为空，梯度累加到上面。
step-grad-more-value = 梯度累加到 { $name } 原有的值上：{ $code }。
step-grad-not-finite = 它不是有限的：有元素是 NaN 或无穷大。
step-born-value = { $was ->
    [infinite] 无穷大在这里变成 NaN：{ $code }。
   *[finite] 数值在这里不再有限：{ $code }。
}
step-born-value-from = { $was ->
    [infinite] 无穷大在这里变成 NaN：{ $code }，来自 { $from }。
   *[finite] 数值在这里不再有限：{ $code }，来自 { $from }。
}
step-born-gradient = { $was ->
    [infinite] 它传出的梯度里，无穷大变成 NaN：{ $code }。
   *[finite] 它传出的梯度在这里不再有限：{ $code }。
}
step-born-gradient-from = { $was ->
    [infinite] 它传出的梯度里，无穷大变成 NaN：{ $code }，来自 { $from }。
   *[finite] 它传出的梯度在这里不再有限：{ $code }，来自 { $from }。
}
step-free = 执行过的 { $count } 个节点释放了保存的张量：再次反向传播将会失败。
step-backward-end = 反向传播结束。
step-raise = { $type }：{ $text }
step-raise-version = { $type }：{ $node } 需要版本 { $version } 的 { $name }，计数器却是 { $current }。PyTorch 在此停下，以免算出错误的梯度。
step-more = 另外 { $count } 个
step-result-of = { $op } 的结果
step-state-of = { $owner } 为 { $name } 保存的状态
step-view-of = { $name } 的一个视图
step-unnamed = 一个未命名的张量
