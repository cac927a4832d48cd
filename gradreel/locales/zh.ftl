### Every sentence a reader sees. Used by Python (fluent.runtime) and by the page (@fluent/bundle) alike.
### One section per owner; keys are lower-case words joined by hyphens and start with the section's word.

## page: chrome of the playground

page-examples = 示例
page-learn = 课程
page-examples-filter = 查找示例
page-examples-none = 没有匹配的示例。
page-run = 运行
page-stop = 停止
page-cancel = 取消
page-try-again = 重试
page-close = 关闭
page-theme = 浅色或深色
page-help = 帮助
page-about = 关于
page-yes = 是
page-no = 否
page-line = 第 { $line } 行
page-line-in-file = { $file } 第 { $line } 行
page-files = 文件
page-step = 第 { $step } 步
page-count = { $step } / { $steps }
page-fact-time = 运行用时 { $ms } 毫秒
page-fact-time-s = 运行用时 { $s } 秒
page-fact-same = 与原生 PyTorch 一致 ✓
page-fact-differs = 与原生 PyTorch 不一致
page-fact-same-why = 每个程序都会运行两次：一次带记录，用于制作影片；一次是不带 Gradreel 的原生 PyTorch。“一致”表示两次的输出和结束方式相同，值和梯度也逐位相同。
page-fact-differs-why = 每个程序都会运行两次：一次带记录，用于制作影片；一次是不带 Gradreel 的原生 PyTorch。这个程序两次的输出、结束方式或计算结果不同，请谨慎看待影片。
page-panes = 面板
page-resize-code = 代码栏宽度
page-resize-side = 查看器宽度
page-pane-code = 代码
page-pane-film = 影片
page-pane-inspect = 查看
page-editor = Python 代码
page-editor-hint = 在这里粘贴一段 PyTorch 代码
page-syntax-unclosed = 这个 { $code } 没有闭合。
page-syntax-unopened = 这个 { $code } 没有对应的开头。
page-syntax-string = 这个字符串没有结束。
page-syntax-colon = 这一行末尾缺少冒号。
page-syntax-print = print 需要括号：print(…)。
page-syntax-other = Python 无法读懂这里。
page-name-later = 它在后面才创建：第 { $step } 步。
page-search-find = 查找
page-search-replace = 替换
page-search-next = 下一个
page-search-previous = 上一个
page-search-all = 全部
page-search-case = 区分大小写
page-search-regexp = 正则表达式
page-search-word = 整词匹配
page-search-replace-one = 替换
page-search-replace-all = 全部替换
page-search-current = 当前匹配
page-search-on-line = 位于行
page-search-replaced-line = 已替换第 $ 行的匹配
page-search-replaced = 已替换 $ 处匹配
page-search-go-to-line = 转到行
page-search-go = 转到
page-output = 输出
page-first-visit = Gradreel 展示 PyTorch 的自动求导如何处理你的代码。把自己的程序粘贴过来，然后按“运行”。
page-welcome = 看看自动求导做了什么
page-welcome-why = 运行这段代码，它会变成一部影片：前向计算、原地修改、为反向传播保存的张量，以及梯度。
page-running = 正在运行……
page-running-for = { $seconds } 秒
page-running-why = 代码在单独的沙箱里运行，时间过长会被终止。
page-queued = 正在排队……
page-queue-ahead = { $count ->
    [0] 下一个就轮到你的程序。
   *[other] 前面还有 { $count } 个程序在等待。
}
page-nothing = 没有可展示的张量
page-nothing-why = 程序已运行结束，但没有创建任何张量。
page-nothing-failed = 影片是空的
page-nothing-failed-why = 程序在创建张量之前就结束了：原因写在代码旁边。
page-nothing-stopped-why = 程序在交出记录之前就被终止了：原因写在代码旁边。
page-report-old = 上次运行的结果：此后代码已改动。
page-edited = 代码在这部影片生成之后有改动。
page-cleaned = 运行前已整理代码：{ $changes }。
page-cleaned-notebook = 笔记本中的单元，不含输出
page-cleaned-fences = 每个代码块成为一个单元，周围的文字保留
page-cleaned-prompts = 提示符和输出已去掉
page-cleaned-characters = Python 不认识的引号、空格和标点已替换
page-cleaned-commands = 笔记本命令和终端命令已变为注释
page-cleaned-indentation = 补回了丢失的缩进
page-cleaned-indent = 代码块已移到最左边
page-cleaned-tabs = 制表符已替换为空格
page-cleaned-prose = 不是 Python 的内容已作为单元之间的文字
page-cleaned-numbers = 行号已去掉
page-cleaned-imports = 已在最前面加上页面默认的 import 单元
page-cleaned-underscores = 页面丢失的下划线已恢复（如 __init__）
page-cleaned-order = 单元按这里的顺序运行，尽管笔记本中的编号是另一种顺序
page-read = 已按页面读取：{ $code } 个代码单元{ $text ->
    [0] { "" }
   *[other] {"、"}{ $text } 个文字单元
}；{ $changes }。
page-unread-long = 这段文字太长，无法读取，已原样保留。请只保留想查看梯度的那一部分。
page-unread-binary = 这不是文字，像是某个文件（图片、PDF 或 checkpoint）的内容，已原样保留。请粘贴程序本身。
page-unread-html = 这是网页的源代码，已原样保留。请在浏览器中打开该网页，复制所显示的内容。
page-unread-language = 这看起来是 { $language }。这里只运行 Python 和 PyTorch，因此已原样保留。
page-unread-traceback = 这是一段报错信息，没有引发它的程序，已原样保留。请把程序也粘贴进来：它会在这里运行，错误会得到解释。
page-unread-nocode = 这段文字中没有任何一行像 Python 代码，已原样保留。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元，其中各行以 # 开头。
page-unread-unclear = 代码中似乎夹有文字，无法确定哪些行是代码：已把全部内容当作一个程序。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元，其中各行以 # 开头。
# The card of a pasted error.
page-reading-suspects = 先看这些地方，最可能的在前
page-reading-search = 在代码里搜索，最可能的在前
page-reading-out = 可以排除
page-reading-example = 看最接近的示例：{ $title }
page-reading-record = 想看到全过程，请在程序运行的地方用下面任一方式录下来：
page-reading-part = 文字很长：只读了结尾部分。
page-reading-failed = 没能读取这段报错信息。
page-piece-add = 加上一次小调用
page-piece-failed = 没能读取这段代码。
page-divide = 仍然划分
page-unread-cleaned = 无法确定哪些行是代码：已把全部内容当作一个程序。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元。已更改：{ $changes }。
page-open-file = 打开文件…
page-open-file-long = 程序、笔记本（.ipynb）或文本形式的页面
page-undo = 撤销
# 程序的单元。
page-cells = 单元
page-cells-failed = { $all } 个单元中有 { $failed } 个出错
page-cells-well = { $all } 个单元，没有出错
page-cells-next = 下一个错误
page-cell-completed = 单元 [{ $number }]：运行完毕
page-cell-raised = 单元 [{ $number }]：{ $type }
page-cell-stopped = 单元 [{ $number }]：程序在此被终止
page-cell-skipped = 单元 [{ $number }]：程序此前已被终止，未运行
page-cell-not-run = 单元 [{ $number }]：未运行。运行到此
page-cells-part = { $failed ->
    [0] 已运行 { $all } 个单元中的 { $run } 个，没有出错
   *[other] 已运行 { $all } 个单元中的 { $run } 个，{ $failed } 个出错
}
page-cell-tools = 单元 [{ $number }]
page-cell-text-tools = 文字单元
page-cell-run-to = 运行到此：单元 [{ $number }] 及之前的所有单元
page-cell-add = 在下方添加单元
page-cell-more = 更多操作
page-cell-split = 在光标处拆分
page-cell-join = 与下一个单元合并
page-cell-up = 上移
page-cell-down = 下移
page-cell-as-text = 改为文字
page-cell-as-code = 改为代码
page-chapter-cell = 单元 [{ $cell }]
page-chapter-in-cell = 单元 [{ $cell }]，{ $name }
page-key-cells = 上一个或下一个出错的单元
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
page-well-ctx = 未检查（PyTorch 也不检查）：{ $count ->
    [1] { $name }
   *[other] 自定义 Function
  } 可能没有交给 save_for_backward()，而是作为 ctx 属性保存的张量。
page-fixes = 解决办法
page-why = 原因
page-fix-change = 查看改动的 { $count } 行
page-fix-apply = 应用并运行
page-fix-trying = 正在试运行……
page-fix-works = 已试运行：可行。
page-fix-raises = 已试运行：仍抛出 { $type }。
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
page-story-born = { $what ->
    [zero] 梯度在这里变成零
   *[other] 产生于此：第一个非有限数
}
page-story-noticed = { $what ->
    [zero] 叶子张量得到零梯度
   *[other] 在这里显现
}
page-story-cut = 切断了路径
page-story-saved = 保存了版本 { $version } 的 { $name }
page-story-saved-here = 保存了反向传播需要的值
page-story-refused = 试图修改 { $name }，被拒绝
page-story-edited-inside = 在 torch.func 内部原地修改
page-story-edited = 修改了它：版本 { $before } → { $after }{ diagnosis-again }
page-story-overwrote = 改写了 { $name }
page-story-raised = 报错
page-story-raises = 将会报错
page-story-raised-versions = 报错：期望版本 { $version }，实际是 { $current }
page-story-raises-versions = 将会报错：期望版本 { $version }，实际是 { $current }
page-badge-saves = 保存 { $name } v{ $version }
page-badge-saves-many = 保存 { $count } 个张量
page-badge-edits-many = 修改 { $count } 个张量
page-badge-edits-parameters = 修改 { $count } 个参数
page-badge-more = 还有 { $count } 个
page-badge-silent = { $name } 被改写
page-badge-raises = 报错
page-badge-born = { $value ->
    [nan] 产生 NaN
    [zero] 使梯度变为零
   *[inf] 产生无穷大
}
page-narration-more = 展开
page-narration-less = 收起
page-narration-empty = 点击“运行”，影片会在这里逐步播放。
page-first = 第一步（Home）
page-back = 后退一步（←）
page-play = 播放（空格）
page-pause = 暂停（空格）
page-forward = 前进一步（→）
page-last = 最后一步（End）
page-speed = 速度：{ $rate } 倍
page-loop = 循环播放
page-timeline = 时间轴
page-forward-pass = 前向
page-backward-pass = 反向
page-edit-chapter = 修改
page-update-chapter = 更新
page-chapter-marks = 章节
page-chapter-round = 第 { $round } 次迭代 · { $name }
page-chapter-steps = { $name }：第 { $from } – { $to } 步
page-chapter-rounds = { $count } 次迭代
page-chapter-rounds-long = 第 { $first } – { $last } 次迭代相同：按下可逐次查看
page-kept-memory = 为反向传播保留：{ $now } · 最多 { $most }（第 { $step } 步）
page-chapter-fold = 收起相同的迭代
page-chapter-left-out = 省略 { $count } 步
page-tick-op = 运算
page-tick-save = 为反向传播保存张量的运算
page-tick-edit = 原地修改
page-tick-stale = 使已保存张量过期的原地修改
page-tick-backward = 反向传播开始
page-tick-node = 反向节点执行
page-tick-grad = 梯度存入 .grad
page-tick-unpack = 保存的张量已过期
page-tick-raise = 报错
page-tick-output = 输出
page-tick-warning = 警告
page-tick-line = 代码行
page-notes-missing = 这个地址中的注释已不存在。影片仍在，只是没有注释。
page-stage-tools = 舞台
page-find = 查找张量或节点（/）
page-find-hint = 名字、形状或行号
page-find-none = 没有找到。
page-laying-out = 正在排列 { $count } 个元素……
page-story = 只显示与错误有关的部分：{ $all } 步中的 { $steps } 步。
page-story-all = 整个程序：{ $things } 个对象，{ $all } 步。
page-story-tensor = { $name } 的经历：{ $all } 步中的 { $steps } 步。
page-story-gradient = { $name }.grad 的由来：{ $all } 步中的 { $steps } 步。
page-open-story-tensor = { $name } 的经历
page-open-story-gradient = { $name }.grad 的由来
page-leave-story = 返回
page-leave-story-long = 返回之前显示的内容
page-overview = 程序的结构：{ $things } 个对象，{ $all } 步，已分组。
page-all-large = { $all } 步中有 { $things } 个对象，无法同时看清：按下分组将其展开，或查看概览。
page-show = 舞台显示的内容
page-show-story = 缘由
page-show-overview = 概览
page-show-all = 全部
page-show-story-long = 只显示与错误有关的部分
page-show-overview-long = 程序的结构
page-show-all-long = 程序的每个运算
page-fold = 全部折叠或展开（F）
page-fold-too-many = { $things } 个对象太多，无法一次全部展开（最多 { $most } 个）：请按下单个分组将其展开。
page-predict = 让影片提问：接下来会发生什么（P）
page-tidy = 整理：减少交叉（T）
page-present = 演示：全屏
page-present-back = 上一个要点
page-present-forward = 下一个要点
page-present-speaker = 演讲者备注
page-present-end = 结束演示
page-fit = 适合窗口（0）
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
page-help-title = 如何看懂影片
page-help-marks = 时间轴上的标记
page-help-keys = 快捷键
page-idea-lanes = 上层向右是前向计算，下层向左是与之对应的反向传播。
page-idea-saved = 只有虚线跨越上下两层：反向节点保存了什么，保存时是哪个版本。
page-idea-dial = 张量上的表盘是它的版本计数器，每次原地修改加一。
page-idea-stale = 表盘走过保存时的版本，虚线就过期了：经过该节点的反向传播会失败。
page-idea-storage = 圈在一起的张量共享内存；表盘相连的还共享计数器。.data 只共享内存。
page-key-run = 运行代码
page-key-run-to = 在编辑器的单元中：运行程序到该单元末尾，并移到下一个单元；在最后一个单元不会添加新单元
page-key-add-cell = 在编辑器中：在下方添加单元（Alt+F10 移到该单元的按钮）
page-key-split-cell = 在编辑器中：从光标所在行起开始一个新单元
page-key-play = 播放或暂停
page-key-step = 后退、前进一步
page-key-edit = 上一处、下一处修改
page-key-chapter = 上一章或下一章
page-key-ends = 第一步、最后一步
page-key-line = 在编辑器中：跳到当前行的下一步，点击行号亦可
page-key-fold = 全部折叠或展开
page-key-show = 显示缘由、概览或全部
page-key-tidy = 整理布局，减少交叉
page-key-predict = 让影片提问
page-key-present = 全屏演示影片：翻页器在要点之间切换
page-key-speaker = 演示时：在第二个窗口里打开演讲者备注；F 重新进入全屏
page-key-notes = 为这部影片写注释
page-key-fit = 让图适合窗口
page-key-search = 在图中查找
page-key-escape = 取消选中；离开编辑器
page-key-help = 打开本帮助
page-about-title = 关于 Gradreel
page-about-what = Gradreel 用真实的 PyTorch 运行代码，记录自动求导的每个动作：每次运算、每处原地修改、每个保存的张量及其版本，以及逐个节点的反向传播。没有任何模拟。
page-about-guide = 如何嵌入影片
page-about-api = API 文档
page-about-seed = 随机种子固定为 0，同样的代码总是得到同样的影片。
page-sandbox = 沙箱
page-sandbox-unknown = 服务器没有说明如何隔离代码。
page-sandbox-promise = 代码在以上限制内运行，没有网络，也接触不到其他代码。它们共用一个内核：请把服务放在单独的机器上。如果你找到了逃逸的办法，请告诉我们。
page-tier-n = N 级：每段代码都有自己的命名空间，并具备 L 级的全部限制。
page-tier-l = L 级：没有特权，受 Landlock、seccomp 和资源上限约束，但没有独立的命名空间。
page-tier-none = 没有沙箱：代码不受限制地在这台机器上运行。

