### What a piece of code shows without being run.

piece-edit-breaks = { $how ->
    [step] 这一步修改了在它之前被保存的参数：仍需要这些参数的反向传播会失败。
    [load] 它覆盖了在它之前被保存的参数：仍需要这些参数的反向传播会失败。
   *[other] 它修改 { $name }，而 { $name } 在此之前已被保存：仍需要它的反向传播会失败。
}
piece-edit-silent = 它修改 { $name }，而 { $name } 在此之前已被保存，并且绕过了版本计数器：反向传播不会失败，而是用新的值计算。这样梯度是错的，却没有任何提示。
piece-edit-refused = { $name } 需要梯度，是叶子张量或其视图：PyTorch 会拒绝这次修改，除非在 torch.no_grad() 之下。
piece-edit-unfollowed = 不知道这次修改是否有害：这部分代码没有被跟踪。
piece-edit-given-to = 在这次修改之前，没有已知的操作保存 { $name }；但第 { $line } 行把它交给了 { $called }，后者保存什么并不清楚。
piece-edit-unknown = 在这次修改之前，没有已知的操作保存 { $name }；但它来自一个没有被跟踪的调用，那里可能保存了它。
piece-edit-given = 在这次修改之前，这里没有操作保存 { $name }；但它来自这个函数之外，生成它的操作可能保存了它。
piece-edit-harmless = { $how ->
    [step] 之后的反向传播都不需要参数原来的值：就这段代码所见，没有危害。
   *[other] 在这次修改之前没有操作保存 { $name }：就这段代码所见，没有危害。
}
piece-edit-grad = 它修改的是梯度。只有在用 create_graph=True 反向传播之后才有害。
piece-keeps-result = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存自己的结果。
piece-keeps-input = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存 { $name }。
piece-keeps-weights = { $known ->
    [yes] {""}
   *[no] 如果 { $needs } 需要梯度，
}{ $op } { $sure ->
    [yes] 会
   *[no] 可能会
}为它的梯度保存自己的参数。
piece-or = {" 或 "}
piece-and = {"、"}
piece-unreadable = Python 读不懂这段代码
piece-title = { $count ->
    [0] 这里没有原地修改
   *[other] 这里有哪些原地修改
}
piece-title-libraries = 这里没有安装 { $names }
piece-title-unused = 这里没有代码调用 { $names }
piece-about = 只是读了代码，没有运行。一个名字是不是张量只是推测，代码中函数内部的操作不会跨调用跟踪。
piece-missing = 这里用到却从未定义：{ $names }。
piece-libraries = 这里没有：{ $names }。代码照样读了；可以在装有这些库的地方录制。
piece-call-offered = 对 { $name } 的一次小调用，尺寸取自它的层。
piece-call-missing = 不提供对 { $name } 的调用：它用到的 { $what } 不在这里。
piece-call-no-forward = { $name } 在这里没有 forward()，所以不提供调用。
piece-call-inherited = { $name } 的构造函数的参数在它的父类里，所以不提供调用。
piece-call-argument = 不提供对 { $name } 的调用：不知道参数 { $what } 应该是什么。
piece-call-inputs = 不提供对 { $name } 的调用：从它的层看不出 { $what } 的形状。
piece-call-no-result = 不提供对 { $name } 的调用：它不返回可以求和的张量。
piece-break = 第 { $line } 行：{ $reason }
piece-call = 加上这几行来调用它：{ $call }
