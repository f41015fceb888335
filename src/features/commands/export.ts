import type { KeptOut } from '../../lib/git/keep-out-of-git.ts'
import type { Command } from '../../protocol/command.ts'
import { grouped } from './columns.ts'

export const exportCommand: Command = {
  name: 'export',
  description: 'Export the conversation without secrets: .md, .html or .json',
  argumentHint: '[file]',
  group: 'conversation',
  headless: true,
  beside: true,
  panel: { name: 'export', when: 'bare' },
  async run(args, { exportTo }) {
    const { path, bytes, git } = await exportTo(args === '' ? undefined : args)
    return {
      kind: 'shown',
      text: `Wrote ${path} (${grouped(bytes / 1024)} KB).${GIT[git]} Review it before sharing.`,
    }
  },
}

/** Whether it could end up in a commit. */
const GIT: Readonly<Record<KeptOut, string>> = {
  outside: '',
  excluded: ' Git ignores it (.git/info/exclude).',
  failed: ' Git may still offer it for a commit.',
}
