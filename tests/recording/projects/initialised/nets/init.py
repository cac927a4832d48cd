def scaled(net, by):
    for name, parameter in net.named_parameters():
        parameter.mul_(by)  # raise
    return net
