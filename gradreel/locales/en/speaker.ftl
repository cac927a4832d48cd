### What the speaker sees while presenting.

speaker-step = Step { $step } of { $steps }
speaker-next = Next
speaker-last = This is the last moment.
speaker-nothing = Nothing is written for the speaker at this step.
