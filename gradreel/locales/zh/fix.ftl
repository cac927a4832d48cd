### Fixes.

fix-out_of_place_inside = 第 { $line } 行改成生成新张量：{ $code }。{ $more ->
    [0] {""}
    [other] 另外 { $more } 行也这样改。
   *[unknown] {""}
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
fix-step_after_backward = 把第 { $line } 行的优化器更新移到第 { $raise_line } 行的 backward() 之后。这样更新用的是两次反向传播的梯度之和，其中第二次是更新前的权重的梯度。
fix-forward_again = 在第 { $line } 行的 step() 之后重新计算 { $name }：得到的是更新后的权重的梯度。
fix-forward_after_step = 把 { $name } 的计算移到第 { $line } 行的 step() 之后：得到的是更新后的权重的梯度。
fix-edit_after_backward = 把第 { $line } 行的修改移到第 { $raise_line } 行的 backward() 之后，后者还需要旧的值。得到的是修改前的值的梯度。
fix-inplace_off = 去掉 inplace=True。
fix-no_grad_lines = 把第 { $line } 行到第 { $last_line } 行放进 with torch.no_grad():，这样这些修改就不会进入计算图，得到的是修改之后的值的梯度。
fix-no_grad = 把第 { $line } 行放进 with torch.no_grad():，这样修改就不会进入计算图，得到的是修改之后的值的梯度。

fix-retain_graph = 为第二次反向传播保留已保存的张量：在第 { $line } 行加上 retain_graph=True。
fix-compute_in_loop = 在循环里计算 { $name }，而不是只在第 { $line } 行计算一次：这样每一轮都在自己的计算图上反向传播。
fix-detach_shared = 在第 { $line } 行对 { $name } 调用 detach()：这个损失就不再给计算 { $name } 的部分传梯度。
fix-empty_list = 在第 { $line } 行之后清空 { $name }：下一次反向传播就只从新的损失开始。
fix-add_losses = 把损失相加，只调用一次 backward()，省去第 { $raise_line } 行。
fix-detach_kept = 对第 { $line } 行交给 { $name } 的张量调用 detach()：数值不变，这一轮的计算图就能释放。
fix-number_kept = 在第 { $line } 行用 item() 把数值交给 { $name }：Python 数字没有计算图。
fix-fresh_graph = 每次都重新做前向计算，并对上一次留下来的张量调用 detach()。得到的只是这一轮的梯度，不会传到更早的轮次。
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
fix-update_by_hand = 第 { $line } 行改成在 torch.no_grad() 下原地更新 { $name }（{ $code }），这个名字就仍然是叶子张量{ $clears ->
    [yes] ；再把它的梯度设为 None，供下一轮使用
   *[no] { "" }
}。{ $more ->
    [0] { "" }
   *[other] 另外 { $more } 行也这样改。
}
fix-retain_grad = 在第 { $line } 行之后、backward() 之前调用 { $name }.retain_grad()。{ $several ->
    [yes] { $others } 也一样。
   *[no] { "" }
}
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

fix-leaky_relu = 在第 { $line } 行改用 leaky ReLU：它对负数也有斜率。
fix-sigmoid_of_one = 在第 { $line } 行改用 sigmoid：只有一个输出时，没有别的输出与它分享概率。
fix-straight_through = 让梯度直接穿过第 { $line } 行的阶梯函数，如同它不存在。
