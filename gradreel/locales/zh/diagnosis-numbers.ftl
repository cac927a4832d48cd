### Diagnoses of numbers that are not finite, and of gradients that are zero.

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
    [zero_times_infinity] 零乘以无穷大{ $phase ->
        [backward] 。没有被选中、或不起作用的元素仍有导数，而那里的导数是无穷大
       *[forward] { "" }
    }
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
    [infinity_over_infinity] 之前已有无穷大，而 ∞ / ∞ 是 NaN
    [infinite_slope] 在定义域的边界上导数是无穷大
    [input_data] 它就在程序放进去的数据里
    [uninitialized] 这块内存从未被填写，里面是原来残留的内容
    [given_gradient] 交给 backward() 的、或由钩子给出的梯度不是有限的
    [custom_function] 程序自己的 Function 返回了它
    [sum_of_gradients] 在这里相加的梯度都是有限的，但它们的和超出了其 dtype 的范围
    [from_infinity] 之前已有无穷大，它把无穷大变成了 NaN
    [not_shown] 原因不明，因为影片没有显示它读到的全部内容
   *[other] 原因不明：读到的都是有限的数，给出的却不是
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
