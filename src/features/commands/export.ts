import type { Command } from '../../protocol/command.ts'
import { grouped } from './columns.ts'

export const exportCommand: Command = {
  name: 'export',
  description: 'Write the conversation to a file, without secrets: .md, .html or .json',
  argumentHint: '[file]',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { exportTo }) {
    const { path, bytes } = await exportTo(args === '' ? undefined : args)
    return {
      kind: 'shown',
      text: `Wrote ${path} (${grouped(bytes / 1024)} KB). Look it over before you hand it on.`,
    }
  },
}
