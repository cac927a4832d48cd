### What is written on the frames of a GIF or a video.

animation-step = Step { $step } of { $steps }
animation-part = Step { $step } of { $steps } · { $shown } shown
