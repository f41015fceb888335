import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

const NEEDS_SCREEN = 'This only works in an interactive session.'

/** A command that only changes what the screen shows. */
const viewCommand = (about: Pick<Command, 'name' | 'description' | 'argumentHint'>): Command => ({
  ...about,
  group: 'setup',
  headless: false,
  beside: true,
  async run(args) {
    const request = { kind: 'set_view', name: about.name, ...(args === '' ? {} : { value: args }) } as const
    return { kind: 'ui', request, text: NEEDS_SCREEN }
  },
})

export const vimCommand = viewCommand({
  name: 'vim',
  description: 'Turn vim mode on or off',
})

export const verboseCommand = viewCommand({
  name: 'verbose',
  description: 'Show or hide details',
})

export const focusCommand = viewCommand({
  name: 'focus',
  description: 'Show only the conversation, without tool details',
})

export const briefCommand = viewCommand({
  name: 'brief',
  description: 'Show only what the model sends you with Brief, or everything again',
  argumentHint: '[on|off]',
})

export const colorCommand = viewCommand({
  name: 'color',
  description: 'Give this session its own color',
  argumentHint: '[name]',
})

export const buddyCommand: Command = {
  name: 'buddy',
  description: 'Show or hide a small companion above the prompt',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args) {
    const value = args.trim()
    if (!['', 'on', 'off'].includes(value)) throw new OpError('Usage: /buddy [on|off]')
    const request = { kind: 'set_view', name: 'buddy', ...(value === '' ? {} : { value }) } as const
    return { kind: 'ui', request, text: NEEDS_SCREEN }
  },
}
