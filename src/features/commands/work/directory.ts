import type { Command } from '../../../protocol/command.ts'
import { cellText } from '../../../protocol/messages/commands/table-cells.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { lines, verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { FileChange, TurnChanges } from '../../../protocol/session/turn-changes.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const cdCommand: Command = {
  ...described('cd'),
  group: 'work',
  headless: true,
  async run(args, { engine, place }) {
    if (args === '') return shown(verbatim((await engine.query('state')).cwd))
    return shown(workAnswer('now_in', { directory: await place.changeDirectory(args) }))
  },
}

export const diffCommand: Command = {
  ...described('diff'),
  group: 'work',
  headless: true,
  beside: true,
  panel: { name: 'diff', when: 'always' },
  async run(args, { engine }) {
    const turns = await engine.query('changes')
    if (turns.length === 0) return shown(workAnswer('no_changes'))
    const count = /^\d+$/.test(args) ? Number(args) : 1
    return shown(paragraphs(turns.slice(-count).map(turnText)))
  },
}

const turnText = ({ prompt, files }: TurnChanges): LocalizedText =>
  lines([`> ${prompt}`, ...files.map(fileText)])

const fileText = ({ path, status, added, removed, diff, cut }: FileChange): LocalizedText =>
  lines([
    workAnswer('file_change', { path, status: cellText(status), added, removed }),
    diff === undefined ? workAnswer('not_text') : diff,
    ...(cut ? [workAnswer('truncated')] : []),
  ])
