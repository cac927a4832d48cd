### Diagnoses where errors are read: a terminal, an exception, CI.

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
why-switched_off = 在这里关闭了梯度
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
why-role-switched_off = 关闭
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
why-untried = 检查阻止了什么（没有它会得到怎样的梯度），这里没有尝试：程序只运行一次。对单个文件的程序，Gradreel 的网页会查明（服务的 POST /api/diagnoses）。
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
