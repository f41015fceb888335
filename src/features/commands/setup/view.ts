import type { Command } from '../../../protocol/command.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { OpError } from '../../../protocol/op.ts'
import { described } from '../described.ts'

/** A command that only changes what the screen shows. */
const viewCommand = (name: Parameters<typeof described>[0]): Command => ({
  ...described(name),
  group: 'setup',
  headless: false,
  beside: true,
  async run(args) {
    const request = { kind: 'set_view', name, ...(args === '' ? {} : { value: args }) } as const
    return { kind: 'ui', request, text: usageAnswer('interactive_only') }
  },
})

export const vimCommand = viewCommand('vim')

export const verboseCommand = viewCommand('verbose')

export const focusCommand = viewCommand('focus')

export const briefCommand = viewCommand('brief')

export const colorCommand = viewCommand('color')

/** Without words it goes from off to on and back. */
export const voiceCommand: Command = {
  ...described('voice'),
  group: 'setup',
  headless: false,
  beside: true,
  async run(args) {
    const value = args.trim()
    if (!['', 'on', 'off', 'hold', 'tap'].includes(value))
      throw new OpError(usageAnswer('usage', { usage: '/voice [on|off|hold|tap]' }))
    const request = { kind: 'set_view', name: 'voice', ...(value === '' ? {} : { value }) } as const
    return { kind: 'ui', request, text: usageAnswer('interactive_only') }
  },
}

export const buddyCommand: Command = {
  ...described('buddy'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args) {
    const value = args.trim()
    if (!['', 'on', 'off'].includes(value))
      throw new OpError(usageAnswer('usage', { usage: '/buddy [on|off]' }))
    const request = { kind: 'set_view', name: 'buddy', ...(value === '' ? {} : { value }) } as const
    return { kind: 'ui', request, text: usageAnswer('interactive_only') }
  },
}
