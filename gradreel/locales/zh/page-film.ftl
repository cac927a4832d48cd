### A film: its story, badges, transport and timeline.

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
