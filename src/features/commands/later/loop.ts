import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const LEAST_SECONDS = 60
const MOST_SECONDS = 7 * 86_400

export const loop: Pick<Command, 'run'> = {
  async run(args) {
    const [, count, unit, what = ''] = /^(?:(\d+)\s*([smhd])(?:\s+|$))?([\s\S]*)$/.exec(args.trim()) ?? []
    if (what.trim() === '')
      throw new OpError('Say what to repeat: /loop 5m check whether the deployment is done')
    const seconds = count === undefined ? undefined : Number(count) * (UNITS[unit ?? 's'] ?? 1)
    if (seconds !== undefined && (seconds < LEAST_SECONDS || seconds > MOST_SECONDS))
      throw new OpError('The interval of /loop is at least 1 minute (60s, 1m) and at most 7 days (7d).')
    return { kind: 'submit', text: promptFor(what.trim(), seconds) }
  },
}

const promptFor = (what: string, seconds: number | undefined): string => {
  const pause =
    seconds === undefined
      ? 'as long as makes sense for what you are waiting for, between 1 minute and 1 hour'
      : `${seconds} seconds`
  return `Do this again and again until it is done: ${what}

Each round: do it, then say in one or two lines what you found and what changed since the round before. If it is done, or cannot be done any more, stop and tell me so. Otherwise wait ${pause} with the Sleep tool (several calls where one is not long enough; to wait for a background task use TaskOutput) and begin the next round.

Do not stop because nothing has changed. Stop and ask me when something went wrong that another round will not mend, or when the same error came three times.`
}