## step: the narration, one message per kind of event

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
step-view-of = { $name } 的一个视图
step-unnamed = 一个未命名的张量

## stage: words drawn on the stage

stage-label = 影片舞台
stage-minimap = 影片全貌
stage-forward = 前向 →
stage-backward = ← 反向
stage-line = 第 { $line } 行
stage-saved = 保存 { $attribute }
stage-expected = 应为版本 { $saved }，实为 { $current }
stage-same-version = 版本相同，数值已变
stage-storage = 同一块内存 { $storage }
stage-wrong = 错误
stage-should-be = 应为
stage-hook = 钩子 · 第 { $line } 行
stage-name-moves = 名字 { $name }
stage-nothing-recorded = autograd 没有记录任何运算
stage-leaf = 叶子
stage-scalar = 标量
stage-changed = 已改变
stage-freed = 保存的张量已被释放
stage-iteration = 第 { $number } 次迭代
overview-lines = 第 { $lines } 行
overview-cell-raised = 单元 [{ $number }] 出错：{ $type }
overview-cell-stopped = 程序在单元 [{ $number }] 被终止
overview-cell-doubtful = 单元 [{ $number }] 未报错，但结果有误
overview-parameters = { $count } 个参数
overview-tensors = { $count } 个张量
overview-edits-parameters = 修改 { $count } 个参数
overview-edits-tensors = 修改 { $count } 个张量
stage-ops = { $count } 个运算
stage-more-leaves = 另有 { $count } 个叶子
stage-more-parameters = 另有 { $count } 个参数
stage-more-stale = 另有 { $count } 个保存的张量已过期
stage-nodes = { $count } 个节点
stage-edits = { $count } 次修改
stage-legend-tensor = 张量：代码中的名字、形状和数值。叶子由你创建，而非由运算得到；绿色竖条表示它需要梯度。
stage-legend-dial = 版本计数器。每次原地修改都会让它转动一格，并一直保留颜色作为提醒。
stage-legend-op = 运算，以及调用它的那一行。圆珠是没有名字的结果。
stage-legend-flow = 数值向右流动。蓝色：autograd 会追踪；灰色：这里没有需要梯度的张量。
stage-legend-edit = 原地修改，停靠在被改写的张量上。
stage-legend-saved = 反向节点为以后保存的张量，以及当时的版本。只有这些线会跨越上下两层。
stage-legend-stale = 张量在保存之后又被修改：节点会用错误的数值计算，因此反向传播会拒绝执行。
stage-legend-storage = 同一虚线框内的张量共用内存：改一个，其余也会变。连在一起的表盘是同一个计数器。
stage-legend-silent = 版本检查看不到的修改（通过 .data 或 numpy）：不会报错，但梯度可能是错的。
stage-legend-node = 反向节点，位于产生它的运算下方。执行时会亮起；∇ 是流入的梯度。
stage-legend-grad = 存放叶子梯度的节点，以及由它填入的 .grad。
stage-legend-hook = 钩子：反向传播在此调用你的一行代码。若它改变了梯度，前后都会显示。
stage-legend-name = 名字的转移：eta = eta * 2 产生第二个张量，名字随之转给它，.grad 仍在第一个张量上。
stage-legend-cut = 梯度的路径在此断开：这个运算之前的张量都得不到梯度。
stage-legend-group = 折叠起来的一组运算：一层、一个函数或循环的若干轮。点击即可展开。
stage-label-group = 已折叠的组 { $name }
stage-label-close = 已展开的组 { $name }
stage-label-tensor = 张量 { $name }，{ $shape }
stage-label-requires-grad = 需要梯度
stage-label-op = 运算 { $name }
stage-label-node = 反向节点 { $name }
stage-label-edit = 原地修改 { $text }
stage-label-refused = 被拒绝的原地修改 { $text }
stage-label-saved = { $node }：{ $text }
stage-label-cut = 梯度路径在此断开
stage-label-waiting = 尚未执行
stage-label-running = 正在执行
stage-label-done = 已执行
stage-label-failed = 失败
stage-label-stale = 已过期
stage-label-silent = 被改写而版本未变
stage-label-freed = 已释放

## notes：作者为影片写的注释

notes-all = 作者的注释
notes-label = 作者的注释
notes-chapter = 章节
notes-look = 请看：
notes-lost = 作者的注释中有 { $count } 处在这部影片里已没有对应的位置。
notes-edit-write = 写注释
notes-edit-change = 修改注释
notes-edit-share = 为这部影片作讲解：给步骤写说明、划分章节、指定从哪里打开。注释与链接一样是公开的。
notes-edit-title = 注释
notes-edit-step = 第 { $step } 步
notes-edit-text = { $language }注释
notes-edit-chapter-name = 从这里开始的章节（{ $language }）
notes-edit-language-en = 英文
notes-edit-language-zh = 中文
notes-edit-hint = Markdown：**粗体**、*斜体*、`代码`、列表、[链接](https://…)。写的内容会立即显示在影片下方。
notes-edit-point = 指向 { $name }
notes-edit-speaker = 仅供演讲者（{ $language }）
notes-edit-speaker-hint = 演示时按 S 显示；嵌入、文件和图片里没有。有链接的人仍然可以找到它。
notes-edit-pick = 点选要指的对象
notes-edit-pick-hint = 点图中的对象或代码行；再点一次取消。按 Esc 结束。
notes-edit-carried = 已从修改前的程序沿用注释。{ $lost ->
    [0] 全部都有对应位置。
   *[other] { $lost } 处失去了位置，见列表。
}
notes-edit-opens = 影片从这里打开
notes-edit-stops = 播放到这里停下
notes-edit-list = 全部注释
notes-edit-none = 还没有写任何内容。
notes-edit-entry-chapter = 章节：{ $name }
notes-edit-entry-points = 指向 { $count } 个对象
notes-edit-entry-lost = 已失去位置：第 { $line } 行，{ $what }
notes-edit-entry-lost-nowhere = 已失去位置：{ $what }
notes-edit-move = 移到当前步骤
notes-edit-delete = 删除
notes-edit-publish = 发布注释
notes-edit-published = 已发布。任何有链接的人都能读到。
notes-edit-existed = 同样的注释已经存在，链接如下。
notes-edit-refused = 服务器拒绝了这些注释：{ $message }
notes-edit-withdraw = 删除已发布的注释
notes-edit-withdrawn = 已删除。链接和影片还在。
notes-edit-link = 带有这些注释的链接

## predict: questions about what a film shows next

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

## failure: how a run was stopped, and hints

failure-wall_time = 运行 { $limit_s } 秒后被停止：每次运行最多只能用这么长时间。
failure-cpu_time = 计算 { $limit_s } 秒后被停止：每次运行最多只能用这么多处理器时间。
failure-memory = 因内存超限被停止：每次运行最多可比空闲的 torch 进程多用 { $limit_mib } MiB。
failure-output_limit = 因输出过多被停止：每次运行最多可输出 { $limit_kib } KiB，开头的部分已保留。
failure-trace_too_large = 因记录过大被停止：记录最大为 { $limit_mib } MiB。
failure-forbidden_call = 代码发出了普通程序不会用到的系统调用，被内核终止。
failure-crash = Python 进程崩溃（{ $signal }）。
failure-exit = 代码以状态 { $status } 结束了自己的进程，其余部分没有执行。
failure-no_result = 代码在交出记录之前结束了自己的进程。
failure-result_invalid = 收到的记录自相矛盾，因此不予显示。代码可能干扰了记录过程。
failure-internal = 我们这边连续两次出了问题，请再试一次。

failure-hint-network = 这里不能访问网络。
failure-hint-process_group = 沙箱里只有一个进程，也没有套接字，所以建不了进程组。请去掉 init_process_group 和 DistributedDataParallel：每个进程里，模块本身算出的梯度就是 DDP 拿来平均的梯度。gradreel run script.py 可以在您自己的机器上录下一个进程。
failure-hint-subprocess = 这里不能创建子进程：请使用 num_workers=0，不要用 subprocess 或 multiprocessing。
failure-hint-compile = torch.compile 和 C++ 扩展需要编译器，而这里没有：请去掉它们再运行。
failure-hint-threads = 每次运行最多可用 { $threads } 个线程。
failure-hint-memory = 每次运行最多可比空闲的 torch 进程多用 { $memory_mib } MiB：请使用更小的张量。
failure-hint-disk_full = 若有 /tmp，每次运行只有 { $tmp_mib } MiB、{ $tmp_inodes } 个文件的空间。
failure-hint-descriptors = 每次运行最多可同时打开 { $open_files } 个文件。
failure-hint-files = 这里除了 Python 自身的文件和至多一个空的小 /tmp 之外没有任何文件：请在代码中生成数据，例如用 torch.randn。
failure-hint-recursion = 调用层数太深，Python 放弃了；这与沙箱无关。
failure-hint-missing_module =
    这里没有安装 { $module }：代码只能使用 PyTorch、NumPy、einops 和 Python 标准库。{ $module ->
        [matplotlib] 请去掉绘图的代码：影片会显示每个张量的值。
        [seaborn] 请去掉绘图的代码：影片会显示每个张量的值。
        [torchvision] 请用 torch.randn 生成数据，用 torch.nn 写出各层：对自动求导来说，重要的是形状，而不是图片内容。
        [torchaudio] 请用 torch.randn 生成数据：对自动求导来说，重要的是形状，而不是声音内容。
        [pandas] 请用 torch.tensor([[…]]) 写出几行数据来代替表格。
        [sklearn] 请用 torch.randn 生成数据，并用切片划分。
        [scipy] 请在 torch、torch.special 或 torch.linalg 中寻找对应的函数。
        [transformers] 请换成一个小的 nn.Module，例如 nn.TransformerEncoderLayer：梯度的流动方式相同。
        [tqdm] 请去掉进度条，直接循环。
       *[other] 请用几行自己的代码代替；如果它是您自己的文件，请把其中的代码粘贴到上面。
    }在装有 { $module } 的机器上，gradreel run script.py 可以原样录下这个程序。
failure-hint-relative_import = 代码只有一个文件：请把被导入的代码粘贴到它的上面。
failure-hint-input = 代码运行时无法输入：请把值直接写进代码，代替 input()。
failure-hint-not_permitted = 沙箱拒绝这个调用：这里的代码只能计算和打印。

## diagnosis: what went wrong, and fixes

# 读者怎样称呼一个张量。$how：name、view、result 或 tensor。
diagnosis-what = { $how ->
    [view] { $name } 的一个视图
    [result] { $name } 的结果
    [tensor] { $name } 形状的张量
    [unknown] 某个张量
   *[name] { $name }
}
# 后面紧跟汉字时用：名字与汉字之间留一个空格。
diagnosis-what-then = { $how ->
    [name] { $name }{ " " }
   *[other] { diagnosis-what }
}
# 句首用。
diagnosis-what-first = { $how ->
    [view] { $name } 的一个视图
    [result] { $name } 的结果
    [tensor] { $name } 形状的张量
    [unknown] 某个张量
   *[name] { $name }{ " " }
}
diagnosis-others = { $others ->
    [0] { "" }
   *[other] 同一次修改还让另外 { $others } 个保存的张量过期。
}
diagnosis-others-overwritten = { $others ->
    [0] { "" }
    [other] 同一次写入还改变了另外 { $others } 个保存的张量。
   *[none] { "" }
}
diagnosis-in-module = { $in_module ->
    [yes] （位于 { $module }）
   *[no] { "" }
}
# 同样的事发生了几次：修改所在的行执行了几次，或者抛出了几次异常。
diagnosis-edits = { $rounds ->
    [1] { "" }
    [other] 第 { $edit_line } 行这样做了 { $rounds } 次。
   *[none] { "" }
}
diagnosis-rounds = { $rounds ->
    [1] { "" }
    [other] 这样的情况发生了 { $rounds } 次。
   *[none] { "" }
}
diagnosis-caught = { $caught ->
    [yes] 程序捕获了这个错误，继续运行。
   *[no] { "" }
}
# 在检查之前，还有哪些行修改了它。
diagnosis-again = { $again ->
    [0] { "" }
    [1] ，又在第 { $again_line } 行变为 { $current }
    [other] ，又在另外 { $again } 行变为 { $current }
   *[none] { "" }
}
diagnosis-edit = { $hidden ->
    [yes] 第 { $edit_line } 行（{ $code }）看不出有修改，但其中的 { $op } { diagnosis-edited }
    [unseen] 第 { $edit_line } 行（{ $code }）以未被记录的方式{ diagnosis-edited }
    [between] 在第 { $saved_line } 行与第 { $raise_line } 行之间，某个未被记录的操作{ diagnosis-edited }
   *[no] 第 { $edit_line } 行（{ $code }）{ diagnosis-edited }
}
diagnosis-edited = { $through ->
    [other] 通过 { $other } 原地修改了同一块内存
   *[same] 原地修改了它
}

diagnosis-version_mismatch-title = { $outcome ->
    [failed] 版本检查未通过
    [fails] backward() 将会失败
   *[harmless] 保存的张量已过期，但没有人用到它
}
diagnosis-version_mismatch-finding = { $hidden ->
    [between] { $node } 保存 { diagnosis-what-then }之后，它在第 { $saved_line } 行与第 { $raise_line } 行之间被修改
   *[no] { $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行原地修改了它
}
diagnosis-version_mismatch = { $outcome ->
    [failed] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。因此第 { $raise_line } 行报错：反向传播需要版本 { $saved_version }，实际却是 { $current }。{ diagnosis-others }{ diagnosis-edits }{ diagnosis-caught }
    [fails] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。因此 backward() 到这里将会失败：它需要版本 { $saved_version }，得到的却是 { $current }。{ diagnosis-others }{ diagnosis-edits }
   *[harmless] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。没有反向传播会再用到它，所以不会报错。{ diagnosis-others }{ diagnosis-edits }
}

# 版本检查失败时，它避免了什么。place 是一个元素的位置，例如 [0, 2]。
diagnosis-unchecked = { $case ->
    [right] 如果没有这项检查，得到的梯度也是对的。
    [wrong] 如果没有这项检查，{ diagnosis-unchecked-what }会是 { $unchecked }，正确的是 { $meant }。{ diagnosis-unchecked-others }
   *[other] 如果没有这项检查，{ diagnosis-unchecked-what }会是错的。{ diagnosis-unchecked-others }
}
diagnosis-unchecked-what = { $how ->
    [attribute] { $name }{ $place }{ " " }
    [result] { $name }{ $place } 的梯度
   *[unnamed] 某个梯度
}
diagnosis-unchecked-others = { $others ->
    [yes] 其他梯度也会是错的。
   *[no] { "" }
}

diagnosis-transform_edit-title = torch.func 内部的版本检查失败
diagnosis-transform_edit-finding = { $edits ->
    [1] 第 { $edit_line } 行原地修改了 torch.func 为反向传播保存的张量
    [found] 第 { $edit_line } 行原地修改了 torch.func 为反向传播保存的张量
   *[other] torch.func 内部的原地修改使第 { $line } 行的版本检查失败
}
diagnosis-transform_edit = 第 { $line } 行（{ $code }）报错：在 torch.func 内部，{ $what ->
    [result] { $op } 的结果
   *[tensor] 某个张量
}为反向传播保存之后又被原地修改。{ $edits ->
    [1] 其中的原地修改在第 { $edit_line } 行（{ $edit }）。
    [found] 其中第 { $edit_line } 行（{ $edit }）的原地修改改动的就是这样的结果。
   *[other] 其中的原地修改在第 { $edit_lines } 行；影片无法确定是哪一处。
}变换在自己的包装张量上运行，因此其中的操作没有逐一记录。{ diagnosis-rounds }{ diagnosis-caught }
fix-out_of_place_inside = 第 { $line } 行改成生成新张量：{ $code }。{ $more ->
    [0] {""}
    [other] 另外 { $more } 行也这样改。
   *[unknown] {""}
  }

diagnosis-leaf_in_place-title = 原地修改了需要梯度的叶子张量
diagnosis-leaf_in_place-finding = { $named ->
    [yes] { $is_view ->
        [yes] 第 { $line } 行原地修改了 { $name }，它是需要梯度的叶子张量的视图
       *[no] 第 { $line } 行原地修改了 { $name }，它是需要梯度的叶子张量
    }
   *[no] 第 { $line } 行原地修改了需要梯度的叶子张量
}
diagnosis-leaf_in_place = { $is_view ->
    [yes] { $named ->
        [yes] { $name }{ " " }
       *[no] 第 { $line } 行的张量
    }是{ $based ->
        [yes] 叶子张量 { $base }（需要梯度）
       *[no] 某个需要梯度的叶子张量
    }的视图。第 { $line } 行（{ $code }）要在自动求导记录期间原地修改它，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }
   *[no] { $named ->
        [yes] { $name }{ " " }
       *[no] 第 { $line } 行的张量
    }是需要梯度的叶子张量。第 { $line } 行（{ $code }）要在自动求导记录期间原地修改它；改完之后，它就不再是你要求梯度的那个叶子张量了，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }
}

