def after_forward(scores):
    scores[scores > 0.7] = 0.7  # edit
