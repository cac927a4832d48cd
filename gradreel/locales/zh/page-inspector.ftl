### The inspector of tensors, saved tensors, nodes and storage.

page-inspector = 查看器
page-inspector-empty = 选中张量、节点或虚线连接，可以查看细节。
page-follow = 恢复跟随影片
page-tab-details = 细节
page-tab-edits = 修改
page-tab-gradients = 梯度
page-tab-steps = 步骤
page-tensor = 张量
page-leaf-tensor = 叶子张量
page-node = 反向节点
page-saved-tensor = 保存的张量
page-storage = 存储
page-also-named = 又名 { $names }
page-shape = 形状
page-requires-grad = 需要梯度
page-retains-grad = 保留梯度
page-grad-fn = grad_fn
page-view-of = 视图，基于
page-made = 创建于
page-fills = 填充
page-module = 模块
page-version = 版本
page-life = 它经历了什么
page-life-made = { $known ->
    [yes] 由 { $op } 创建，版本 { $version }
   *[no] 创建，版本 { $version }
}
page-life-saved = { $known ->
    [yes] 被 { $node } 保存，版本 { $version }
   *[no] 被保存，版本 { $version }
}{ $stale ->
    [yes] ，已失效
   *[no] { "" }
}{ page-life-times }
page-life-edited = 被 { $code } 修改，变为版本 { $version }{ page-life-times }
page-life-overwritten = 被 { $code } 改写，计数器未动{ page-life-times }
page-life-times = { $times ->
    [1] { "" }
   *[other] （× { $times }）
}
page-value = 值
page-value-partial = 共 { $all } 个元素，显示 { $shown } 个
page-value-range = { $min } 至 { $max }
page-value-mean = 均值 { $mean }
page-value-nan = { $count } 个 NaN
page-value-inf = { $count } 个无穷
page-value-outdated = 之后又通过别的名字改写过：这里是改写之前的数值。
page-grad = 梯度
page-saved-by = 保存者
page-saved-fresh = 有效：版本仍然一致
page-saved-doubtful = 未知：在检查之前，某个未被记录的操作改变了计数器
page-saved-stale = 已过期：计数器后来变了
page-saved-copied = 保留的是副本：它在原地修改覆盖该张量之前克隆而成，反向传播使用它
page-saved-freed = 反向传播后已释放
page-of-tensor = 张量
page-by-node = 保存者
page-value-then = 保存时的值
page-value-now = 现在的值
page-saved-at = 保存于
page-counter-now = 现在的计数器
page-keeps-bytes = 占用
page-keeps-no-bytes = 0 B：它的内存由叶子张量或更早的保存持有
page-shares-memory = 共享内存
page-same-counter = 同一计数器
page-own-counter = 独立计数器
page-why-kept = 原因
page-has-saved = 保存的张量
page-no-gradient = 不需要梯度
page-remembers = 还记住
page-grad-in = 流入的梯度
page-grad-out = 流出的梯度
page-storage-explained = 这些张量共用的内存。通过其中一个名字写入，全部都会变。
page-shared-by = 共享者
page-edits-none = 没有原地修改。
page-edit-uncounted = 未被察觉
page-edit-stale = { $count } 处过期
page-gradients-none = 运行结束时没有梯度。
page-grad-is = 值
page-grad-wrong = 实际（错误）
page-grad-should = 应为
page-steps-before = ↑ 之前的 { $count } 步
page-steps-after = ↓ 之后的 { $count } 步
