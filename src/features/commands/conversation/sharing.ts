import type { ExcludeOutcome } from '../../../lib/git/keep-out-of-git.ts'
import { grouped } from '../../../lib/text/columns.ts'
import type { Command } from '../../../protocol/command.ts'
import { conversationAnswer } from '../../../protocol/messages/commands/conversation.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { OpError } from '../../../protocol/op.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const exportCommand: Command = {
  ...described('export'),
  group: 'conversation',
  headless: true,
  beside: true,
  panel: { name: 'export', when: 'bare' },
  async run(args, { exportTo }) {
    const { path, bytes, git } = await exportTo(args === '' ? undefined : args)
    return shown(conversationAnswer(EXPORTED[git], { path, size: grouped(bytes / 1024) }))
  },
}

/** Whether it could end up in a commit. */
const EXPORTED = {
  outside: 'exported',
  excluded: 'exported_ignored',
  failed: 'exported_offered',
} as const satisfies Record<ExcludeOutcome, string>

type ShareRequest = UiRequest & { readonly kind: 'share' }

const shareUsage = (): OpError =>
  new OpError(usageAnswer('usage', { usage: '/share [2h | 7d] | list | end [id]' }))
const HOURS = { m: 1 / 60, h: 1, d: 24 } as const
const MOST_HOURS = 30 * 24

export const shareCommand: Command = {
  ...described('share'),
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args) {
    return {
      kind: 'ui',
      request: readArgs(args.trim()),
      text: conversationAnswer('share_elsewhere'),
    }
  },
}

const readArgs = (args: string): ShareRequest => {
  if (args === '') return { kind: 'share', action: 'create' }
  const [word = '', id, ...rest] = args.split(/\s+/)
  if (rest.length > 0) throw shareUsage()
  if (word === 'end') return { kind: 'share', action: 'end', ...(id === undefined ? {} : { id }) }
  if (id !== undefined) throw shareUsage()
  if (word === 'list') return { kind: 'share', action: 'list' }
  const [, count, unit] = /^(\d{1,4})(m|h|d)$/.exec(word) ?? []
  if (count === undefined) throw shareUsage()
  const hours = Number(count) * HOURS[unit as keyof typeof HOURS]
  if (hours === 0 || hours > MOST_HOURS) throw new OpError(conversationAnswer('link_too_long'))
  return { kind: 'share', action: 'create', hours }
}

export const remoteControlCommand: Command = {
  ...described('remote_control', ['rc']),
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args) {
    const word = args.trim()
    if (word !== '' && word !== 'on' && word !== 'off')
      throw new OpError(usageAnswer('usage', { usage: '/remote-control [off]' }))
    return {
      kind: 'ui',
      request: { kind: 'remote_control', how: word === 'off' ? 'off' : 'on' },
      text: conversationAnswer('remote_elsewhere'),
    }
  },
}
