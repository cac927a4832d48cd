### Lessons, tasks, and claims that are not so.

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