fix-edit_a_clone = 改为修改副本：在第 { $line } 行之前加上 { $name } = { $name }.clone()。
fix-out_of_place = 第 { $line } 行改成生成新张量：{ $code }。{ $more ->
    [0] {""}
    [other] 另外 { $more } 行也这样改。
   *[unknown] {""}
  }{ $of_leaf ->
    [yes] 这一步属于计算图：{ $name }.grad 表示结果如何依赖于修改之前的 { $name }。
   *[no] {""}
  }
fix-clone_result = 第 { $line } 行让 { $name } 得到结果的副本，这样反向传播保存的就是自己的一份。
fix-clone_parts = 第 { $line } 行把各部分都 clone() 一份，让每一部分拥有自己的内存。
fix-single_views = 第 { $line } 行改成逐个取出 { $name } 的各部分：这样就能跟踪对每一部分的原地修改。
fix-save_clones = 让第 { $lines } 行使用克隆，这样反向传播就有自己的副本。
fix-allow_mutation = 把导入语句之后的全部代码放进 torch.autograd.graph.allow_mutation_on_saved_tensors()：它先复制将被覆盖的内容，这里是 { $bytes } 字节。从中间开始的切片所做的修改它发现不了，也不会报错。
fix-save_a_clone = 让第 { $line } 行使用 { $name }.clone()，这样反向传播保存的就是自己的一份。
fix-step_after_backward = 把第 { $line } 行的优化器更新移到第 { $raise_line } 行的 backward() 之后。这样更新用的是两次反向传播的梯度之和。
fix-forward_again = 在第 { $line } 行的 step() 之后重新计算 { $name }：反向传播就使用更新后的权重。
fix-forward_after_step = 把 { $name } 的计算移到第 { $line } 行的 step() 之后：反向传播就使用更新后的权重。
fix-edit_after_backward = 把第 { $line } 行的修改移到第 { $raise_line } 行的 backward() 之后，后者还需要旧的值。
fix-inplace_off = 去掉 inplace=True。
fix-no_grad_lines = 把第 { $line } 行到第 { $last_line } 行放进 with torch.no_grad():，这样这些修改就不会进入计算图，得到的是修改之后的值的梯度。
fix-no_grad = 把第 { $line } 行放进 with torch.no_grad():，这样修改就不会进入计算图，得到的是修改之后的值的梯度。

