"""Programs that edit what was saved: some fail, some only look as if they would. Marks say which lines a diagnosis must name."""

from __future__ import annotations

# Each: name of the saved tensor, saved version, version at the raise, program.
FAILING = {
    "setitem": (
        "d",
        0,
        1,
        """
        x = torch.tensor([[1., 2.]])
        w1 = torch.ones(2, 1, requires_grad=True)
        w2 = torch.ones(1, requires_grad=True)
        d = x @ w1
        f = d @ w2  #! saved
        d[:] = 0  #! edit
        f.backward()  #! raise
        """,
    ),
    "augmented_add_after_exp": (
        "y",
        0,
        1,
        """
        x = torch.ones(3, requires_grad=True)
        y = x.exp()  #! saved
        y += 1  #! edit
        y.sum().backward()  #! raise
        """,
    ),
    "method_after_multiplication": (
        "b",
        0,
        1,
        """
        a = torch.ones(3, requires_grad=True)
        b = torch.ones(3)
        c = a * b  #! saved
        b.mul_(5)  #! edit
        c.sum().backward()  #! raise
        """,
    ),
    "two_edits_the_first_is_blamed": (
        "h",
        0,
        2,
        """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        y = h ** 2  #! saved
        h.add_(1)  #! edit
        h.add_(1)
        y.sum().backward()  #! raise
        """,
    ),
    "edited_before_and_after_the_save": (
        "h",
        1,
        2,
        """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        h.add_(1)
        y = h ** 2  #! saved
        h.add_(1)  #! edit
        y.sum().backward()  #! raise
        """,
    ),
    "edit_through_detach": (
        "out",
        0,
        1,
        """
        a = torch.ones(3, requires_grad=True)
        out = a.sigmoid()  #! saved
        c = out.detach()
        c.zero_()  #! edit
        out.sum().backward()  #! raise
        """,
    ),
    "edit_through_a_view": (
        "base",
        0,
        1,
        """
        w = torch.ones(2, 2, requires_grad=True)
        base = w * 1
        row = base[0]
        y = base ** 2  #! saved
        row.zero_()  #! edit
        y.sum().backward()  #! raise
        """,
    ),
    "edit_under_no_grad": (
        "w",
        0,
        1,
        """
        w = torch.ones(2, requires_grad=True)
        y = w ** 2  #! saved
        with torch.no_grad():
            w -= 1  #! edit
        y.sum().backward()  #! raise
        """,
    ),
    "edit_by_out_argument": (
        "buffer",
        0,
        1,
        """
        w = torch.ones(2, requires_grad=True)
        buffer = torch.ones(2)
        y = w * buffer  #! saved
        torch.add(torch.ones(2), 1, out=buffer)  #! edit
        y.sum().backward()  #! raise
        """,
    ),
    "inplace_module_after_sigmoid": (
        None,
        0,
        1,
        """
        model = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.ReLU(inplace=True), nn.Linear(4, 1))
        y = model(torch.ones(2, 3)).mean()  #! saved edit
        y.backward()  #! raise
        """,
    ),
    "embedding_max_norm": (
        "embed.weight",
        1,
        2,
        """
        embed = nn.Embedding(4, 3, max_norm=1.0)
        project = torch.ones(3, 2, requires_grad=True)
        table = embed.weight @ project  #! saved
        rows = embed(torch.tensor([1, 2]))  #! edit
        (table.sum() + rows.sum()).backward()  #! raise
        """,
    ),
    "optimizer_step_between": (
        "second.weight",
        1,
        2,
        """
        first, second = nn.Linear(2, 2), nn.Linear(2, 1)
        optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
        out = second(first(torch.ones(1, 2)))  #! saved
        a, b = out.pow(2).sum(), out.abs().sum()
        a.backward(retain_graph=True)
        optimizer.step()  #! edit
        b.backward()  #! raise
        """,
    ),
    "custom_function": (
        "h",
        0,
        1,
        """
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            def backward(ctx, grad):
                (x,) = ctx.saved_tensors  #! raise
                return 2 * x * grad

        w = torch.ones(2, requires_grad=True)
        h = w + 1
        y = Square.apply(h)  #! saved
        h -= 1  #! edit
        y.sum().backward()
        """,
    ),
    "save_hidden_in_copy_slices": (
        "scale",
        0,
        1,
        """
        w = torch.ones(2, requires_grad=True)
        scale = torch.tensor([2., 3.])
        h = w * 1
        h[:].mul_(scale)  #! saved
        scale.zero_()  #! edit
        h.sum().backward()  #! raise
        """,
    ),
    "memory_exchanged_by_set": (
        "x",
        0,
        1,
        """
        x = torch.ones(2)
        w = torch.ones(2, requires_grad=True)
        y = (x * w).sum()  #! saved
        x.set_(torch.zeros(2))  #! edit
        y.backward()  #! raise
        """,
    ),
    "inside_functions": (
        "h",
        0,
        1,
        """
        def forward(w):
            h = w * 2
            y = h ** 2  #! saved
            spoil(h)
            return y

        def spoil(tensor):
            tensor.zero_()  #! edit

        forward(torch.ones(2, requires_grad=True)).sum().backward()  #! raise
        """,
    ),
    "autograd_grad": (
        "h",
        0,
        1,
        """
        w = torch.ones(2, requires_grad=True)
        h = w * 2
        y = (h ** 2).sum()  #! saved
        h.zero_()  #! edit
        torch.autograd.grad(y, w)  #! raise
        """,
    ),
}

