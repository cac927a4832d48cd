### Lines on standard error about a recording, while the program goes on.

told-raised-film = backward() 报错；最后几步的影片在 { $path }
told-raised-no-film = backward() 报错，但没有得到影片（{ $error }）
told-refused-film = 自动求导拒绝了一个运算；最后几步的影片在 { $path }
told-refused-no-film = 自动求导拒绝了一个运算，但没有得到影片（{ $error }）
told-elsewhere = { $error } 影片改写到了临时文件夹。
told-non-finite-film = backward() 得到了 NaN 或无穷大的梯度；最后几步的影片在 { $path }
told-non-finite-no-film = backward() 得到了 NaN 或无穷大的梯度，但没有得到影片（{ $error }）
told-not-watched = on_error() 没有在监视这个程序（{ $error }）
told-inside = record() 里面又有 record()：同一时间只有一次记录，这一段属于外层的影片
told-not-recorded = 这一段没有被记录（{ $error }）
told-no-film = 这一段没有得到影片（{ $error }）
told-late = 没有在影片中检查 { $kinds }：耗时太长
told-old-torch = PyTorch { $found } 早于 { $oldest }，后者是 Gradreel 测试过的最老版本：影片里可能缺少一些内容
told-training-film = 第 { $step } 个训练步的影片在 { $path }
told-training-no-film = 第 { $step } 个训练步没有得到影片（{ $error }）
told-training-not-recorded = 这次训练没有被记录（{ $error }）
