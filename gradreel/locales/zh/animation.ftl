### What is written on the frames of a GIF or a video.

animation-step = 第 { $step } 步，共 { $steps } 步
animation-part = 第 { $step } 步，共 { $steps } 步 · 显示 { $shown } 步
