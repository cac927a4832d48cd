### What is read from a pasted text, where nothing can be run.

reading-title = { $kind ->
    [version_mismatch] 反向传播需要的张量被原地修改了
    [transform_edit] torch.func 需要的张量被原地修改了
    [leaf_in_place] 需要梯度的叶子张量不能原地修改
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
}。{ $edited ->
    [no] { "" }
   *[yes] 修改发生在那之后。
}
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
reading-search-power = 小于 1 的幂在 0 处的斜率是无穷大。
reading-search-log1p = log1p(-1) 是无穷大。
reading-search-logit = logit(0) 和 logit(1) 是无穷大。
reading-search-ends = 它在 1 和 -1 处的斜率是无穷大：请让输入留在两者之间。
reading-search-acosh = 它在 1 处的斜率是无穷大。
reading-search-hypot = 它在 (0, 0) 处的斜率是 0 / 0。
reading-search-one-number = 只有一个数时，它会除以 0。
reading-search-minus-infinity = 一行全是 -∞ 时，它计算的是 ∞ - ∞。
reading-search-equal = 它的梯度要除以特征值或奇异值之差：两个相等时就是除以 0。
reading-search-singular = 它的梯度需要矩阵的逆：奇异矩阵没有逆。
reading-search-overflow = 它溢出之处，斜率是无穷大。
reading-search-factor = 无穷大的因子乘以零。
reading-search-read-infinite = 它读到了无穷大或 NaN。
reading-search-computes = { $node } 是它的梯度：请检查它的输入，以及传到它的梯度。
reading-search-own-nan = { $node } 是自定义 Function：请检查它的 backward() 算出了什么。
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
    [none] 搜索 `{ $text }`
   *[other] 第 { $line } 行：{ $text }
}。{ $reason }
reading-record = 想看到全过程，请在程序运行的地方录下来：{ $first }，或 { $second }
reading-example = 最接近的内置示例：{ $example }
reading-torch = 这是 PyTorch { $versions } 的措辞。
reading-code-unreadable = Python 无法读取旁边的代码，所以没有用它。
reading-code-no-line = 旁边的代码里没有回溯中的任何一行。
