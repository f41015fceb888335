import type { PullRequestAddress } from '../../features/pull-requests/address.ts'
import { type Change, knownOf } from '../../features/pull-requests/changes.ts'
import { type FollowedForge, nextLookMs } from '../../features/pull-requests/followed.ts'
import { ForgeError } from '../../features/pull-requests/forge-error.ts'
import { checksState, type Snapshot } from '../../features/pull-requests/snapshot.ts'
import { escapeProse } from '../../lib/escape-text.ts'
import { prCommandText } from '../../protocol/messages/cli/pull-requests.ts'
import { pullRequestText } from '../../protocol/messages/engine/pull-requests.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

export interface Asked {
  readonly which: string
  readonly fix: boolean
  readonly push: boolean
  readonly usd: number
  readonly rounds: number
  readonly minutes: number
  readonly options: RunOptions
}

/** What follows a pull request in this run. */
export interface Watching {
  readonly asked: Asked
  readonly address: PullRequestAddress
  readonly forge: FollowedForge
  readonly deps: SessionsDeps
  readonly signal: AbortSignal
  /** When nothing more is waited for. */
  readonly until: number
  readonly pollMs: number
  say(text: LocalizedText): Promise<void>
}

export const isOpen = ({ state }: Snapshot): boolean => state === 'open'

export const sayStanding = async ({ address, say }: Watching, now: Snapshot): Promise<void> =>
  await say(
    prCommandText('standing', {
      name: address.name,
      title: escapeProse(now.title, 120),
      state: pullRequestState(now.state),
      checks: prCommandText(`checks_${checksState(now.checks)}`),
    }),
  )

const pullRequestState = (state: Snapshot['state']): LocalizedText =>
  state === 'open' ? prCommandText('open') : pullRequestText(state)

/** Waits until something happened, says what, and answers how it stands then. Throws ExitError when time is up. */
export const nextChange = async (at: Watching, before: Snapshot): Promise<Snapshot> => {
  const known = knownOf(before)
  let [quiet, failures] = [0, 0]
  for (;;) {
    await pause(at, { quiet, failures })
    try {
      const now = await at.forge.read(at.signal)
      failures = 0
      const changes = await at.forge.since(known, now, at.signal)
      for (const change of changes) await at.say(sayChange(change))
      if (changes.length > 0 || checksState(now.checks) !== checksState(before.checks)) return now
      quiet++
    } catch (error) {
      if (!(error instanceof ForgeError) || error.kind === 'gone' || error.kind === 'refused') throw error
      if (failures++ === 0) at.deps.warn(error.localized)
    }
  }
}

const pause = async (
  { forge, pollMs, until, signal }: Watching,
  how: { readonly quiet: number; readonly failures: number },
): Promise<void> => {
  const now = Date.now()
  if (now >= until) throw new ExitError(1, prCommandText('out_of_time'))
  const ms = Math.min(nextLookMs({ pollMs, ...how, waitUntil: forge.waitUntil, now }), until - now)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const sayChange = (change: Change): LocalizedText => {
  switch (change.kind) {
    case 'pushed':
      return pullRequestText(change.forced ? 'forced' : 'pushed')
    case 'failed':
      return pullRequestText('failed', { check: escapeProse(change.check.name, 120) })
    case 'remark':
      return pullRequestText('remark', { by: escapeProse(change.remark.by, 60) })
    default:
      return pullRequestText(change.kind)
  }
}
