### Titles and sentences of the built-in programs, by theme, in the order in which they are listed.

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
