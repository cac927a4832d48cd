### What the speaker sees while presenting.

speaker-step = 第 { $step } / { $steps } 步
speaker-next = 下一个要点
speaker-last = 这是最后一个要点。
speaker-nothing = 这一步没有写给演讲者的内容。
