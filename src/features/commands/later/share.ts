import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'

type ShareRequest = UiRequest & { readonly kind: 'share' }

const USAGE = 'Usage: /share [2h | 7d] | list | end [id]'
const HOURS = { m: 1 / 60, h: 1, d: 24 } as const
const MOST_HOURS = 30 * 24

export const share: Pick<Command, 'run'> = {
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
  if (rest.length > 0) throw new OpError(USAGE)
  if (word === 'end') return { kind: 'share', action: 'end', ...(id === undefined ? {} : { id }) }
  if (id !== undefined) throw new OpError(USAGE)
  if (word === 'list') return { kind: 'share', action: 'list' }
  const [, count, unit] = /^(\d{1,4})(m|h|d)$/.exec(word) ?? []
  if (count === undefined) throw new OpError(USAGE)
  const hours = Number(count) * HOURS[unit as keyof typeof HOURS]
  if (hours === 0 || hours > MOST_HOURS) throw new OpError('A link to watch lasts at most 30 days.')
  return { kind: 'share', action: 'create', hours }
}
