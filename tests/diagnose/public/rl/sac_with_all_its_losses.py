# Soft actor-critic as it is meant: targets, temperature and policy are kept apart with no_grad and detach.
# plain: completes
# expect: nothing
import copy, torch
from torch import nn
actor, q1, q2 = nn.Linear(3, 2), nn.Linear(4, 1), nn.Linear(4, 1)
t1, t2 = copy.deepcopy(q1), copy.deepcopy(q2)
qo = torch.optim.Adam([*q1.parameters(), *q2.parameters()]); po = torch.optim.Adam(actor.parameters())
log_alpha = torch.zeros(1, requires_grad=True); ao = torch.optim.Adam([log_alpha])
for _ in range(2):
    s, s2, a, r = torch.randn(5, 3), torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 1)
    def pi(s):
        m, ls = actor(s).chunk(2, -1)
        d = torch.distributions.Normal(m, ls.clamp(-3, 1).exp())
        u = d.rsample()
        return torch.tanh(u), d.log_prob(u) - torch.log(1 - torch.tanh(u) ** 2 + 1e-6)
    alpha = log_alpha.exp().detach()
    with torch.no_grad():
        a2, lp2 = pi(s2)
        y = r + 0.99 * (torch.min(t1(torch.cat([s2, a2], -1)), t2(torch.cat([s2, a2], -1))) - alpha * lp2)
    sa = torch.cat([s, a], -1)
    ql = (q1(sa) - y).pow(2).mean() + (q2(sa) - y).pow(2).mean()
    qo.zero_grad(); ql.backward(); qo.step()
    an, lp = pi(s)
    pl = (alpha * lp - torch.min(q1(torch.cat([s, an], -1)), q2(torch.cat([s, an], -1)))).mean()
    po.zero_grad(); pl.backward(); po.step()
    al = -(log_alpha * (lp.detach() + 1)).mean()
    ao.zero_grad(); al.backward(); ao.step()
    with torch.no_grad():
        for t, q in ((t1, q1), (t2, q2)):
            for tp, p in zip(t.parameters(), q.parameters()):
                tp.mul_(0.995).add_(0.005 * p)
