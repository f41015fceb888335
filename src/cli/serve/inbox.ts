import { isSigned, nudgeIn, TakenDeliveries } from '../../features/pull-requests/webhook.ts'
import type { Inbox } from '../../frontends/serve/serve-options.ts'
import { errorText } from '../../lib/error-text.ts'
import type { FleetJobs } from '../../protocol/agents/fleet-work.ts'
import type { ForgeSettings } from '../../protocol/agents/pull-requests.ts'
import type { Env, Host } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { Triggers } from './triggers.ts'

interface InboxAt {
  readonly env: Env
  readonly configHome: string
  readonly host: Pick<Host, 'sessions'>
  fleet?(): Promise<FleetJobs>
  log(text: string): void
}

const MAX_BYTES = 5_000_000

/** Forges say here that something happened; every session of the server that follows it looks for itself. */
export const createInbox = (
  { pullRequests, serve }: Pick<Settings, 'pullRequests' | 'serve'>,
  at: InboxAt,
): Inbox => {
  const { env, host, log } = at
  const triggers = new Triggers(serve?.triggers ?? [], { ...at, now: () => Date.now() })
  const taken = new TakenDeliveries()
  const all = pullRequests?.enabled ? (pullRequests.forges ?? []) : []
  const forges = all.filter(forge => secretOf(forge, env) !== '')
  return {
    maxBytes: MAX_BYTES,
    begin: open => triggers.begin(open),
    async receive(asked) {
      const { path, headers, body } = asked
      if (path.startsWith('trigger/')) return await triggers.receive(path.slice('trigger/'.length), asked)
      const forge = forges.find(each => path === `forge/${each.host.toLowerCase()}`)
      if (!forge) return 'unknown'
      const delivery = { kind: forge.kind, headers, body }
      if (!isSigned(delivery, secretOf(forge, env), Date.now())) return 'forged'
      const nudge = taken.take(delivery) ? nudgeIn(forge.kind, body) : undefined
      if (!nudge) return 'taken'
      for (const { engine } of host.sessions())
        engine
          .send({ type: 'look_at_pull_requests', host: forge.host.toLowerCase(), ...nudge })
          .catch((error: unknown) => log(`hooks: ${errorText(error)}`))
      return 'taken'
    },
  }
}

const secretOf = ({ webhookSecretEnv }: ForgeSettings, env: Env): string =>
  webhookSecretEnv === undefined ? '' : (env[webhookSecretEnv] ?? '').trim()
