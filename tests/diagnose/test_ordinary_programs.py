"""Checks that programs in which nothing is wrong raise no alarm: the ways people really train, freeze, clip, log and evaluate."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

ORDINARY = {
    "gan": """
        real = torch.ones(4, 2)
        maker, judge = nn.Linear(2, 2), nn.Linear(2, 1)
        opt_m = torch.optim.Adam(maker.parameters())
        opt_j = torch.optim.Adam(judge.parameters())
        for step in range(2):
            fake = maker(torch.randn(4, 2))
            opt_j.zero_grad()
            loss_j = (judge(real) - 1).pow(2).mean() + judge(fake.detach()).pow(2).mean()
            loss_j.backward()
            opt_j.step()
            opt_m.zero_grad()
            loss_m = (judge(fake) - 1).pow(2).mean()
            loss_m.backward()
            opt_m.step()
        """,
    "gradient_accumulation": """
        model = nn.Linear(3, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        for step in range(4):
            (model(torch.randn(2, 3)).pow(2).mean() / 2).backward()
            if step % 2:
                optimizer.step()
                optimizer.zero_grad(set_to_none=False)
        """,
    "scheduler_and_clipping": """
        model = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.LayerNorm(4), nn.Linear(4, 1))
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        for step in range(2):
            optimizer.zero_grad()
            model(torch.randn(2, 3)).mean().backward()
            nn.utils.clip_grad_value_(model.parameters(), 0.5)
            optimizer.step()
            scheduler.step()
        """,
    "moving_average_of_weights": """
        import copy
        model = nn.Linear(2, 1)
        average = copy.deepcopy(model)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(2):
            optimizer.zero_grad()
            model(torch.ones(1, 2)).sum().backward()
            optimizer.step()
            with torch.no_grad():
                for slow, fast in zip(average.parameters(), model.parameters()):
                    slow.mul_(0.9).add_(fast, alpha=0.1)
        """,
    "moving_average_by_data": """
        import copy
        model = nn.Linear(2, 1)
        average = copy.deepcopy(model)
        for step in range(2):
            model(torch.ones(1, 2)).sum().backward()
            for slow, fast in zip(average.parameters(), model.parameters()):
                slow.data.mul_(0.9).add_(fast.data, alpha=0.1)
        """,
    "frozen_trunk": """
        trunk, head = nn.Linear(3, 3), nn.Linear(3, 1)
        for p in trunk.parameters():
            p.requires_grad_(False)
        optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
        for step in range(2):
            optimizer.zero_grad()
            head(trunk(torch.ones(1, 3)).relu_()).sum().backward()
            optimizer.step()
        """,
    "truncated_recurrence": """
        cell = nn.GRUCell(2, 3)
        optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
        state = torch.zeros(1, 3)
        for step in range(3):
            optimizer.zero_grad()
            state = cell(torch.ones(1, 2), state.detach())
            state.sum().backward()
            optimizer.step()
        """,
    "lstm": """
        model = nn.LSTM(2, 3, batch_first=True)
        out, (h, c) = model(torch.randn(1, 4, 2))
        out[:, -1].sum().backward()
        """,
    "convolution_with_batch_norm": """
        model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(inplace=True), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 2))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(2):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(torch.randn(2, 1, 6, 6)), torch.tensor([0, 1])).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(model(torch.randn(2, 1, 6, 6)).argmax(1))
        """,
    "dropout_residual": """
        layer, drop = nn.Linear(4, 4), nn.Dropout(0.5)
        x = torch.ones(2, 4)
        for i in range(3):
            x = x + drop(layer(x).relu())
        x.mean().backward()
        """,
    "residual_added_in_place": """
        layer = nn.Linear(4, 4)
        x = torch.ones(2, 4)
        out = layer(x)
        out += x
        out.mean().backward()
        """,
    "lbfgs_closure": """
        w = torch.ones(2, requires_grad=True)
        optimizer = torch.optim.LBFGS([w], max_iter=3)

        def closure():
            optimizer.zero_grad()
            loss = (w ** 2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)
        """,
    "maml_like_inner_step": """
        w = torch.ones(2, requires_grad=True)
        inner = (w ** 2).sum()
        (g,) = torch.autograd.grad(inner, w, create_graph=True)
        adapted = w - 0.1 * g
        (adapted ** 2).sum().backward()
        """,
    "straight_through": """
        w = torch.tensor([0.2, 0.8], requires_grad=True)
        hard = (w > 0.5).float()
        y = hard + w - w.detach()
        y.sum().backward()
        """,
    "distillation": """
        teacher, student = nn.Linear(2, 2), nn.Linear(2, 2)
        x = torch.ones(1, 2)
        with torch.no_grad():
            target = teacher(x).softmax(-1)
        nn.functional.kl_div(student(x).log_softmax(-1), target).backward()
        """,
    "reparameterisation": """
        mean, log_scale = torch.zeros(2, requires_grad=True), torch.zeros(2, requires_grad=True)
        sample = mean + log_scale.exp() * torch.randn(2)
        (sample ** 2).sum().backward()
        """,
    "policy_gradient": """
        policy = nn.Linear(2, 3)
        choice = torch.distributions.Categorical(logits=policy(torch.ones(1, 2)))
        action = choice.sample()
        (-choice.log_prob(action) * 2.0).sum().backward()
        """,
    "checkpoint": """
        from torch.utils.checkpoint import checkpoint
        layer = nn.Linear(2, 2)
        x = torch.ones(1, 2, requires_grad=True)
        checkpoint(lambda t: layer(t).tanh(), x, use_reentrant=False).sum().backward()
        """,
    "weight_norm": """
        layer = torch.nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))
        layer(torch.ones(1, 2)).sum().backward()
        """,
    "causal_mask_filled_in_place": """
        q = torch.randn(3, 4, requires_grad=True)
        scores = q @ q.t() / 2
        scores.masked_fill_(torch.ones(3, 3).triu(1).bool(), float("-inf"))
        scores.softmax(-1).sum().backward()
        """,
    "multi_head_attention": """
        layer = nn.MultiheadAttention(4, 2, batch_first=True)
        x = torch.randn(1, 3, 4)
        out, _ = layer(x, x, x)
        out.mean().backward()
        """,
    "embedding_sparse": """
        table = nn.Embedding(5, 3, sparse=True)
        optimizer = torch.optim.SparseAdam(table.parameters())
        for step in range(2):
            optimizer.zero_grad()
            table(torch.tensor([1, 2])).sum().backward()
            optimizer.step()
        """,
    "padding_and_indexing": """
        w = torch.ones(5, requires_grad=True)
        rows = torch.zeros(2, 3)
        rows[0, :2] = w[:2]
        rows[1, :3] = w[2:]
        mask = rows != 0
        (rows * mask).pow(2).sum().backward()
        """,
    "index_put_and_scatter": """
        w = torch.ones(3, requires_grad=True)
        out = torch.zeros(5).scatter(0, torch.tensor([0, 2, 4]), w)
        out = out.index_add(0, torch.tensor([1]), w[:1])
        out.pow(2).sum().backward()
        """,
    "gradient_read_and_zeroed": """
        w = torch.ones(3, requires_grad=True)
        (w ** 2).sum().backward()
        norm = w.grad.norm()
        w.grad.zero_()
        (w ** 3).sum().backward()
        """,
    "hook_that_scales": """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        h.register_hook(lambda grad: grad * 0.5)
        w.register_post_accumulate_grad_hook(lambda p: None)
        (h ** 2).sum().backward()
        """,
    "two_graphs_side_by_side": """
        w = torch.ones(2, requires_grad=True)
        a, b = (w ** 2).sum(), (w ** 3).sum()
        a.backward()
        b.backward()
        """,
    "functional_gradient": """
        from torch.func import grad
        print(grad(lambda x: (x ** 3).sum())(torch.ones(2)))
        """,
    "state_saved_and_loaded": """
        import io
        model = nn.Linear(2, 2)
        file = io.BytesIO()
        torch.save(model.state_dict(), file)
        file.seek(0)
        model.load_state_dict(torch.load(file))
        model(torch.ones(1, 2)).sum().backward()
        """,
    "data_loader": """
        from torch.utils.data import DataLoader, TensorDataset
        model = nn.Linear(2, 1)
        for x, y in DataLoader(TensorDataset(torch.ones(4, 2), torch.ones(4, 1)), batch_size=2):
            nn.functional.mse_loss(model(x), y).backward()
        """,
    "autocast": """
        model = nn.Linear(2, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = model(torch.ones(1, 2)).float().sum()
        loss.backward()
        """,
    "anomaly_mode": """
        w = torch.ones(2, requires_grad=True)
        with torch.autograd.set_detect_anomaly(True):
            (w ** 2).sum().backward()
        """,
    "inference_at_the_end": """
        model = nn.Linear(2, 2)
        model(torch.ones(1, 2)).sum().backward()
        with torch.inference_mode():
            probabilities = model(torch.ones(1, 2)).softmax(-1)
            probabilities[probabilities < 0.1] = 0
        """,
    "running_loss": """
        model = nn.Linear(2, 1)
        running = torch.zeros(())
        for step in range(3):
            loss = model(torch.ones(1, 2)).pow(2).mean()
            loss.backward()
            running += loss.detach()
        print(running / 3)
        """,
    "numpy_for_plotting": """
        import numpy as np
        w = torch.ones(3, requires_grad=True)
        y = (w ** 2)
        y.sum().backward()
        points = y.detach().numpy()
        print(np.max(points), w.grad.numpy().sum())
        """,
    "from_numpy_filled_before": """
        import numpy as np
        array = np.zeros(3, dtype=np.float32)
        x = torch.from_numpy(array)
        array[:] = 2
        w = torch.ones(3, requires_grad=True)
        (w * x).sum().backward()
        """,
}


@pytest.mark.parametrize("case", ORDINARY)
def test_ordinary_program_raises_no_alarm(see: See, case: str) -> None:
    seen = see(program(ORDINARY[case]))
    assert seen.plain.error is None
    assert seen.alarms == []


def test_errors_that_are_not_about_autograd_get_no_diagnosis(see: See) -> None:
    for text in ("1 / 0", "torch.ones(2) @ torch.ones(3)", "torch.ones(2).no_such_method()", "raise SystemExit(3)", "w = torch.ones(2"):
        seen = see(program(text))
        assert seen.plain.error
        assert seen.diagnoses == ()


def test_optimizer_that_steps_inside_backward_is_not_even_noted(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.1)
        w.register_post_accumulate_grad_hook(lambda p: optimizer.step())
        (w * w).sum().backward()
        """)
    )
    assert seen.plain.error is None
    assert seen.diagnoses == ()
