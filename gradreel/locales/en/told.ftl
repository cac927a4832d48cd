### Lines on standard error about a recording, while the program goes on.

told-raised-film = backward() raised; the film of the last steps is in { $path }
told-raised-no-film = backward() raised, and there is no film of it ({ $error })
told-refused-film = autograd refused an op; the film of the last steps is in { $path }
told-refused-no-film = autograd refused an op, and there is no film of it ({ $error })
told-elsewhere = { $error } It is in a temporary folder instead.
told-non-finite-film = backward() gave a gradient that is NaN or infinite; the film of the last steps is in { $path }
told-non-finite-no-film = backward() gave a gradient that is NaN or infinite, and there is no film of it ({ $error })
told-not-watched = on_error() does not watch this program ({ $error })
told-inside = record() inside record(): one recording at a time; this block is a part of the film of the outer one
told-not-recorded = this block is not recorded ({ $error })
told-no-film = there is no film of this block ({ $error })
told-late = the film is not looked through for { $kinds }: that took too long
told-old-torch = PyTorch { $found } is older than { $oldest }, the oldest version that Gradreel is tested with: films may lack something
told-training-film = the film of training step { $step } is { $path }
told-training-no-film = there is no film of training step { $step } ({ $error })
told-training-not-recorded = this training is not recorded ({ $error })
