import type { Command } from '../../../protocol/command.ts'
import type { FileChange, TurnChanges } from '../../../protocol/turn-changes.ts'

export const cdCommand: Command = {
  name: 'cd',
  description: 'Change the working directory',
  argumentHint: '[directory]',
  group: 'work',
  headless: true,
  async run(args, { engine, place }) {
    if (args === '') return { kind: 'shown', text: (await engine.query('state')).cwd }
    return { kind: 'shown', text: `Now working in ${await place.changeDirectory(args)}.` }
  },
}

export const diffCommand: Command = {
  name: 'diff',
  description: 'Show what each turn changed; revert single edits',
  argumentHint: '[number of turns]',
  group: 'work',
  headless: true,
  beside: true,
  panel: { name: 'diff', when: 'always' },
  async run(args, { engine }) {
    const turns = await engine.query('changes')
    if (turns.length === 0) return { kind: 'shown', text: 'No files were changed in this session.' }
    const count = /^\d+$/.test(args) ? Number(args) : 1
    return { kind: 'shown', text: turns.slice(-count).map(turnText).join('\n\n') }
  },
}

const turnText = ({ prompt, files }: TurnChanges): string =>
  [`> ${prompt}`, ...files.map(fileText)].join('\n')

const fileText = ({ path, status, added, removed, diff, cut }: FileChange): string =>
  [
    `${path}: ${status}, +${added} -${removed}`,
    ...(diff === undefined ? ['(not text)'] : [diff]),
    ...(cut ? ['(truncated)'] : []),
  ].join('\n')
