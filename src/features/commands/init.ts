import type { Command } from '../../protocol/command.ts'

export const initCommand: Command = {
  name: 'init',
  description: 'Create an AGENTS.md that describes this project for later sessions',
  argumentHint: '[what to pay attention to]',
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    return { kind: 'submit', text: args === '' ? PROMPT : `${PROMPT}\n\nPay attention to: ${args}` }
  },
}

const PROMPT = `Write AGENTS.md at the root of this project, for an assistant that has never seen it and reads it at the start of every session.

Look first: the readme, the manifest and build files, the continuous integration, the tests, instruction files of other tools, and enough of the code to know how it hangs together. If AGENTS.md or CLAUDE.md is there already, improve it in place, and keep what people wrote.

It should hold, and nothing else:
- the commands to install, build, run, check and test, among them how to run a single test; only ones you have seen in the project, and tried where that is cheap and safe;
- how the code is laid out, as far as that is not plain from the names: what depends on what, where to add the usual things;
- rules that this project keeps and others do not: style beyond the formatter, names, errors, tests, commits;
- what has surprised you, or would.

Leave out what anyone knows, what the code says at a glance, lists of files, praise and hopes. Be exact and short: less than 60 lines is good. Then tell me in three sentences what you put in and what you could not find out.`
