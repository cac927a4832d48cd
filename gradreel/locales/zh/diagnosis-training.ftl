### Diagnoses of training loops: graphs that grow, gradients that add up or reach no optimizer.

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
   *[no] ：没有优化器更新 { $module } 中的任何参数
}。{ $buffer ->
    [yes] 它是缓冲区，而模块的 parameters() 不包括缓冲区：要训练的应该是 nn.Parameter。
   *[no] { "" }
}{ $one ->
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
