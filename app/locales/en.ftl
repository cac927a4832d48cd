### Every sentence a reader sees. Used by Python (fluent.runtime) and by the page (@fluent/bundle) alike.
### One section per owner; keys are lower-case words joined by hyphens and start with the section's word.

## page: chrome of the playground

## step: the narration, one message per kind of event

## stage: words drawn on the stage

## failure: how a run was stopped, and hints

## diagnosis: what went wrong, and fixes

## example: titles and sentences of the built-in programs
