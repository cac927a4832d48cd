### The playground: how a run ended, fixes, and the comparison of two runs.

page-differs = 跟踪改变了这段程序的行为，请谨慎参考这部影片。
page-truncated-events = 影片只记录前 { $limit } 个事件；之后程序继续运行，但没有记录。
page-truncated-bytes = 记录过大，影片到此为止；之后程序继续运行，但没有记录。
page-truncated-steps = 按要求，影片在 { $limit } 次反向传播后结束；程序继续运行，但不再记录。
page-truncated-fault = 跟踪器自身在这里出错，之后没有再干预程序：影片不完整。
page-gap = 中间有 { $count } 个事件没有收入影片：影片显示程序的开头部分，从第 { $step } 步起显示最后部分。其间仍被需要的已保存张量的编辑都保留。
page-unshown = 影片中没有：
page-unshown-thread = 第 { $lines } 行启动的 { $count } 个线程所做的事（{ $what }）。
page-unshown-transform = torch.func 的 { $what } 内部的 { $count } 个运算（第 { $lines } 行）。
page-unshown-transform-edit = torch.func 内部的原地修改（第 { $lines } 行）：{ $what }。
page-unshown-jit = torch.jit 记录的运算（第 { $lines } 行）。
page-unshown-compiled = torch.compile 编译后的 { $what }（第 { $lines } 行）。
page-unshown-forward-ad = 前向模式的切向量（从第 { $lines } 行起）。
page-unshown-fused = { $what } 内部的步骤（第 { $lines } 行）：它们作为一个融合内核运行。
page-unshown-saved-hooks = 由保存张量钩子持有的内容（第 { $lines } 行）；PyTorch 在那里也不检查版本。
page-unshown-subclass = 张量子类 { $what } 在运算内部所做的事（第 { $lines } 行）。
page-unshown-unseen = { $what } 及其上游是如何进入计算图的（第 { $lines } 行）。
page-unshown-settrace = 程序设置自己的跟踪函数之后的行和变量名。
page-unshown-hook = 钩子 { $what } 收到的内容（第 { $lines } 行）：它不是 Python 函数。
page-unshown-old-torch = { $what } 所保存的内容（第 { $lines } 行）：程序所用的 PyTorch 版本无法查询。
page-unshown-derivatives = 张量为何被保存：没有 PyTorch { $what } 的导数表。
page-problem-busy = 服务器繁忙
page-problem-busy-why = 等待运行的程序太多了。
page-problem-too-many = 同时运行的程序过多
page-problem-too-many-why = 每位读者同时只能运行少量程序。
page-problem-too-large = 代码过长
page-problem-too-large-why = 请只保留关键的部分。
page-problem-too-much = 这需要的时间超出了服务器给一次回答的时间
page-problem-too-much-why = 请只保留关键部分。
page-problem-blocked = 此服务器不接受来自你的地址的请求
page-problem-blocked-why = 运营者已屏蔽该地址。“关于”对话框中写有联系方式。
page-problem-unreadable = 服务器无法读取这段代码
page-problem-unreadable-why = 其中可能有不属于文本的字符。
page-problem-no-code = 没有可运行的代码。
page-problem-no-code-why = 请把 PyTorch 代码粘贴到编辑器中，或者选择一个示例。
page-problem-offline = 无法连接服务器
page-problem-offline-why = 请检查网络。你的代码仍在这里。
page-problem-server = 服务器出错
page-problem-server-why = 不是你代码的问题。
page-retry-in = { $seconds } 秒后重试。
page-stopped = 程序被终止
page-syntax-error = Python 无法解析这段代码
page-raised = { $type }
page-pytorch-says = PyTorch 的原话
page-well = { $passes } 次反向传播已完成。{ $edits ->
    [0] 没有原地修改。
   *[other] { $edits } 处原地修改，没有过期的已保存张量。
}
page-well-stale = { $passes } 次反向传播已完成。{ $stale } 个已保存的张量已过期，但没有反向传播用到它们。
page-well-unshown = { $passes } 次反向传播已完成。在影片展示的部分中{ $edits ->
    [0] 没有原地修改
   *[other] 有 { $edits } 处原地修改，没有过期的已保存张量
  }；未展示的部分没有检查。
page-well-ctx = 未检查（PyTorch 也不检查）：{ $count ->
    [1] { $name }
   *[other] 自定义 Function
  } 可能没有交给 save_for_backward()，而是作为 ctx 属性保存的张量。
page-fixes = 解决办法
page-why = 原因
page-fix-change = 查看改动的 { $count } 行
page-fix-apply = 应用并运行
page-unchecked-pending = 正在查明这项检查避免了什么……
page-fix-old = 编辑器中是另一段程序，因此暂不可用：请先运行它，或撤销更改。
page-fix-trying = 正在试运行……
page-fix-works = 已试运行：可行。
page-fix-left-out = { $count } 种改动已试运行，但未列出：程序会抛出 { $types }。
page-fix-changes = 已试运行：能运行到结尾，但{ $what ->
    [gradients] 梯度
   *[values] 值
  }与之前不同。
page-fix-changes-named = 已试运行：能运行到结尾，但{ $what ->
    [gradients] 梯度
   *[values] 值
  }与之前不同：{ $names }。
page-fixed-completed = 修改后的程序运行到了结尾。
page-fixed-raised = 修改后的程序仍抛出 { $type }。
page-fixed-stopped = 修改后的程序被终止。
page-fixed-before = 这是修改前的程序。
page-compare = 对比修改前后
page-compare-title = 对比
page-compare-before = 修改前
page-compare-after = 修改后
page-compare-changed = 不同的行
page-compare-completed = 运行到结尾
page-compare-raised = 第 { $line } 行抛出 { $type }
page-compare-stopped = 被终止
page-compare-wrong = { $count } 个梯度有误，而且没有任何报错
page-compare-watch = 观看这部影片
page-compare-step = 对比的步骤
page-compare-at = 第 { $at } 步，共 { $all } 步
page-compare-back = 所有各边后退一步
page-compare-on = 所有各边前进一步
page-compare-all-equal = 各边都相同：{ $names }
page-compare-name = 名称
page-compare-difference = 相差 { $difference }
page-compare-skipped = 没有运行
page-compare-same = 记录到的内容没有任何不同。
page-compare-part = { $why ->
    [value] 从这里开始不同：做的是同一件事，但数值不同
   *[event] 从这里开始不同：做的事不同
}
page-compare-values = 第 { $number } 次 backward 开始时的值
page-compare-values-end = 结束时的值
page-compare-verdict = 比较
page-compare-equal = 相同
page-compare-differs = 不同
page-compare-differs-by = 相差 { $difference }
page-compare-missing = 有一边没有
page-compare-gradients = 第 { $number } 次 backward 的梯度
