lr = 0.1
rounds = 3
