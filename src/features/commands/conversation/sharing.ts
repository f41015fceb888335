import type { KeptOut } from '../../../lib/git/keep-out-of-git.ts'
import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { grouped } from '../columns.ts'

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

type ShareRequest = UiRequest & { readonly kind: 'share' }

const SHARE_USAGE = 'Usage: /share [2h | 7d] | list | end [id]'
const HOURS = { m: 1 / 60, h: 1, d: 24 } as const
const MOST_HOURS = 30 * 24

export const shareCommand: Command = {
  name: 'share',
  description: 'Make a link to watch this session, which can do nothing else; list or end such links',
  argumentHint: '[2h | 7d] | list | end [id]',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args) {
    return {
      kind: 'ui',
      request: readArgs(args.trim()),
      text: 'Sharing needs a session that is served. Use /remote-control in a terminal, or run "capstan serve".',
    }
  },
}

const readArgs = (args: string): ShareRequest => {
  if (args === '') return { kind: 'share', action: 'create' }
  const [word = '', id, ...rest] = args.split(/\s+/)
  if (rest.length > 0) throw new OpError(SHARE_USAGE)
  if (word === 'end') return { kind: 'share', action: 'end', ...(id === undefined ? {} : { id }) }
  if (id !== undefined) throw new OpError(SHARE_USAGE)
  if (word === 'list') return { kind: 'share', action: 'list' }
  const [, count, unit] = /^(\d{1,4})(m|h|d)$/.exec(word) ?? []
  if (count === undefined) throw new OpError(SHARE_USAGE)
  const hours = Number(count) * HOURS[unit as keyof typeof HOURS]
  if (hours === 0 || hours > MOST_HOURS) throw new OpError('A link to watch lasts at most 30 days.')
  return { kind: 'share', action: 'create', hours }
}

export const remoteControlCommand: Command = {
  name: 'remote-control',
  aliases: ['rc'],
  description: 'Follow and control this session from a browser or another terminal; off stops that',
  argumentHint: '[off]',
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args) {
    const word = args.trim()
    if (word !== '' && word !== 'on' && word !== 'off') throw new OpError('Usage: /remote-control [off]')
    return {
      kind: 'ui',
      request: { kind: 'remote_control', how: word === 'off' ? 'off' : 'on' },
      text: 'Remote control needs a session in a terminal. For others, run "capstan serve".',
    }
  },
}
