import type { Command } from '../../../protocol/command.ts'

export const skillify: Pick<Command, 'run'> = {
  async run(args) {
    const what = args === '' ? 'what we did in this conversation that is worth repeating' : args
    return { kind: 'submit', text: `Make a skill of: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `A skill is a directory with a SKILL.md that a later session follows without knowing this conversation. Write one from what really happened here: the steps that worked, the corrections I made, the commands and files that mattered. Leave out detours, and everything that was true only today.

1. Tell me in a few lines what the skill would do, its name (short, lower case, hyphens), when it should be used, and what it takes as arguments. Ask what you cannot know: for this project (.capstan/skills/<name>/SKILL.md) or for me everywhere (~/.capstan/skills/<name>/SKILL.md), and whether the model may call it by itself or only I do.
2. Write it:
---
description: What it does, then when to use it, in the words people would use (it is all the model sees until it loads the skill)
argument-hint: "[what]"
allowed-tools: only what it needs and may run without a question, such as Bash(npm test *)
---
Then the steps as orders, in order, each with how to know that it worked and what to do when it did not. $ARGUMENTS stands for what it is called with; !\`command\` at the beginning of a line puts the output of a command there. Long reference goes into files beside it, named in the text. Less than 100 lines.
3. Read it as somebody who was not here: could they follow it? Mend what they would stumble over.
4. Show me the file, and how to call it: /<name>.`
