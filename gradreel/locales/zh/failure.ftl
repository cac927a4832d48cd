### How a run was stopped, and hints.

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
