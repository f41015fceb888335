import type { Command } from '../../../protocol/command.ts'
import { described } from '../described.ts'

export const initCommand: Command = {
  ...described('init'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args, host) {
    const { afterEditRows } = await import('./after-edit-rows.ts')
    // As a skill it is asked for its prompt alone.
    const { place }: Partial<typeof host> = host
    const rows = place ? afterEditRows(place.resolve('.')) : []
    const fitting =
      rows.length === 0 ? [] : [`By its files, these would fit this project: ${JSON.stringify(rows)}`]
    const more = args === '' ? [] : [`Pay attention to: ${args}`]
    return { kind: 'submit', text: [INIT_PROMPT, ...fitting, ...more].join('\n\n') }
  },
}

const INIT_PROMPT = `Write AGENTS.md at the root of this project, for an assistant that has never seen it and reads it at the start of every session.

Look first: the readme, the manifest and build files, the continuous integration, the tests, instruction files of other tools, and enough of the code to know how it hangs together. If AGENTS.md or CLAUDE.md is there already, improve it in place, and keep what people wrote.

It should hold, and nothing else:
- the commands to install, build, run, check and test, among them how to run a single test; only ones you have seen in the project, and tried where that is cheap and safe;
- how the code is laid out, as far as that is not plain from the names: what depends on what, where to add the usual things;
- rules that this project keeps and others do not: style beyond the formatter, names, errors, tests, commits;
- what has surprised you, or would.

Leave out what anyone knows, what the code says at a glance, lists of files, praise and hopes. Be exact and short: less than 60 lines is good. Then tell me in three sentences what you put in and what you could not find out.

If the project has a formatter or a linter of its own (scripts of package.json, prettier, biome, eslint, ruff, black, gofmt, clippy, …) and .capstan/settings.json has no "afterEdit" yet, show me rows for it that I can take over, and don't write them yourself: {"afterEdit": [{"glob": "*.ts", "run": "npx prettier --write {file}", "kind": "format"}]} with "kind" format, lint or test, {file} for the path, and only commands that you have seen in the project.`

export const skillifyCommand: Command = {
  ...described('skillify'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what = args === '' ? 'what we did in this conversation that is worth repeating' : args
    return { kind: 'submit', text: `Make a skill of: ${what}\n\n${SKILL_PROMPT}` }
  },
}

const SKILL_PROMPT = `A skill is a directory with a SKILL.md that a later session follows without knowing this conversation. Write one from what really happened here: the steps that worked, the corrections I made, the commands and files that mattered. Leave out detours, and everything that was true only today.

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
