### Diagnoses of graphs that were freed, cut, or asked for what they do not have.

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
   *[no_grad] 第 { $cut_line } 行（{ $code }）在关闭梯度的情况下使用了 { diagnosis-cut-from }{ diagnosis-off }。
}
diagnosis-off = { $off ->
    [yes] （由第 { $off_line } 行关闭：{ $off_code }）
   *[no] { "" }
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
   *[no_grad] 第 { $cut_line } 行（{ $code }）在关闭梯度的情况下使用了 { diagnosis-what }{ diagnosis-off }
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
    }{ $several ->
        [yes] 都不是叶子张量：梯度只是流经它们，并不保留
       *[no] 不是叶子张量{ $dated ->
            [yes] （由第 { $made_line } 行计算得到）
           *[no] { "" }
        }：梯度只是流经它，并不保留
    }，所以第 { $line } 行的 .grad 是 None。{ $before ->
        [yes] 而且那时还没有执行过 backward()，还没有任何梯度。
       *[no] { "" }
    }{ diagnosis-rounds }
}

diagnosis-device_unavailable-title = 这里没有该设备
diagnosis-device_unavailable = 第 { $line } 行（{ $code }）要使用设备 { $device }。这里的代码在 CPU 上运行；自动求导记录的计算图并无不同。{ diagnosis-rounds }{ diagnosis-caught }

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

diagnosis-custom_gradients-title = 自定义 backward 返回的梯度不对
diagnosis-custom_gradients-finding = { $case ->
    [count] { $function } 的 backward 为 { $expected } 个输入返回了 { $got } 个梯度
   *[shape] { $function } 的 backward 为形状是 { $expected } 的输入返回了形状 { $got }
}
diagnosis-custom_gradients = { $case ->
    [count] { $function } 的 forward 有 { $expected } 个输入，而它的 backward 返回了 { $got } 个梯度：每个输入都要返回一个，不需要的返回 None。第 { $line } 行（{ $code }）的反向传播经过了它。{ diagnosis-rounds }{ diagnosis-caught }
   *[shape] { $function } 的 backward 为第 { $position } 个输入返回的梯度形状是 { $got }，而该输入的形状是 { $expected }：两者必须相同。第 { $line } 行（{ $code }）的反向传播经过了它。{ diagnosis-rounds }{ diagnosis-caught }
}

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

diagnosis-workers_unavailable-title = 这里的程序没有工作进程
diagnosis-workers_unavailable = 第 { $line } 行（{ $code }）要启动第 { $asked_line } 行所要求的工作进程（num_workers={ $workers }），而系统不提供。num_workers=0 时由程序自己加载数据，autograd 记录的计算图是一样的。{ diagnosis-rounds }{ diagnosis-caught }