diagnosis-multi_view_in_place-title = 成组返回的视图不能原地修改
diagnosis-multi_view_in_place-finding = { $named ->
    [yes] 第 { $line } 行原地修改了 { $name }，它是成组返回的视图之一
   *[no] 第 { $line } 行原地修改了成组返回的视图之一
}
diagnosis-multi_view_in_place = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}是{ $made ->
    [yes] 第 { $made_line } 行 { $op } 一次返回的多个视图
   *[no] 某次调用同时返回的多个视图
}之一。{ $base_edited ->
    [yes] 随后第 { $edit_line } 行（{ $edit_code }）原地修改了它们共用的内存，而自动求导无法更新这种视图，因此用到它的第 { $line } 行（{ $code }）被拒绝。
   *[no] 自动求导无法跟踪对这种视图的原地修改，因此第 { $line } 行（{ $code }）被拒绝。
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_tensor_saved-title = 推理张量不能为反向传播保存
diagnosis-inference_tensor_saved-finding = 第 { $line } 行要保存 { diagnosis-which }，而它是推理张量
diagnosis-inference_tensor_saved = { $known ->
    [yes] { diagnosis-what }{ $dated ->
        [yes] （第 { $made_line } 行创建）
       *[no] { " " }
    }是推理张量
   *[no] 第 { $line } 行用到的某个张量是推理张量
}，没有版本计数器。第 { $line } 行（{ $code }）必须为反向传播保存它，而保存需要版本计数器。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-graph_freed-title = 计算图已经用完
diagnosis-graph_freed-finding = { $read ->
    [yes] 第 { $raise_line } 行读取了已被释放的张量
   *[no] 第 { $raise_line } 行的反向传播经过已经用完的计算图
}
diagnosis-graph_freed = { $read ->
    [yes] 第 { $raise_line } 行（{ $code }）要读取某个节点保存的张量，而它已经{ $first_line ->
        [none] 被释放
       *[other] 被第 { $first_line } 行的反向传播释放
    }
   *[no] { $repeated ->
        [yes] 第 { $raise_line } 行再次对同一个计算图做反向传播，而这一行上一次执行时已经把它用完
       *[no] { $first_line ->
            [none] 第 { $raise_line } 行对一个已经用完的计算图做反向传播
           *[other] 第 { $first_line } 行的反向传播释放了计算图保存的张量，第 { $raise_line } 行又要经过同一个计算图
        }
    }
}。{ $known ->
    [yes] { $node }{ $node_line ->
        [none] { " " }
       *[other] （第 { $node_line } 行）
    }保存的张量已经不在了。
   *[no] 保存的张量已经不在了。
}{ $keeps ->
    [yes] { $carried } 还保留着上一次计算的结果：下一次之前要对它调用 detach()。
    [list] { $carried } 里还留着上一次反向传播用过的损失：每次反向传播之后要清空它。
   *[other] { "" }
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-no_grad_path-title = 梯度无路可走
diagnosis-no_grad_path-finding = { $case ->
    [input] 第 { $line } 行要对 { diagnosis-what-then }求梯度，而它不需要梯度
    [unused] { diagnosis-what-first }并不依赖 { diagnosis-wanted }
   *[root] { $cut_line ->
        [none] 第 { $line } 行的 { diagnosis-what-then }不需要梯度
       *[other] { diagnosis-what-first }不需要梯度：第 { $cut_line } 行切断了它
    }
}
diagnosis-no_grad_path = { $case ->
    [input] 第 { $line } 行要对 { diagnosis-what-then }求梯度，而它不需要梯度。{ diagnosis-rounds }{ diagnosis-caught }
    [unused] 第 { $line } 行要求 { diagnosis-what-then }对 { diagnosis-wanted-then }的梯度，但前者并不依赖后者。{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
   *[root] { diagnosis-what-first }不需要梯度，第 { $line } 行的 { $call ->
        [grad] torch.autograd.grad()
       *[backward] backward()
    } 无路可走。{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
}
# 要求的是对谁的梯度。
diagnosis-wanted = { $wanted_how ->
    [view] { $wanted } 的一个视图
    [result] { $wanted } 的结果
    [tensor] { $wanted } 形状的张量
    [unknown] 某个张量
   *[name] { $wanted }
}
diagnosis-wanted-then = { $wanted_how ->
    [name] { $wanted }{ " " }
   *[other] { diagnosis-wanted }
}
# 路径断在哪里。$cut：none、unused 或 unknown，或者 detach、data、item、tensor、integer、non_differentiable、no_grad 或 function；
# $other 是被切断的一端。
diagnosis-cut = { $cut ->
    [none] 参与计算的张量都不需要梯度。
    [unused] 计算它的过程中没有任何运算用到 { diagnosis-wanted }。
    [unknown] { "" }
    [left_out] 影片里看不出路径在哪里断开，可能在没有收入影片的部分。
    [detach] 第 { $cut_line } 行（{ $code }）用 detach() 切断了它与 { diagnosis-cut-from-then }的联系。
    [data] 第 { $cut_line } 行（{ $code }）用 .data 切断了它与 { diagnosis-cut-from-then }的联系。
    [item] 第 { $cut_line } 行（{ $code }）把 { diagnosis-cut-from-then }变成了普通数字，数字没有梯度。
    [tensor] 第 { $cut_line } 行（{ $code }）只把 { diagnosis-cut-from-then }的值拷贝进一个新的叶子张量，计算图就此中断。
    [integer] 第 { $cut_line } 行（{ $code }）用 { $op } 由 { diagnosis-cut-from-then }得到整数，整数没有梯度。
    [non_differentiable] 第 { $cut_line } 行（{ $code }）把 { diagnosis-cut-from-then }交给了 { $op }，而 { $op } 不传递梯度。
    [grad] 第 { $cut_line } 行（{ $code }）得到的梯度没有自己的计算图，无法继续向前追溯。
    [function] 第 { $cut_line } 行（{ $code }）在 { $op } 内部用到了 { diagnosis-cut-from }，而交给它的张量都不需要梯度，所以没有建立计算图。
   *[no_grad] 第 { $cut_line } 行（{ $code }）在关闭梯度的情况下使用了 { diagnosis-cut-from }。
}
diagnosis-cut-from = { $other_how ->
    [view] { $other } 的一个视图
    [result] { $other } 的结果
    [tensor] { $other } 形状的张量
   *[name] { $other }
}

diagnosis-cut-from-then = { $other_how ->
    [name] { $other }{ " " }
   *[other] { diagnosis-cut-from }
}

diagnosis-cut_gradient-title = 梯度漏掉了一部分
diagnosis-cut_gradient = { $cut ->
    [detach] 第 { $cut_line } 行（{ $code }）对 { diagnosis-what-then }调用了 detach()
    [data] 第 { $cut_line } 行（{ $code }）取了 { diagnosis-what-then }的 .data
    [item] 第 { $cut_line } 行（{ $code }）把 { diagnosis-what-then }变成了普通数字
    [tensor] 第 { $cut_line } 行（{ $code }）把 { diagnosis-what-then }的值拷贝进了新张量
    [function] 第 { $cut_line } 行（{ $code }）在一个自定义 Function 内部用到了 { diagnosis-what }，而交给它的张量都不需要梯度
   *[no_grad] 第 { $cut_line } 行（{ $code }）在关闭梯度的情况下使用了 { diagnosis-what }
}。{ $rooted ->
    [yes] { $root } 仍然依赖它
   *[no] 结果仍然依赖它
}，所以第 { $backward_line } 行得到的梯度漏掉了这一部分。如果这正是你的本意，那就没有问题。

diagnosis-non_leaf_grad-title = { $requires ->
    [no] 这个名字已指向另一个张量
   *[yes] 非叶子张量不保留 .grad
}
diagnosis-non_leaf_grad-finding = { $named ->
    [yes] 第 { $line } 行的 { $name }.grad 是 None
   *[no] 第 { $line } 行的 .grad 是 None
}
diagnosis-non_leaf_grad = { $was_leaf ->
    [yes] 第 { $leaf_line } 行的 { $name } 是叶子张量，但从第 { $made_line } 行（{ $code }）起，这个名字指向一个新的{ $requires ->
        [no] 、不需要梯度的张量
       *[yes] 非叶子张量
    }。梯度存到了原来的叶子张量上，所以第 { $line } 行的 .grad 是 None。{ diagnosis-rounds }
   *[no] { $named ->
        [yes] { $name }{ " " }
       *[no] 第 { $line } 行的张量
    }不是叶子张量{ $dated ->
        [yes] （由第 { $made_line } 行计算得到）
       *[no] { "" }
    }：梯度只是流经它，并不保留，所以第 { $line } 行的 .grad 是 None。{ diagnosis-rounds }
}

diagnosis-silent_overwrite-title = { $outcome ->
    [recomputed_wrong] 梯度悄悄算错了
    [wrong] 梯度悄悄算错了
   *[other] 保存的值在检查之外被覆盖
}
diagnosis-recomputed = 第 { $saved_line } 行的 checkpoint 不保留结果：反向传播会把它重新运行一遍。在此之前，第 { $edit_line } 行（{ $code }）修改了{ $named ->
    [yes] { " " }{ $name }
   *[no] 某个张量
}，而其中的 { $op } 要读取它，所以反向传播所求导的前向计算已不是给出损失的那一次。自动求导的版本检查管不到这一点。
diagnosis-silent_overwrite-finding = { $outcome ->
    [recomputed_wrong] { $gradient } 悄悄算错了：第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [recomputed_unchanged] 第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [recomputed_unknown] 第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [wrong] { $gradient } 悄悄算错了：{ $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行覆盖了它
   *[other] { $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行悄悄覆盖了它
}
diagnosis-silent_overwrite = { $outcome ->
    [recomputed_wrong] { diagnosis-recomputed }{ $gradient } 是错的，却没有任何报错。
    [recomputed_unchanged] { diagnosis-recomputed }好在梯度并未改变。
    [recomputed_unknown] { diagnosis-recomputed }梯度可能是错的。
   *[overwritten] 第 { $saved_line } 行的 { $node } 保存了 { diagnosis-what }。随后第 { $edit_line } 行（{ $code }）{ $through ->
        [other] 通过 { $other } 覆盖了同一块内存
       *[same] 覆盖了它的值
    }，而自动求导所检查的版本计数器没有变化。{ $outcome ->
        [wrong] 反向传播用的是新值：{ $gradient } 是错的，却没有任何报错。
        [unchanged] 反向传播用的是新值，好在梯度并未改变。
        [unknown] 反向传播用的是新值，梯度可能是错的。
       *[unused] 此后没有反向传播再用到它。
    }{ diagnosis-others-overwritten }{ diagnosis-edits }
}

diagnosis-shared_storage_edit-title = 一处修改悄悄改变了另一个张量
diagnosis-shared_storage_edit-finding = 第 { $line } 行通过 { $name } 悄悄改变了 { $other }
diagnosis-shared_storage_edit = { $name } 和 { $other } 共享内存。第 { $line } 行（{ $code }）通过 { $name } 写入，{ $other } 的值也随之改变，而 { $other } 的版本计数器没有变化。{ diagnosis-rounds }

diagnosis-device_unavailable-title = 这里没有该设备
diagnosis-device_unavailable = 第 { $line } 行（{ $code }）要使用设备 { $device }。这里的代码在 CPU 上运行；自动求导记录的计算图并无不同。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-which = { $known ->
    [yes] { diagnosis-what }
   *[no] 某个张量
}
diagnosis-which-then = { $known ->
    [yes] { diagnosis-what-first }
   *[no] 某个张量
}
diagnosis-non_scalar_root-title = backward() 要从单个数字开始
diagnosis-non_scalar_root-finding = { $case ->
    [shape] 第 { $line } 行传给 backward() 的梯度形状是 { $given }，应为 { $shape }
   *[elements] 第 { $line } 行从 { diagnosis-which-then }开始反向传播，而它不是单个数字
}
diagnosis-non_scalar_root = { $case ->
    [shape] 第 { $line } 行（{ $code }）为 { diagnosis-which } 传给 backward() 的梯度形状是 { $given }，而它的形状是 { $shape }。梯度与张量的元素一一对应，两者形状必须相同。{ diagnosis-rounds }{ diagnosis-caught }
   *[elements] 第 { $line } 行（{ $code }）从 { diagnosis-which } 开始反向传播，{ $known ->
        [yes] 它的形状是 { $shape }，有 { $count } 个元素
       *[no] 它有多个元素
    }。只有对单个数字，PyTorch 才知道从什么梯度开始（即 1）：请求和、取平均，或者用 gradient= 说明每个元素占多少。{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-view_in_place-title = 这个视图不能原地修改
diagnosis-view_in_place-finding = { $named ->
    [yes] 第 { $line } 行原地修改了不允许修改的视图 { $name }
   *[no] 第 { $line } 行原地修改了不允许修改的视图
}
diagnosis-view_in_place = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}是{ $dated ->
    [yes] 第 { $made_line } 行得到的
   *[no] { "" }
}视图{ $case ->
    [no_grad] ，在 no_grad 之下创建，与它的基张量的计算图没有联系。第 { $line } 行（{ $code }）要在自动求导记录时原地修改它
    [inference] ，在推理模式中创建。第 { $line } 行（{ $code }）要在推理模式之外修改它
    [hook] ：模块的完整反向钩子把模块的每个输入和输出都作为视图交出，以便看到它们的梯度。第 { $line } 行（{ $code }）要原地修改它
   *[function] ，来自自定义 Function。第 { $line } 行（{ $code }）要原地修改它，这会绕过该 Function 自己的 backward
}，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_edit-title = 推理张量在推理模式之外不能更改
diagnosis-inference_edit-finding = { $case ->
    [flag] 第 { $line } 行要让推理张量需要梯度
   *[edit] 第 { $line } 行修改了推理张量
}
diagnosis-inference_edit = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}{ $dated ->
    [yes] （第 { $made_line } 行创建）
   *[no] { "" }
}是推理张量：没有版本计数器，自动求导无法发现变化。{ $case ->
    [flag] 第 { $line } 行（{ $code }）要让它需要梯度
   *[edit] 第 { $line } 行（{ $code }）要在推理模式之外修改它
}；在那里 clone() 得到的是普通张量。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-custom_gradients-title = 自定义 backward 返回的梯度不对
diagnosis-custom_gradients-finding = { $case ->
    [count] { $function } 的 backward 为 { $expected } 个输入返回了 { $got } 个梯度
   *[shape] { $function } 的 backward 为形状是 { $expected } 的输入返回了形状 { $got }
}
diagnosis-custom_gradients = { $case ->
    [count] { $function } 的 forward 有 { $expected } 个输入，而它的 backward 返回了 { $got } 个梯度：每个输入都要返回一个，不需要的返回 None。第 { $line } 行（{ $code }）的反向传播经过了它。{ diagnosis-rounds }{ diagnosis-caught }
   *[shape] { $function } 的 backward 为第 { $position } 个输入返回的梯度形状是 { $got }，而该输入的形状是 { $expected }：两者必须相同。第 { $line } 行（{ $code }）的反向传播经过了它。{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-out_argument-title = out= 不记录计算图
diagnosis-out_argument-finding = 第 { $line } 行使用了 out=，而 { diagnosis-which-then }需要梯度
diagnosis-out_argument = 第 { $line } 行（{ $code }）让 { $op } 用 out= 把结果写进一个张量，而 { diagnosis-which } 需要梯度。自动求导不记录带 out= 的调用，因此被 PyTorch 拒绝：请给结果起一个名字。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_optimized-title = 交给优化器的是计算结果，不是叶子张量
diagnosis-non_leaf_optimized-finding = 第 { $line } 行把 { diagnosis-which-then }交给优化器，而它不是叶子张量
diagnosis-non_leaf_optimized = { $known ->
    [yes] { diagnosis-what-first }是{ $made_line ->
        [none] { "" }
       *[other] 第 { $made_line } 行
    }计算得到的，不是叶子张量：梯度只流经它，并不保留
   *[no] 其中某个张量是由别的张量计算得到的，不是叶子张量：梯度只流经它，并不保留
}。第 { $line } 行（{ $code }）把它交给了优化器，而优化器只能更新叶子张量。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_flag-title = 只有叶子张量才有自己的 requires_grad
diagnosis-non_leaf_flag-finding = 第 { $line } 行更改 { diagnosis-which-then }的 requires_grad，而它不是叶子张量
diagnosis-non_leaf_flag = 第 { $line } 行（{ $code }）要更改 { diagnosis-which } 的 requires_grad，而它是由需要梯度的张量计算得到的。计算结果是否需要梯度，取决于参与计算的张量；detach() 会给出一个与它们断开的张量。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_copied-title = 计算图中的结果不能深拷贝
diagnosis-non_leaf_copied-finding = 第 { $line } 行要深拷贝 { diagnosis-which }，而它是计算图中的结果
diagnosis-non_leaf_copied = 第 { $line } 行（{ $code }）要深拷贝 { diagnosis-which-then }（它属于某个计算图），或者含有它的对象。这样就得连整个计算图一起拷贝：请先 detach() 再 clone()，或者在存起来之前就 detach()。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-integer_requires_grad-title = 整数没有梯度
diagnosis-integer_requires_grad-finding = 第 { $line } 行要让整数需要梯度
diagnosis-integer_requires_grad = 第 { $line } 行（{ $code }）要让整数或布尔张量需要梯度。只有浮点数和复数才能有微小的变化，也才有梯度：把 1 写成 1.，或者加上 dtype=torch.float32。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-numpy_requires_grad-title = numpy() 会悄悄离开计算图
diagnosis-numpy_requires_grad-finding = 第 { $line } 行要把 { diagnosis-which-then }变成 numpy 数组，而它需要梯度
diagnosis-numpy_requires_grad = 第 { $line } 行（{ $code }）要把 { diagnosis-which } 变成 numpy 数组，而它需要梯度。numpy 之后的计算没有梯度，所以 PyTorch 要求先用 detach() 表明这是有意的。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-leaf_root-title = backward() 在起点就结束了
diagnosis-leaf_root-finding = 第 { $line } 行的 backward() 从 { diagnosis-what-then }开始，也在那里结束
diagnosis-leaf_root = { diagnosis-what-first }是手动设置成需要梯度的。第 { $line } 行的 backward() 只给 { diagnosis-what } 一个梯度，参与计算它的张量什么也得不到。{ diagnosis-cut }{ diagnosis-rounds }

diagnosis-unreached_parameters-title = 学不到东西的参数
diagnosis-unreached_parameters-finding = { $named ->
    [yes] 没有反向传播到达 { $name }
   *[no] 没有反向传播到达某个参数
}
diagnosis-unreached_parameters = { $named ->
    [yes] { $name }
   *[no] 一个参数
}{ $more ->
    [0] { "" }
   *[other] { " " }和另外 { $more } 个参数
}交给了优化器，却没有任何反向传播给它梯度，step() 不会改变它。而第 { $backward_line } 行的 backward() 出发的值仍然依赖于它。{ diagnosis-cut-parameters }
diagnosis-cut-parameters = { $cut ->
    [no_grad] 第 { $cut_line } 行（{ $code }）对 { diagnosis-cut-from }采样，采样没有梯度。
    [detach] 第 { $cut_line } 行（{ $code }）用 detach() 由 { diagnosis-cut-from }新建了一个叶子张量。
    [data] 第 { $cut_line } 行（{ $code }）用 .data 只取了 { diagnosis-cut-from }的值。
    [item] 第 { $cut_line } 行（{ $code }）把 { diagnosis-cut-from }变成了普通数字，数字没有梯度。
   *[tensor] 第 { $cut_line } 行（{ $code }）只把 { diagnosis-cut-from }的值拷贝进一个新的叶子张量，计算图就此中断。
}

diagnosis-workers_unavailable-title = 这里的程序没有工作进程
diagnosis-workers_unavailable = 第 { $line } 行（{ $code }）要启动第 { $asked_line } 行所要求的工作进程（num_workers={ $workers }），而系统不提供。num_workers=0 时由程序自己加载数据，autograd 记录的计算图是一样的。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-shared_weights-title = 两个名字，同一组权重
diagnosis-shared_weights = { $case ->
    [copy] 第 { $line } 行（{ $code }）把 { $named ->
        [yes] { $tensor }
       *[no] 权重
    } 拷贝给了它自己，什么也没有改变。
    [pair] 第 { $line } 行（{ $code }）中，{ $one } 和 { $other } 是同一个张量{ $named ->
        [yes] （{ $tensor }）
       *[no] { "" }
    }，等于用它自己来更新它自己。
    [stale] 第 { $line } 行（{ $code }）使用了 { $second }，反向传播需要它当时的权重，而第 { $other_line } 行改变了 { $first }。两者是同一组权重。
    [frozen] 第 { $line } 行（{ $code }）冻结了 { $second } 的权重，也就冻结了 { $first } 的权重，因为两者是同一组。于是没有可以学习的参数了。
   *[cut] 第 { $line } 行（{ $code }）用 { $second } 计算损失中没有梯度的部分，{ $other_line ->
        [none] { "" }
       *[other] 第 { $other_line } 行
    }用 { $first } 计算另一部分。两者是同一组权重，所以没有梯度的部分也随着每次更新而变。
}{ $second_line ->
    [none] { "" }
   *[other] 第 { $second_line } 行（{ $second_code }）没有拷贝：改变 { $first } 也就改变了 { $second }。
}

fix-retain_graph = 为第二次反向传播保留已保存的张量：在第 { $line } 行加上 retain_graph=True。
fix-compute_in_loop = 在循环里计算 { $name }，而不是只在第 { $line } 行计算一次：这样每一轮都在自己的计算图上反向传播。
fix-detach_shared = 在第 { $line } 行对 { $name } 调用 detach()：这个损失就不再给计算 { $name } 的部分传梯度。
fix-empty_list = 在第 { $line } 行之后清空 { $name }：下一次反向传播就只从新的损失开始。
fix-add_losses = 把损失相加，只调用一次 backward()，省去第 { $raise_line } 行。
fix-detach_kept = 对第 { $line } 行交给 { $name } 的张量调用 detach()：数值不变，这一轮的计算图就能释放。
fix-number_kept = 在第 { $line } 行用 item() 把数值交给 { $name }：Python 数字没有计算图。
fix-fresh_graph = 每次都重新做前向计算，并对上一次留下来的张量调用 detach()。
fix-allow_unused = 没有被用到的张量可以没有梯度：第 { $line } 行加上 allow_unused=True，它的结果就是 None。
fix-rsample = 第 { $line } 行改用 rsample() 采样，样本就依赖于分布的参数。
fix-create_graph = 让梯度可以再次求导：在第 { $line } 行加上 create_graph=True。
fix-keep_path = 去掉第 { $line } 行的 { $op }，让梯度流过去。
fix-no_new_leaf = 第 { $line } 行直接使用 { $code }，不要用它的值新建叶子张量，梯度就能流过去。
fix-stack = 第 { $line } 行改用 torch.stack，它保留到每个元素的路径。
fix-enable_grad = 这一部分要在开启梯度的情况下计算：第 { $line } 行改用 torch.enable_grad()，或者把它移出该代码块。
fix-require_grad = 创建需要求梯度的张量时加上 requires_grad=True。
fix-no_grad_mode = 用 torch.no_grad() 代替 torch.inference_mode()，得到的就是普通张量。
fix-in_place_update = 第 { $line } 行改成原地修改 { $name }，这个名字就仍然是叶子张量：{ $code }。{ $more ->
    [0] { "" }
   *[other] 另外 { $more } 行也这样改。
}
fix-retain_grad = 在第 { $line } 行之后、backward() 之前调用 { $name }.retain_grad()。
fix-no_requires_grad = 第 { $line } 行创建 { $name } 时去掉 requires_grad=True：放进去的值会带来自己的梯度。
fix-keep_leaf_name = 在第 { $line } 行之前给叶子张量另留一个名字，然后读取 { $leaf }.grad。
fix-clone_alias = { $array ->
    [yes] 第 { $line } 行加上 .copy()，让 { $name } 拥有自己的内存。
   *[no] 第 { $line } 行加上 .clone()，让 { $name } 拥有自己的内存。
}
fix-detach_not_data = 第 { $line } 行用 .detach() 代替 .data，版本检查就能发现这次修改。
fix-deep_copy = 第 { $line } 行用 copy.deepcopy，让 { $name } 拥有自己的权重。
fix-use_cpu = 改在 CPU 上运行，不用 { $device }：autograd 在两者上记录的计算图相同。
fix-no_workers = 由程序自己加载数据：num_workers=0。
fix-no_decorator = 去掉第 { $line } 行的装饰器，让这个函数被记录。
fix-sum_root = 第 { $line } 行从所有元素之和开始反向传播：.sum()。
fix-mean_root = 第 { $line } 行从所有元素的平均值开始反向传播：.mean()。
fix-gradient_argument = 让每个元素同等重要：在第 { $line } 行加上 gradient=torch.ones_like({ $name })。
fix-gradient_shape = 给第 { $line } 行一个形状为 { $shape } 的梯度。
fix-make_leaf = { $line ->
    [none] 用 .detach().requires_grad_() 把 { $name } 变成叶子张量。
   *[other] 用 .detach().requires_grad_() 把第 { $line } 行的结果变成叶子张量。
}
fix-detach_first = 第 { $line } 行在 numpy() 之前调用 detach()。
fix-detach_name = 第 { $line } 行改为切断 { $name }：{ $name } = { $name }.detach()。
fix-clone_not_copy = 第 { $line } 行只拷贝它的值：{ $name }.detach().clone()。
fix-parametrized = 改用 torch.nn.utils.parametrizations.weight_norm：它的层在需要时才计算权重，不保存计算结果。
fix-detach_before_copy = 第 { $line } 行所拷贝的对象里，存 detach() 之后的张量。
fix-float_values = 第 { $line } 行改用浮点数。
fix-result_not_out = 第 { $line } 行改为把结果赋给 { $name }。
fix-return_gradients = { $case ->
    [count] 让 { $function } 的 backward 返回 { $expected } 个梯度，与 forward 的输入一一对应；不需要的返回 None。
   *[shape] 让 { $function } 的 backward 返回形状为 { $expected } 的梯度，而不是 { $got }：对广播过的维度求和。
}
fix-differentiable_loss = 损失不要经过第 { $line } 行：用网络给出的数值来计算，而不是由它们得出的判断。

## example: titles and sentences of the built-in programs

theme-stale = 先保存，后修改
example-edit-after-save-title = 保存之后再修改
example-edit-after-save-sentence = 第二次矩阵乘法为反向传播保存了 d，下一行却改写了 d，于是 backward() 拒绝继续。
example-edit-before-save-title = 同样的修改，提前一行
example-edit-before-save-sentence = 改写 d 时还没有节点保存它；乘法保存的是新值，backward() 顺利完成。
example-edit-a-clone-title = 改为修改副本
example-edit-a-clone-sentence = clone() 得到一块新内存和独立的版本计数器，修改不会再影响已保存的张量。
example-nothing-saved-title = 什么都不保存的运算
example-nothing-saved-sentence = 加常数的反向传播不需要任何数值，因此它的输入和结果都可以随意修改。
example-result-saved-title = exp 保存的是结果
example-result-saved-sentence = exp 的导数就是它自己的结果；对结果原地加 1，就破坏了 ExpBackward0 保存的值。
example-input-saved-title = log 保存的是输入
example-input-saved-sentence = 同样的原地加法在这里毫无影响，因为 LogBackward0 保存的是 x 而不是 y。
example-two-stale-saves-title = 一次修改，两处过期
example-two-stale-saves-sentence = 修改之前有两个节点保存了 h，而 PyTorch 的报错只会提到最先遇到的那一个。
example-edit-after-backward-title = 反向传播之后再修改
example-edit-after-backward-sentence = 反向传播已经结束，保存的值不再有人需要，此时修改没有任何问题。

theme-leaves = 叶子张量与 .grad
example-leaf-and-non-leaf-title = 叶子与非叶子
example-leaf-and-non-leaf-sentence = 梯度最终存放在需要梯度的叶子张量的 .grad 里；普通的叶子张量没有梯度。
example-grad-of-a-non-leaf-title = h.grad 去哪儿了？
example-grad-of-a-non-leaf-sentence = 梯度流经 h 到达 w，但非叶子张量不会留下它，所以 h.grad 是 None。
example-retain-grad-title = 用 retain_grad 留住梯度
example-retain-grad-sentence = 在 backward() 之前调用 retain_grad()，非叶子张量就会留下流经它的梯度。
example-tensor-hook-title = 张量上的钩子
example-tensor-hook-sentence = 钩子在梯度流经 h 时拿到它，并换成截断后的梯度。
example-node-hook-title = 节点上的钩子
example-node-hook-sentence = 挂在 grad_fn 上的钩子能看到流入和流出某个反向节点的梯度。
example-grad-accumulates-title = .grad 会累加
example-grad-accumulates-sentence = 每次 backward() 都会累加到 .grad 上，直到你把它清空。

theme-leaf-edits = 修改叶子张量
example-add-to-a-leaf-title = 对叶子张量 +=
example-add-to-a-leaf-sentence = 需要梯度的叶子张量不允许原地修改，否则它的梯度就无处安放了。
example-add-out-of-place-title = a + 10 得到新张量
example-add-out-of-place-sentence = 相加得到的是新张量，a 仍是叶子张量，梯度也就在 a.grad 里。
example-fill-a-leaf-slice-title = 给叶子张量的元素赋值
example-fill-a-leaf-slice-sentence = a[:] = 0 看起来像赋值，其实是原地写入，同样会被拒绝。
example-init-a-weight-title = 初始化权重
example-init-a-weight-sentence = w 是需要梯度的叶子张量，而 normal_() 在自动求导开启时原地改写了它。
example-init-under-no-grad-title = 在 no_grad 中初始化
example-init-under-no-grad-sentence = 在 no_grad() 中修改不会进入计算图，权重可以放心填充，仍是叶子张量。
example-init-through-detach-title = 通过 detach 或 .data 初始化
example-init-through-detach-sentence = 两者都给出同一块内存但不需要梯度；此时还没有保存任何值，所以不会出错。

theme-shared = 谁共享版本计数器
example-detach-shares-counter-title = detach() 逃不过检查
example-detach-shares-counter-sentence = detach() 得到的张量共享内存，也共享版本计数器，通过它修改会被发现。
example-data-escapes-the-check-title = .data 却能逃过
example-data-escapes-the-check-sentence = .data 共享内存却不共享版本计数器：不报错，但得到的全零梯度是错的。
example-numpy-escapes-the-check-title = NumPy 数组也能逃过
example-numpy-escapes-the-check-sentence = 写入 NumPy 数组会绕过自动求导改掉已保存的结果，第一个梯度因此变成 0。
example-detach-then-clone-title = detach().clone() 才安全
example-detach-then-clone-sentence = 副本有自己的内存，修改它不会影响已保存的张量。

theme-hidden = 代码里看不见的修改
example-embedding-max-norm-title = 带 max_norm 的 Embedding
example-embedding-max-norm-sentence = 查表时会原地缩放权重，而矩阵乘法此前已经保存了这份权重。
example-embedding-clone-first-title = 先克隆权重
example-embedding-clone-first-sentence = 矩阵乘法保存的是副本，之后原地缩放权重就没有影响了。
example-step-between-backwards-title = 两次反向传播之间更新参数
example-step-between-backwards-sentence = optimizer.step() 原地更新了权重，而第二个损失还要用旧的权重。
example-step-after-both-title = 反向传播全部完成后再更新
example-step-after-both-sentence = 先把损失相加，做一次反向传播，最后才让优化器更新权重。
example-relu-after-sigmoid-title = sigmoid 之后的 inplace ReLU
example-relu-after-sigmoid-sentence = SigmoidBackward0 保存了自己的结果，而 ReLU(inplace=True) 覆盖的正是它。
example-relu-after-linear-title = 线性层之后的 inplace ReLU
example-relu-after-linear-sentence = 线性层保存的是输入和权重，而不是结果，覆盖结果没有问题。
example-rnn-buffer-read-back-title = 边写边读的缓冲区
example-rnn-buffer-read-back-sentence = 每次乘法都保存缓冲区的一行，而下一次写入会推进所有行共享的版本计数器。
example-rnn-stack-title = 用列表加 stack
example-rnn-stack-sentence = 每个状态都是独立的张量，已保存的值不会再被写入。
example-buffer-filled-then-read-title = 先填满，再读取
example-buffer-filled-then-read-sentence = 只要最后一次写入之前没有节点保存过它，往缓冲区里写就没有问题。

theme-twice = 再做一次反向传播
example-backward-twice-title = 两次 backward()
example-backward-twice-sentence = 第一次 backward() 释放了保存的张量，第二次便无从算起。
example-retain-graph-title = retain_graph=True
example-retain-graph-sentence = 保留计算图就保住了保存的张量，可以再做一次反向传播；梯度会累加。
example-two-losses-one-trunk-title = 两个损失共用一段计算图
example-two-losses-one-trunk-sentence = 两个损失都经过 exp()，而它保存的结果在第一次 backward() 时已被释放。
example-add-the-losses-title = 把损失相加
example-add-the-losses-sentence = 对两个损失之和做一次反向传播即可，不必保留计算图。
example-double-backward-title = 二阶导数
example-double-backward-sentence = create_graph=True 会把反向传播本身也记录下来，于是可以对导数再求导。
example-gradient-penalty-title = 梯度惩罚
example-gradient-penalty-sentence = 惩罚项是梯度的函数，对它做反向传播需要梯度本身的计算图。

theme-names = 名字与内存
example-name-that-moves-title = 会换主人的名字
example-name-that-moves-sentence = 执行 eta = eta * 2 之后，eta 指向一个非叶子张量；原来的叶子张量没了名字，.grad 还在它身上。
example-name-that-stays-title = 新张量用新名字
example-name-that-stays-sentence = 叶子张量的名字不变，通过 eta.grad 就能拿到梯度。
example-two-names-one-storage-title = 两个名字，一块内存
example-two-names-one-storage-sentence = a 是 v 的视图；向 a.data 拷贝也会改变 v，而版本计数器毫无变化。
example-two-names-two-storages-title = 副本有自己的内存
example-two-names-two-storages-sentence = clone() 之后两个名字不再共享内存，v 保持原样。

theme-cuts = 断开的路径
example-tensor-of-tensors-title = torch.tensor([a0, a1])
example-tensor-of-tensors-sentence = torch.tensor() 只复制数值，不记来历，backward() 找不到任何路径。
example-stack-keeps-the-path-title = stack 保留路径
example-stack-keeps-the-path-sentence = torch.stack() 和其他运算一样会进入计算图，梯度可以流回两个标量。
example-argmax-has-no-slope-title = argmax 不可导
example-argmax-has-no-slope-sentence = 分数稍有变化时下标并不会变，所以 argmax 处没有反向路径。
example-softmax-has-a-slope-title = 软化的 argmax
example-softmax-has-a-slope-sentence = softmax 得到的权重随分数平滑变化，梯度可以流动。
example-no-grad-forward-title = no_grad 里的前向计算
example-no-grad-forward-sentence = 在 no_grad() 中算出的结果没有 grad_fn，损失到 w 之间没有路径。
example-item-drops-a-factor-title = item() 丢掉一个因子
example-item-drops-a-factor-sentence = 对自动求导来说 scale 只是一个普通数字：backward() 成功了，但梯度漏掉了 scale 对 w 的依赖。
example-ratio-in-place-title = param[2] = param[0] / param[1]
example-ratio-in-place-sentence = 除法保存了 param 的视图，把比值写回 param 会推进它们共享的版本计数器。
example-ratio-detached-title = detach 之后的比值
example-ratio-detached-sentence = detach 之后不再报错，但比值那部分梯度也悄悄丢掉了。
example-ratio-stacked-title = 用 stack 拼接比值
example-ratio-stacked-sentence = 重新拼出一个张量，梯度一项不少，也没有改动任何已保存的值。

theme-views = 视图
example-edit-a-view-title = 修改视图就是修改基张量
example-edit-a-view-sentence = 原地修改其中一行后，基张量的 grad_fn 变成 CopySlices，这一行的 grad_fn 也随之更换。
example-view-makes-base-stale-title = 通过视图修改也会过期
example-view-makes-base-stale-sentence = 平方运算保存了整个基张量，把其中一行清零会推进同一个版本计数器。
example-split-refuses-edits-title = 成组的视图不能修改
example-split-refuses-edits-sentence = split() 一次返回多个视图，自动求导不允许原地修改其中任何一个。
example-slice-accepts-edits-title = 切片可以修改
example-slice-accepts-edits-sentence = 每个切片都是单独的视图，可以原地修改，基张量随之改变。

theme-whole = 完整程序
example-training-loop-title = 训练循环
example-training-loop-sentence = 前向、反向、在 no_grad() 中更新、清空梯度：一共三轮。
example-mlp-title = 小型神经网络
example-mlp-sentence = 一个含两层线性变换的模块、一个损失、一步优化。
example-custom-function-title = 自定义 Function
example-custom-function-sentence = 自己编写的 Function 决定保存什么、怎样计算梯度。
example-custom-function-stale-title = 自定义 Function 同样受检查
example-custom-function-stale-sentence = save_for_backward() 保存的张量同样要接受版本检查。
example-transformer-layer-title = Transformer 层
example-transformer-layer-sentence = 注意力、归一化和前馈网络：一次调用就留下约七十个反向节点。
example-rnn-cell-title = RNN 与输出缓冲区
example-rnn-cell-sentence = 每个状态都由上一个状态算出，从不读取缓冲区，所以填充缓冲区没有问题。

theme-notebooks = 笔记本
example-notebook-leaves-title = 叶子张量与原地修改
example-notebook-leaves-sentence = 有两个单元故意出错：叶子张量不许改，它的切片也不许改；另外两个单元说明怎样可以改。
example-notebook-data-detach-title = .data 与 detach() 的区别
example-notebook-data-detach-sentence = 同样的修改分别通过两者进行：一个悄悄给出错误的梯度，另一个被拒绝。
example-notebook-three-ratios-title = 填充、stack 与 detach
example-notebook-three-ratios-sentence = 三个实验的前向值相同：一个得不到梯度，另外两个的梯度不同。
example-notebook-retain-graph-title = 两次反向传播与 retain_graph
example-notebook-retain-graph-sentence = 第二次在自己的单元里出错；下一个单元保留计算图，梯度累加。

## film: what a stored film shows, in titles and cards

film-title = Autograd 影片：{ $subject }
film-title-finding = { $finding } – { $subject }
film-untitled = 一段 PyTorch 代码
film-completed = { $operations } 次运算，{ $nodes } 个反向节点；程序正常结束。
film-counts = { $operations } 次运算，{ $nodes } 个反向节点。
film-raised = { $line ->
    [0] 抛出 { $type }：{ $message }
   *[other] 第 { $line } 行抛出 { $type }：{ $message }
}
film-stopped = 已停止：{ $message }
film-pending = 这段代码还没有运行过，运行之后影片会出现在这里。
film-too-large-for-output = 这部影片有 { $size } MB，而单元格的输出最多 { $most } MB：它已写入文件 { $path }。
film-why = 原因与解决办法
film-fixes = 解决办法
film-unreadable = 这部影片由另一个版本的 Gradreel 制作，这里无法播放。后台会重新制作，请稍后再试。代码在 /s/{ $id }.py。
embed-gone = 这段代码已被创建者删除。
embed-taken-down = 本服务的运营者已将这段代码下架。
embed-unknown = 这个地址没有代码，请检查链接。
embed-open = 编辑并运行
embed-whole = 整个程序

## why: 终端、异常和 CI 里的诊断

why-saved = 在此为反向传播保存
why-saved-node = { $node } 保存了 { diagnosis-what }
why-saved-version = { $node } 保存了 { diagnosis-what }，版本为 { $version }
why-kept = 保存它是因为传给 { $goal } 的是 { $formula }，其中 { $incoming } 是传入的梯度
why-kept-summed = 保存它是因为传给 { $goal } 的是 { $formula }，再求和成它的形状，其中 { $incoming } 是传入的梯度
why-kept-read = 保存它是因为 { $goal } 的梯度要读取它
why-kept-edges = { $reason }；它沿 { $edges } 条边中的 { $count } 条传递，各条边上的梯度相加
why-kept-together = 保存它是因为 { $goals } 的梯度要用到它，它们由同一个公式一起算出
why-kept-author = { $node } 是自定义 Function：它的 forward() 保存了它，原因只有作者知道
why-kept-inside = { $node } 代表一次通过视图的修改：保存它的是里面的函数，这里不显示哪个梯度要读取它
why-kept-unknown = { $node } 为什么保存它，无从得知：没有它的梯度公式
why-cut = 梯度不会越过这里往回流
why-freed = 这次反向传播释放了计算图保存的张量
why-edited = 在此原地修改
why-edited-version = 原地修改：版本 { $before } → { $after }{ diagnosis-again }
why-edited-unseen = 被改写，而版本计数器没有变化
why-raised = 在此报错
why-raised-version = 报错：需要版本 { $version }，实际是 { $found }
why-refused = 在此被拒绝
why-born = { $what ->
    [zero] 反向传播回到这里时，梯度变成了零
   *[other] { $phase ->
        [backward] 第一个非有限数在反向传播回到这里时产生
       *[other] 第一个非有限数在这里产生
    }
}
why-noticed = { $what ->
    [zero] 叶子张量在这里得到零梯度
   *[other] 在这里首次显现
}
why-here = 在此显现
why-role-saved = 保存
why-role-cut = 切断
why-role-born = 产生
why-role-noticed = 发现
why-role-freed = 释放
why-role-edited = 修改
why-role-raised = 报错
why-role-here = 此处
why-film = 影片：
why-memory-most = 从 { $path } 第 { $line } 行起，计算图为反向传播最多保留 { $most }：
why-memory-after = 在 { $path } 第 { $line } 行之后，计算图为反向传播保留 { $kept }；最多时保留 { $most }：
why-memory-nothing = 没有计算图为反向传播保留张量，或影片看不到：由钩子保存的内容（如 checkpoint() 和 save_on_cpu()）是未知的。
why-memory-unnamed = （无名）
why-memory-rest = 影片省略的部分
why-nothing = 没有发现问题。
why-unknown = 略去了 { $count } 条诊断：此处的 Gradreel { $here } 无法表述。影片由 Gradreel { $made } 制作，请升级 Gradreel。
why-error = 错误
why-warning = 警告
why-note = 说明
why-help = 办法
why-more = 另有 { $count } 个诊断：gradreel why { $path }
why-note-film = 影片：{ $path }
run-film = 影片在 { $path } 中。
run-holds-film = 它含有 { $files }{ run-holds-more } 的全文、程序的输出{ $values ->
    [yes] 和张量的值。
   *[no] 。
}
run-holds-more = { $more ->
    [0] {""}
   *[other] {" "}等另外 { $more } 个文件
}
run-holds-notebook = 它含有 { $files } 的全文和程序的输出。
run-holds-picture = { $values ->
    [yes] 它显示若干行代码、名称和张量的值。
   *[no] 它显示若干行代码和名称。
}
why-note-no-file = 影片：没有写成文件，可以用 film.save("why.html") 写出

## told: 程序继续运行时，在标准错误上说明记录情况的行

told-raised-film = backward() 报错；最后几步的影片在 { $path }
told-raised-no-film = backward() 报错，但没有得到影片（{ $error }）
told-non-finite-film = backward() 得到了 NaN 或无穷大的梯度；最后几步的影片在 { $path }
told-non-finite-no-film = backward() 得到了 NaN 或无穷大的梯度，但没有得到影片（{ $error }）
told-not-watched = on_error() 没有在监视这个程序（{ $error }）
told-inside = record() 里面又有 record()：同一时间只有一次记录，这一段属于外层的影片
told-not-recorded = 这一段没有被记录（{ $error }）
told-no-film = 这一段没有得到影片（{ $error }）
told-late = 没有在影片中检查 { $kinds }：耗时太长
told-old-torch = PyTorch { $found } 早于 { $oldest }，后者是 Gradreel 测试过的最老版本：影片里可能缺少一些内容
told-training-film = 第 { $step } 个训练步的影片在 { $path }
told-training-no-film = 第 { $step } 个训练步没有得到影片（{ $error }）
told-training-not-recorded = 这次训练没有被记录（{ $error }）

## reading: 无法运行时，从粘贴的文字里读出的内容

reading-title = { $kind ->
    [version_mismatch] 反向传播需要的张量被原地修改了
    [transform_edit] torch.func 需要的张量被原地修改了
    [leaf_in_place] 原地修改了需要梯度的叶子张量
    [multi_view_in_place] 原地修改了多个视图中的一个
    [view_in_place] 原地修改了自动求导无法跟踪的视图
    [graph_freed] 第二次反向传播经过了已释放的计算图
    [no_grad_path] 没有梯度路径
    [non_scalar_root] 对非标量的张量调用了 backward()
    [inference_tensor_saved] 反向传播需要推理模式下创建的张量
    [inference_edit] 在推理模式之外修改了推理模式下创建的张量
    [custom_gradients] 自定义 Function 的 backward() 返回了错误的梯度
    [out_argument] out= 与梯度
    [non_leaf_optimized] 交给优化器的张量不是叶子张量
    [non_leaf_copied] 对非叶子张量调用了 deepcopy()
    [numpy_requires_grad] 对需要梯度的张量调用了 numpy()
    [integer_requires_grad] 整数不能有梯度
    [non_leaf_flag] 修改了非叶子张量的 requires_grad
    [non_leaf_grad] 读取了非叶子张量的 .grad
    [unused_parameter] 分布式训练中有参数没有得到梯度
    [order_of_calls] GradScaler 还没有 step 就更新了
    [non_finite] 梯度变成了 NaN
   *[none] 不是已知的自动求导错误
}
reading-meaning = { $kind ->
    [version_mismatch] 反向传播需要运算保存张量时的内容，而它在那之后被原地修改覆盖，梯度会算错。
    [transform_edit] 在 torch.func 的变换内部，为求梯度而保存的张量随后被原地修改。
    [leaf_in_place] 自动求导拒绝原地修改需要梯度的叶子张量或它的视图：否则 .grad 与它的值不再对应。
    [multi_view_in_place] unbind()、split()、chunk()、迭代和某些自定义 Function 会一次返回多个视图。原地修改其中一个或它们的基张量，自动求导无法跟踪。
    [view_in_place] 这个视图由自定义 Function、模块钩子创建，或在 no_grad、推理模式下创建。对它或它的基张量的原地修改，自动求导无法跟踪。
    [graph_freed] 一次反向传播会释放它的计算图所保存的内容。第二次反向传播走到了已释放的部分。
    [no_grad_path] 从调用 backward() 或 grad() 的张量出发，沿记录下来的运算，到不了任何需要梯度的叶子张量，或所要求的输入。
    [non_scalar_root] 标量的反向传播从梯度 1 开始；其他张量必须给出形状相同的梯度。
    [inference_tensor_saved] 推理模式之外的运算要保存推理模式下创建的张量，而这样的张量没有版本计数器。
    [inference_edit] 推理模式下创建的张量只能在推理模式里修改；它的 clone() 可以修改。
    [custom_gradients] backward() 必须为 forward() 的每个参数返回一个形状相同、在同一设备上的梯度，不需要梯度的返回 None。
    [out_argument] 写入 out= 的运算不会被记录，所以只要有参数需要梯度就会被拒绝。
    [non_leaf_optimized] 优化器只接受叶子张量。运算的结果，例如 .to(device) 或乘积，不是叶子张量。
    [non_leaf_copied] deepcopy() 只复制叶子张量。这个张量是运算的结果，往往是模块存为属性的结果。
    [numpy_requires_grad] NumPy 不作记录，所以对需要梯度的张量拒绝 numpy()。detach().numpy() 与它共享内存。
    [integer_requires_grad] 只有浮点数和复数才有梯度。
    [non_leaf_flag] 运算结果的 requires_grad 由输入决定。detach() 给出不需要梯度的张量。
    [non_leaf_grad] 只有叶子张量保留 .grad，除非在 backward() 之前调用过 retain_grad()。
    [unused_parameter] DistributedDataParallel 等待每个参数的梯度，而至少有一个参数没有参与损失的计算。
    [order_of_calls] GradScaler.update() 需要上次更新之后 GradScaler.step() 的检查结果。
   *[other] 反向传播算出了 NaN：往往是无穷大的斜率乘以零，例如 sqrt(0)、log(0) 或除以零。
}
reading-fact-raised = { $kind ->
    [refused] 被拒绝的是第 { $line } 行所做的事{ $shown ->
        [yes] ：{ $code }
       *[no] 。
    }
   *[other] 它由第 { $line } 行抛出{ $shown ->
        [yes] ：{ $code }
       *[no] 。
    }
}
reading-fact-view-of = 这个视图是 { $node } 的第 { $output } 个输出（从 0 数起）。
reading-fact-compiled = 这次反向传播属于 torch.compile 生成的代码。它保存的不止单个运算所保存的内容，所以这个张量可能是参数、缓冲区（例如 BatchNorm 层的）、输入，或中间结果。
reading-fact-tensor = 被修改的张量形状为 { $shape }{ $dtype ->
    [unknown] { "" }
   *[other] ，类型为 { $dtype }
}{ $device ->
    [unknown] { "" }
    [cpu] { "" }
   *[other] ，位于 { $device }
}。
reading-fact-versions = 保存时版本为 { $saved }，现在是 { $current }：{ $edits ->
    [0] 在那之后被修改过。
   *[other] 在那之后被修改了 { $edits } 次。
}
reading-fact-unnamed = 这条消息没有说是哪个张量，而 PyTorch 从 1.1 版起会说明：它来自更早的版本，或者被截断了。
reading-fact-output = 被修改的张量是 { $node } 的第 { $output } 个输出（从 0 数起）。{ $keeps ->
    [result] 它的运算为求梯度保存自己的结果，修改这个结果就足以出错。这个节点也可能就是那次修改本身：较新的 PyTorch 给出的是最后一个运算。
    [both] 它的运算为求梯度保存输入和自己的结果，修改这个结果就足以出错。这个节点也可能就是那次修改本身：较新的 PyTorch 给出的是最后一个运算。
    [input] 它的运算不保存结果，所以是另一个运算把这个张量作为输入保存了。这个节点也可能就是那次修改本身：较新的 PyTorch 给出的是最后一个运算。
    [nothing] 它的运算不保存张量，所以是另一个运算把这个张量作为输入保存了。这个节点也可能就是那次修改本身：较新的 PyTorch 给出的是最后一个运算。
   *[unknown] 它的运算保存什么，无从得知。
}
reading-fact-saver = 异常检测模式：反向传播失败的节点是 { $node }。{ $keeps ->
    [result] 它的运算保存自己的结果。
    [both] 它的运算保存输入和自己的结果。
    [input] 它的运算保存输入。
    [nothing] 按导数表，它的运算不保存张量。
   *[unknown] 它的运算保存什么，无从得知。
}
reading-fact-leaf = 消息里没有节点的输出，所以这个张量没有 grad_fn：它是叶子张量，例如两次反向传播之间被 optimizer.step() 或 no_grad 下的修改改动的参数；或者它不需要梯度，例如缓冲区或输入。
reading-fact-weight = { $node } 是层使用自己（转置后的）权重的方式：被修改的往往是权重，由前向计算与反向传播之间的 optimizer.step() 修改。
reading-fact-view = { $node } 表示一个视图，而它的基张量被修改过：例如被 optimizer.step() 修改的层的权重，或被写入了一部分的张量。
reading-fact-forward = 异常检测模式：{ $named ->
    [yes] { $node }{ " " }
   *[no] 失败的节点
}记录于第 { $line } 行{ $shown ->
    [yes] （{ $code }）
   *[no] { "" }
}。修改发生在那之后。
reading-about-several = 文字里有 { $count } 个不同的自动求导错误：这里说的是最后一个。
reading-about-no-own = 回溯里的每一行都在库里：其中没有程序自己的那一行。
reading-about-not-custom = 这个错误是已知的，但它来自内置运算，除非自定义 Function 与内置运算同名：{ $message }
reading-about-other-error = 文字里有一个错误，但不是这里已知的自动求导错误：{ $type }：{ $message }
reading-elsewhere = { $about ->
    [device] 它与设备有关：这个 PyTorch 编译时没有包含该设备，或者找不到设备。torch.cuda.is_available() 可以查看；map_location="cpu" 可以加载在 GPU 上保存的内容。
    [devices] 它与设备有关：交给一个运算的张量不在同一个设备上。.to(device) 把张量复制到另一个设备。
    [memory] 它与内存有关。自动求导为反向传播保留的内容是其中一部分：gradreel why film.json --kept 按行说明有多大。
    [worker] 它与 DataLoader 的工作进程有关：该进程结束了。用 num_workers=0 时，错误（如果有）会直接在程序里抛出。
   *[other] 这一行只是转达另一个进程或线程抛出的错误。请把它后面的内容也粘贴进来，从“Original Traceback”开始。
}
reading-about-cut = 文字里有回溯，但缺少最后一行：抛出了什么被截掉了。请把那一行也粘贴进来。
reading-about-language = 这段文字看上去是 { $language } 的错误。这里读的是 Python 中 PyTorch 自动求导的错误。
reading-about-nothing = 文字里没有回溯，也没有 PyTorch 自动求导的消息。请粘贴完整的回溯，包括最后一行。
reading-too-large = 文字太大：最多读取 { $most } KiB。请去掉离回溯较远的部分。
reading-search-node = 消息里的 { $node } 正是这种修改所记录的节点。
reading-search-augmented = 它修改张量本身，而 x = x + … 会生成新张量。
reading-search-module = 它覆盖自己的输入，而前一层可能保存了那个输入。
reading-search-subscript = 它写入的张量，可能被某个运算整个保存过。
reading-search-method = 名字以下划线结尾的方法会原地修改。
reading-search-step = 它修改每个参数。在它之后的反向传播若经过它之前的前向计算，就需要旧的值。
reading-search-weights = 层通过视图（{ $node }）使用权重，而 step 会修改权重。
reading-search-whole = { $node } 创建了视图：修改它的基张量或基张量的其他视图，都算在一起。
reading-search-out = 它覆盖所给的张量。
reading-search-no-grad = no_grad 下的修改也会使版本计数器增加。
reading-search-buffer = 循环每一轮都写入的缓冲区或状态，会在上一轮保存它之后被修改。
reading-search-load = 它覆盖参数。
reading-search-norm = 带 max_norm 的 Embedding 在被调用时会修改自己的权重。
reading-search-leaf-augmented = 如果 x 是需要梯度的叶子张量，这会被拒绝：请在 torch.no_grad() 下修改。
reading-search-leaf-subscript = 如果 x 是需要梯度的叶子张量或它的视图，这会被拒绝：请改为修改 x.clone()。
reading-search-leaf-method = 请在 torch.no_grad() 下或用 torch.nn.init 初始化参数。
reading-search-leaf-made = 这样创建的是叶子张量：请填好之后再要求梯度。
reading-search-second-backward = 每次反向传播都会释放它的计算图：两次反向传播可能共用其中一部分。
reading-search-same-backward = 这次反向传播在循环的每一轮都执行：循环之前算出的内容在第一轮就被释放。
reading-search-carried = 它连同前几轮的计算图一起带到下一轮：请在两轮之间 detach()。
reading-search-summed = 损失的总和保留所有轮的计算图：请只对本轮的损失调用 backward()。
reading-search-grad-call = autograd.grad() 与 backward() 一样会释放计算图。
reading-search-detach = detach() 切断了路径。
reading-search-under-no-grad = 其中的内容都不会被记录。
reading-search-item = Python 的数没有计算图。
reading-search-data = .data 与计算图是断开的。
reading-search-rebuilt = 用数新建的张量没有计算图。
reading-search-numpy = 经过 NumPy 的内容没有计算图。
reading-search-frozen = 冻结的参数不需要梯度：如果全部冻结，就没有任何梯度。
reading-search-argmax = 选择和取整没有梯度。
reading-search-root = 请对标量调用，例如 loss.mean()，或者给出梯度。
reading-search-reduction = 这样得到的损失不是标量。
reading-search-many-views = 它返回多个视图：请改用 x[i]，或修改 clone()。
reading-search-rows = 迭代会像 unbind() 一样一次返回多个视图。
reading-search-view-made = 在其中创建的视图只能在其中修改。
reading-search-hook = 完整的反向钩子会把视图交给模块：请在那里关掉 inplace=True。
reading-search-inference = 在其中创建的张量不能用于求梯度：请在外面 clone()，或改用 no_grad()。
reading-search-custom = 请把它返回的内容与 forward() 的参数对照。
reading-search-out-refused = 请改为给结果赋值。
reading-search-non-leaf = 运算的结果不是叶子张量：请直接在需要的地方创建张量，然后再要求梯度。
reading-search-copied = 被复制的对象里有运算的结果。
reading-search-kept-result = 模块的属性可能存着运算的结果：存的时候请 detach()。
reading-search-to-numpy = 请先调用 detach()。
reading-search-np = 把张量交给 NumPy 的函数，就会调用 numpy()。
reading-search-integer = 这个张量里是整数：请改用浮点数创建。
reading-search-flag = 只能对叶子张量设置：运算的结果请用 detach()。
reading-search-grad-read = 请在 backward() 之前对张量调用 retain_grad()，或读取叶子张量的 .grad。
reading-search-unused = 前向计算没有用到的层得不到梯度：请设 find_unused_parameters=True，或去掉它。
reading-search-scaler = 请在它之前调用 scaler.step(optimizer)。
reading-search-slope = 它在 0 处的斜率是无穷大。
reading-search-log = log(0) 是无穷大。
reading-search-division = 除以零。
reading-edit-augmented = 它是原地修改。
reading-edit-subscript = 它写入张量。
reading-edit-attribute = 它写入张量。
reading-edit-method = 它是原地修改。
reading-edit-module = 它覆盖自己的输入（inplace=True）。
reading-edit-out = 它写入 out=。
reading-edit-step = step 会修改参数。
reading-edit-load = 它覆盖参数。
reading-edit-norm = 带 max_norm 的 Embedding 在被调用时会修改自己的权重。
reading-edit-data = 它绕过版本计数器修改。
reading-edit-node = 消息里的 { $node } 正是这次修改所记录的节点。
reading-edit-weights = 层通过视图（{ $node }）使用权重，而这里修改权重。
reading-edit-part = { $node } 创建了视图，而这里写入整个张量。
reading-edit-maker = 它修改 { $name }，而 { $name } 可能由 { $node } 产生。
reading-edit-saved = 它修改 { $name }，而 { $name } 出现在第 { $saved_line } 行：异常检测模式说张量在那里被保存。
reading-edit-alias = 它修改 { $name }，这是第 { $saved_line } 行中内容的另一个名字：异常检测模式说张量在那里被保存。
reading-edit-leaf-step = 消息里没有节点，所以被修改的是叶子张量，而这里修改参数。
reading-edit-leaf-no-grad = 消息里没有节点，所以被修改的可能是叶子张量，而这里在 no_grad 下修改。
reading-edit-shape = 它修改 { $name }，创建时的形状与消息里的相同。
reading-edit-refused = 被拒绝的就是这次修改。
reading-edit-of-leaf = 它修改的张量在创建时就要求梯度。
reading-not-rebound = x = x + … 和其他对名字的赋值：它们生成新张量，被保存的那个不变。
reading-not-data = 通过 .data 的修改：它们不改变版本计数器，这项检查看不到。
reading-not-numpy = 通过共享内存的 NumPy 数组所作的修改：它们也不改变版本计数器。
reading-not-leaf = 参数：它没有 grad_fn，消息里就不会有节点的输出。
reading-not-no-grad = 在 torch.no_grad() 下修改叶子张量：那是允许的。
reading-not-retained = 报错的这次反向传播缺少 retain_graph=True：释放计算图的是更早的一次。
reading-not-zeroed = 梯度只是为零：这里根本没有路径。
reading-ruled-out = 可以排除：{ $what }
reading-suspect = { $line ->
    [none] 搜索 { $text }
   *[other] 第 { $line } 行：{ $text }
}。{ $reason }
reading-record = 想看到全过程，请在程序运行的地方录下来：{ $first }，或 { $second }
reading-example = 最接近的内置示例：{ $example }
reading-torch = 这是 PyTorch { $versions } 的措辞。
reading-code-unreadable = Python 无法读取旁边的代码，所以没有用它。
reading-code-no-line = 旁边的代码里没有回溯中的任何一行。

## served: words of the pages before any script has run

served-title = Gradreel：观看 PyTorch 的自动求导
served-description = 粘贴一段 PyTorch 代码，把自动求导当作影片来看：前向、原地修改、保存的张量、版本号、反向传播。
served-insecure = 沙箱已关闭：代码直接在这台机器上运行，不受任何限制。请勿对外开放。
served-no-script = 播放影片需要 JavaScript。
served-guide = 嵌入影片
served-api = API
served-home = 回到首页
served-nothing = 这个地址没有内容。请检查地址，或从首页开始。

## learn: lessons, tasks, and claims that are not so

learn-title = 学习 autograd
learn-intro = 每一课有一部会提问“接下来会发生什么”的影片，和一个任务。任务通过运行你的程序来检查：看 autograd 记录了什么，而不是打印了什么。进度只保存在你的浏览器里。
learn-myths = 验证过的说法
learn-myths-intro = 网页上关于原地改写的说法，用原生 PyTorch 运行验证。每个程序都很短，你可以自己运行。
learn-progress = 已完成 {"{n}"} 课，共 { $count } 课
learn-number = 第 { $number } 课，共 { $count } 课
learn-task = 任务
learn-check = 检查
learn-again = 重新开始
learn-watch = 观看影片
learn-open = 在首页打开
learn-source = 说法来自
learn-no-script = 编辑器和检查需要 JavaScript。
learn-solved = 完成了。
learn-unsolved = 还没有完成。
learn-working = 正在运行你的程序……
learn-offline = 连不上服务器，请稍后再试。
learn-completes = 程序执行到最后。
learn-gradient = backward() 让 { $name }.grad 等于 { $values }。
learn-holds = { $name } 最后等于 { $values }。
learn-leaf = { $name } 是叶子。
learn-line = { $code } 这一行原样执行{ $count ->
    [1] {""}
   *[other] {" "}{ $count } 次
  }。
learn-without = 不使用 { $op }。
learn-too-long = 程序运行时间太长，已被停止。是不是有循环不会结束？
learn-too-large = 程序做的事太多，无法检查：它的影片有 { $kib } KiB，上限是 { $limit }。请缩短循环。
learn-failed = 第 { $line } 行：{ $text }

## animation: what is written on the frames of a GIF or a video

animation-step = 第 { $step } 步，共 { $steps } 步
animation-part = 第 { $step } 步，共 { $steps } 步 · 显示 { $shown } 步

## share: the share dialog

share-title = 分享
share-links = 链接
share-public = 链接是公开的：拿到链接的人都能看到代码。在你按下按钮之前，什么都不会保存。
share-create = 创建短链接
share-working = 请稍候……
share-created = 已保存。拿到链接的人都能看到这部影片。
share-existed = 这段代码之前已经有这个链接了。
share-yours = 这个链接是公开的。删除凭据保存在本浏览器中，只有这里可以删除它。
share-not-yours = 这个链接是公开的。只有创建过它的人，才能在保存着删除凭据的浏览器中删除它。
share-example = 这个示例有自己的链接。短链接（嵌入时需要）会存储它的代码和影片。
share-delete = 删除这个链接
share-deleted = 已删除，链接不再有效。
share-withdrawn = 你已撤回。还有其他人为同样的代码创建过这个链接，所以它仍然有效。
share-link = 短链接
share-at-step = 打开时停在第 { $step } 步
share-cell = 从单元格打开 [{ $number }]
share-code-link = 自带代码的链接
share-code-note = 不需要任何保存：代码放在地址中浏览器不会发送给服务器的那一部分。
share-problem-too_many_requests = 创建链接过于频繁，请在 { $seconds } 秒后重试。
share-problem-too_many_snippets = 你的链接数已达上限，请先删除一些。
share-problem-store_full = 服务器已没有空间保存新的链接。
share-problem-delete_refused = 只有创建这个链接的浏览器才能删除它。
share-problem-gone = 这个链接之前已被删除。
share-problem-file = 无法生成文件。
share-copy = 复制
share-copied = 已复制
share-copy-by-hand = 已选中，请按 Ctrl+C
share-embed = 嵌入
share-embed-first = 嵌入显示的是已保存的影片，请先创建短链接。
share-embed-note = 把它粘贴到文章里。读者浏览页面时不会运行任何代码。
share-embed-guide = 如何嵌入影片
share-html = HTML
share-markdown = Markdown：一张链接到影片的图片
share-theme = 主题
share-theme-auto = 跟随读者
share-theme-light = 浅色
share-theme-dark = 深色
share-view = 显示
share-view-graph = 图
share-view-both = 图和代码
share-view-code = 代码
share-autoplay = 出现在视野中时播放
share-controls = 显示播放控件
share-predict = 提问接下来会发生什么
share-files = 文件
share-files-note = SVG 和 PNG 画出当前这一步；HTML 可以离线播放整部影片；JSON 是轨迹数据；有了链接之后，ZIP 是可以放到网站上的文件夹。
folder-readme =
    # { $title }

    Gradreel 制作的 PyTorch autograd 影片。{ $files }

    index.html 播放影片。它不需要别的文件，也不访问其他主机：把这个文件夹放到任何网站的任何路径下，或者直接打开这个文件。在文章里：

    <iframe src="index.html" width="100%" height="560" loading="lazy" style="border:0"></iframe>
share-files-none = 请先运行代码，才有内容可以保存。
share-files-notebook = 有了链接之后，IPYNB 是带有各单元输出的笔记本。
share-animation = 动画
share-animation-note = GIF 用于 README，MP4 和 WebM 用于幻灯片：影片连同代码，约二十秒以内。生成可能需要一分钟。
share-animation-first = 动画由已存储的影片生成：请先创建短链接。
share-animation-working = 正在生成 …
share-animation-markdown = Markdown：GIF，点击后打开影片
share-problem-animation_not_made = 无法生成动画：这部影片可能太长。

## speaker: what the speaker sees while presenting

speaker-step = 第 { $step } / { $steps } 步
speaker-next = 下一个要点
speaker-last = 这是最后一个要点。
speaker-nothing = 这一步没有写给演讲者的内容。

## 坏梯度从哪里来

diagnosis-non_finite-title = 数值不再有限
diagnosis-non_finite-finding = 第 { $line } 行{ $phase ->
    [backward] 在反向传播中
   *[forward] { "" }
}产生了{ $value ->
    [nan] { " " }NaN
   *[inf] 无穷大
}
diagnosis-non_finite = 第 { $line } 行（{ $code }）{ $phase ->
    [backward] 在 backward() 回到这里时
   *[forward] { "" }
}产生了 { $value ->
    [nan] NaN
   *[inf] 无穷大
}：{ diagnosis-cause }{ $given ->
    [yes] （{ $elements }）。
   *[no] 。
}{ diagnosis-reach }{ $rounds ->
    [1] { "" }
   *[other] 后面的轮次里又发生了同样的事。
}
diagnosis-cause = { $cause ->
    [zero_times_infinity] 零乘以无穷大。没有被选中、或不起作用的元素仍有导数，而那里的导数是无穷大
    [root_of_zero] 根号在 0 处的导数是无穷大
    [log_of_zero] 0 的对数是无穷大，它的导数也是
    [division_by_zero] 除以了 0
    [zero_over_zero] 0 除以 0
    [overflow] 结果超出了其 dtype 的范围
    [outside_domain] 函数在这里没有定义
    [std_of_one_element] 只有一个元素时，标准差要除以 0
    [mean_of_nothing] 没有元素时，平均值要除以 0
    [all_masked] 一行的所有元素都被 −∞ 遮蔽
    [infinity_minus_infinity] 之前已有无穷大，而 ∞ − ∞ 是 NaN
    [infinite_slope] 在定义域的边界上导数是无穷大
    [input_data] 它就在程序放进去的数据里
    [uninitialized] 这块内存从未被填写，里面是原来残留的内容
    [given_gradient] 交给 backward() 的、或由钩子给出的梯度不是有限的
    [custom_function] 程序自己的 Function 返回了它
   *[other] 读到的都是有限的数，给出的却不是
}
diagnosis-reach = { $reach ->
    [root] 它到达了第 { $noticed_line } 行 backward() 出发的值。
    [parameter] 它在第 { $noticed_line } 行到达了{ $named ->
        [yes] 参数 { $name }
       *[no] 一个参数
    }。
    [anomaly] 异常检测模式在第 { $noticed_line } 行中止了 backward()。
   *[leaf] 它到达了 { $named ->
        [yes] { $name }
       *[no] 一个叶子张量
    }{ $more ->
        [0] { "" }
       *[other] 和另外 { $more } 个张量
    }的梯度。
}

# 不断增长的计算图

diagnosis-graph_grows-title = 每一轮都在增长的计算图
diagnosis-graph_grows-finding = 第 { $line } 行把每一轮的计算图都留在 { $holder } 中
diagnosis-graph_grows = 第 { $line } 行（{ $code }）把第 { $loop_line } 行循环每一轮的计算图都留了下来：{ $holder } 一直引用着它{ $more ->
    [0] { "" }
   *[other] ，另有 { $more } 个名字也引用着它
}。没有任何反向传播会读取这张图保存的内容，它也不会被释放：{ $rounds } 轮中每一轮多占 { $bytes } 字节。

# 累加的、清零过早的、没有优化器使用的梯度

diagnosis-gradient_accumulates-title = 从不清零的梯度
diagnosis-gradient_accumulates-finding = { $named ->
    [yes] { $name }.grad 在第 { $line } 行的各次更新之间没有清零
   *[no] 梯度在第 { $line } 行的各次更新之间没有清零
}
diagnosis-gradient_accumulates = 第 { $line } 行（{ $code }）用到的梯度不止一轮：第 { $backward_line } 行的 backward() 把梯度加到了 { diagnosis-some-leaves }的 .grad 上，而其中原有的部分已被之前的更新用过。{ $ever ->
    [yes] 它有时会被清零，但不在这几次更新之间。
   *[no] 两次更新之间没有任何语句把它清零。
}
diagnosis-some-leaves = { $named ->
    [yes] { $name }
   *[no] 一个叶子张量
}{ $more ->
    [0] { "" }
   *[other] { " " }等另外 { $more } 个张量
}
diagnosis-order_of_calls-title = 调用顺序不对
diagnosis-order_of_calls = { $case ->
    [cleared] 第 { $line } 行（{ $code }）在第 { $step_line } 行的 step() 使用之前，就清除了第 { $backward_line } 行的 backward() 得到的梯度：这次更新什么也不会改变。
    [clipped] 第 { $line } 行（{ $code }）裁剪梯度时，第 { $step_line } 行的 step() 已经用过它们：裁剪不再影响任何权重。
    [scaled] 第 { $line } 行（{ $code }）裁剪的梯度还乘着 GradScaler 的缩放因子：上限因此小了同样的倍数。第 { $step_line } 行的 step() 之后才会除以它。
    [updated] 第 { $line } 行（{ $code }）在第 { $step_line } 行的 step() 检查无穷大之前就更新了 scaler：update() 没有可依据的结果，因此报错。
    [unscaled] 第 { $line } 行（{ $code }）绕过 scaler 执行了优化器的更新，此时梯度仍乘着缩放因子；第 { $step_line } 行的 update() 没有可依据的结果，因此报错。
   *[scheduled] 第 { $line } 行（{ $code }）在第 { $step_line } 行的优化器第一次更新之前就调用了调度器：第一个学习率从未被使用。
}
diagnosis-not_optimized-title = 没有优化器使用的梯度
diagnosis-not_optimized-finding = 没有任何在更新的优化器包含 { $name }
diagnosis-not_optimized = { $name }{ $more ->
    [0] { "" }
   *[other] { " " }和另外 { $more } 个参数
}从第 { $backward_line } 行的 backward() 得到了梯度，但执行更新的优化器中没有{ $more ->
    [0] 它
   *[other] 它们
}{ $others ->
    [yes] ，而 { $module } 的其他参数会被更新
   *[no] ：{ $module } 中没有任何参数被更新
}。{ $one ->
    [yes] { $younger ->
        [yes] 它是在第 { $line } 行的优化器（{ $code }）之后创建的。
       *[no] 优化器在第 { $line } 行（{ $code }）创建。
    }
   *[no] { "" }
}
diagnosis-unused_parameter-title = 没有用到的参数
diagnosis-unused_parameter-finding = { $name } 得不到梯度
diagnosis-unused_parameter = { $name }{ $more ->
    [0] { "" }
   *[other] { " " }和另外 { $more } 个参数
}没有得到梯度：{ $case ->
    [never] { $own ->
        [yes] { $module } 的前向计算从未用到它
       *[no] { $module } 是 { $around } 的一部分，但后者的前向计算从未用到它
    }
    [not_now] 程序只在某个条件成立时才用到 { $module }，而这次运行中该条件没有成立
   *[used] 第 { $used_line } 行用到了 { $module }，但第 { $backward_line } 行的 backward() 出发的值与此无关
}。{ $reduction ->
    [yes] DistributedDataParallel 会等待每个参数的梯度；find_unused_parameters=True 会让它找出得不到梯度的参数。
   *[no] { "" }
}
fix-clear_gradients = 调用 { $name }.zero_grad()，使第 { $line } 行的 step() 用过的梯度在下一次 backward() 之前清零。
fix-clear_gradient = 在第 { $line } 行之后把 { $name }.grad 设为 None，使下一次 backward() 重新开始。
fix-step_then_clear = 让第 { $step_line } 行的 step() 位于 backward() 之后、第 { $line } 行的 zero_grad() 之前。
fix-clip_before_step = 在第 { $step_line } 行的 step() 之前裁剪，而不是之后。
fix-schedule_after_step = 把第 { $line } 行的调度器更新移到第 { $step_line } 行的优化器更新之后。
fix-unscale_before_clip = 在第 { $line } 行之前调用 { $name }.unscale_()，使被裁剪的是梯度本身。
fix-update_after_step = 把第 { $line } 行的 update() 移到第 { $step_line } 行 scaler 的 step() 之后。
fix-step_by_scaler = 在第 { $line } 行由 { $name } 执行更新：它会先除以缩放因子，并在梯度为无穷大时跳过更新。
fix-optimize_too = 把 { $name } 的参数也交给第 { $line } 行的优化器。
fix-optimizer_after = 把第 { $line } 行的优化器移到第 { $made_line } 行之后创建，使它也拥有新的参数。
fix-whole_module = 把 { $name } 的全部参数交给第 { $line } 行的优化器。
fix-find_unused = 给第 { $line } 行的 DistributedDataParallel 加上 find_unused_parameters=True，使它不再等待得不到梯度的参数。

# 非有限数的修复办法

fix-safe_where = 在第 { $line } 行给未被选中的元素一个无害的值：只在 { $condition } 处用 { $name }，其余为 1。where() 舍去部分的梯度会乘以零，而零乘无穷大是 NaN。
fix-eps_in_root = 在第 { $line } 行的根号内加 { $bound }：它在零点的斜率是无穷大。
fix-clamp_root = 让第 { $line } 行根号内的值不小于 { $bound }。
fix-eps_in_division = 在第 { $line } 行的除数上加 { $bound }。
fix-clamp_log = 让第 { $line } 行对数的自变量不小于 { $bound }。
fix-clamp_domain = 让第 { $line } 行函数的自变量与区间端点至少相距 { $bound }：它在端点的斜率是无穷大。
fix-log_softmax = 在第 { $line } 行改用 log_softmax()，它不会对舍入为零的概率取对数。
fix-log_sigmoid = 在第 { $line } 行改用 logsigmoid()，它不会对舍入为零的概率取对数。
fix-with_logits = 在第 { $line } 行用 binary_cross_entropy_with_logits() 计算，它不会对被舍入为零的概率取对数。
fix-softplus = 在第 { $line } 行改用不会溢出的 softplus()。
fix-finite_mask = 在第 { $line } 行用最小的有限数做掩码，而不用负无穷。
fix-mean_of_any = 让第 { $line } 行的平均值在没有元素时为零。
fix-without_correction = 在第 { $line } 行除以元素个数（correction=0）：单个元素的标准差于是为零。

diagnosis-zero_gradient-title = 梯度为零
diagnosis-zero_gradient = { $named ->
    [yes] { $name }
   *[no] 一个叶子张量
}{ $more ->
    [0] { " " }
   *[other] { " " }和另外 { $more } 个叶子张量
}{ $of ->
    [1] { "" }
   *[other] { $always ->
        [yes] 在全部 { $of } 次反向传播中
       *[no] 在 { $of } 次反向传播中有 { $rounds } 次
    }
}得到的梯度处处恰为零。第 { $noticed_line } 行的 backward() 到达第 { $line } 行（{ $code }）之前，梯度并不为零：{ diagnosis-zero-cause }。
diagnosis-zero-cause = { $cause ->
    [dead_relu] 凡有梯度到达之处，ReLU 的输入都小于或等于零，在那里它的斜率是 0
    [saturated] 凡有梯度到达之处，该函数的输入都落在斜率按此 dtype 为 0 的地方
    [one_choice] 单个元素的 softmax 总是 1，与输入无关
    [clamped] 凡有梯度到达之处，数值都在界限之外，被截掉的部分没有斜率
    [rounded] 它是阶梯函数，两级台阶之间斜率为 0
    [masked] 所有元素都被替换，或乘以了零
   *[underflow] 乘积小到此 dtype 无法表示，变成了 0
}
fix-leaky_relu = 在第 { $line } 行改用 leaky ReLU：它对负数也有斜率。
fix-sigmoid_of_one = 在第 { $line } 行改用 sigmoid：只有一个输出时，没有别的输出与它分享概率。
fix-straight_through = 让梯度直接穿过第 { $line } 行的阶梯函数，如同它不存在。

## piece: what a piece of code shows without being run

piece-edit-breaks = { $how ->
    [step] 这一步修改了在它之前被保存的参数：仍需要这些参数的反向传播会失败。
    [load] 它覆盖了在它之前被保存的参数：仍需要这些参数的反向传播会失败。
   *[other] 它修改 { $name }，而 { $name } 在此之前已被保存：仍需要它的反向传播会失败。
}
piece-edit-silent = 它修改 { $name }，而 { $name } 在此之前已被保存，并且绕过了版本计数器：反向传播不会失败，而是用新的值计算。这样梯度是错的，却没有任何提示。
piece-edit-refused = { $name } 需要梯度，是叶子张量或其视图：PyTorch 会拒绝这次修改，除非在 torch.no_grad() 之下。
piece-edit-unfollowed = 不知道这次修改是否有害：这部分代码没有被跟踪。
piece-edit-given-to = 在这次修改之前，没有已知的操作保存 { $name }；但第 { $line } 行把它交给了 { $called }，后者保存什么并不清楚。
piece-edit-unknown = 在这次修改之前，没有已知的操作保存 { $name }；但它来自一个没有被跟踪的调用，那里可能保存了它。
piece-edit-given = 在这次修改之前，这里没有操作保存 { $name }；但它来自这个函数之外，生成它的操作可能保存了它。
piece-edit-harmless = { $how ->
    [step] 之后的反向传播都不需要参数原来的值：就这段代码所见，没有危害。
   *[other] 在这次修改之前没有操作保存 { $name }：就这段代码所见，没有危害。
}
piece-edit-grad = 它修改的是梯度。只有在用 create_graph=True 反向传播之后才有害。
piece-keeps-result = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存自己的结果。
piece-keeps-input = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存 { $name }。
piece-keeps-weights = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存自己的参数。
piece-or = {" 或 "}
piece-and = {"、"}
piece-unreadable = Python 读不懂这段代码
piece-title = { $count ->
    [0] 这里没有原地修改
   *[other] 这里有哪些原地修改
}
piece-about = 只是读了代码，没有运行。一个名字是不是张量只是推测，代码中函数内部的操作不会跨调用跟踪。
piece-missing = 这里用到却从未定义：{ $names }。
piece-libraries = 这里没有：{ $names }。代码照样读了；可以在装有这些库的地方录制。
piece-call-offered = 对 { $name } 的一次小调用，尺寸取自它的层。
piece-call-missing = 不提供对 { $name } 的调用：它用到的 { $what } 不在这里。
piece-call-no-forward = { $name } 在这里没有 forward()，所以不提供调用。
piece-call-inherited = { $name } 的构造函数的参数在它的父类里，所以不提供调用。
piece-call-argument = 不提供对 { $name } 的调用：不知道参数 { $what } 应该是什么。
piece-call-inputs = 不提供对 { $name } 的调用：从它的层看不出 { $what } 的形状。
piece-call-no-result = 不提供对 { $name } 的调用：它不返回可以求和的张量。
piece-break = 第 { $line } 行：{ $reason }
piece-call = 加上这几行来调用它：{ $call }