HARMLESS = {
    "edit_before_the_save": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        h.zero_()
        (h ** 2).sum().backward()
        """,
    "op_that_saves_nothing": """
        w = torch.ones(3, requires_grad=True)
        y = w + 1
        z = y + 1
        y.mul_(5)
        z.sum().backward()
        """,
    "input_of_a_result_saver": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        y = h.exp()
        h.zero_()
        y.sum().backward()
        """,
    "edit_after_backward": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        (h ** 2).sum().backward()
        h.zero_()
        """,
    "edit_of_a_clone": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        y = h ** 2
        h.clone().zero_()
        y.sum().backward()
        """,
    "multiplied_by_a_constant_leaf": """
        a = torch.ones(3)
        w = torch.ones(3, requires_grad=True)
        y = a * w
        w.grad = torch.zeros(3)
        y.sum().backward()
        """,
    "relu_inplace_after_linear": """
        model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True), nn.Linear(4, 1))
        model(torch.ones(2, 3)).mean().backward()
        """,
    "training_loop": """
        model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        optimizer = torch.optim.Adam(model.parameters())
        for step in range(3):
            optimizer.zero_grad()
            loss = model(torch.ones(2, 3)).pow(2).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        """,
    "validation_forward_with_gradients_on": """
        model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(3):
            optimizer.zero_grad()
            loss = model(torch.ones(2, 3)).pow(2).mean()
            loss.backward()
            validation = model(torch.zeros(2, 3)).pow(2).mean()
            optimizer.step()
        """,
    "manual_sgd": """
        w = torch.ones(3, requires_grad=True)
        for step in range(3):
            loss = (w ** 2).sum()
            loss.backward()
            with torch.no_grad():
                w -= 0.1 * w.grad
                w.grad.zero_()
        """,
    "buffer_filled_then_read": """
        w = torch.ones(2, requires_grad=True)
        rows = torch.zeros(3, 2)
        for i in range(3):
            rows[i] = w * i
        (rows ** 2).sum().backward()
        """,
    "result_dropped_before_the_edit": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        y = h ** 2
        del y
        h.zero_()
        h.sum().backward()
        """,
    "retained_graph_then_step": """
        w = torch.ones(3, requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.1)
        for step in range(2):
            optimizer.zero_grad()
            loss = (w ** 2).sum()
            loss.backward(retain_graph=True)
            optimizer.step()
        """,
    "batch_norm_in_training": """
        model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(inplace=True))
        for step in range(2):
            model(torch.randn(5, 3)).sum().backward()
        """,
    "no_tensor_at_all": """
        print("hello")
        """,
}
