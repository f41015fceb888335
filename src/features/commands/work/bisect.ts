import { escapeText } from '../../../lib/escape-text.ts'
import type { Command } from '../../../protocol/command.ts'
import { bisectText } from '../../../protocol/messages/cli/bisect.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const bisectCommand: Command = {
  ...described('bisect'),
  group: 'work',
  headless: true,
  async run(args, host) {
    const command = args.trim()
    if (command === '') throw new OpError(bisectText('no_line'))
    const found = await host.bisect(command)
    if (found.kind === 'holds') return shown(bisectText('holds', { turns: found.turns }))
    if (found.kind === 'broken_before') return shown(bisectText('before'))
    const { turn, runs, prompt, diff } = found
    return shown(
      paragraphs([
        bisectText('found', { count: runs, turn }),
        verbatim(escapeText(prompt).trim().replace(/^/gm, '> ')),
        verbatim(escapeText(diff.slice(0, MAX_DIFF)).trimEnd()),
      ]),
    )
  },
}

const MAX_DIFF = 20_000
