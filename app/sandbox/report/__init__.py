"""What a run's answer and its trusted signals mean: validation, verdict, hints."""
