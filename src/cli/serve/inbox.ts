import { isSigned, nudgeIn, TakenDeliveries } from '../../features/pull-requests/webhook.ts'
import type { Inbox } from '../../frontends/serve/serve-options.ts'
import { errorText } from '../../lib/error-text.ts'
import type { ForgeSettings } from '../../protocol/agents/pull-requests.ts'
import type { Env, Host } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

interface InboxAt {
  readonly env: Env
  readonly host: Pick<Host, 'sessions'>
  log(text: string): void
}

const MAX_BYTES = 5_000_000

/** Forges say here that something happened; every session of the server that follows it looks for itself. */
export const createInbox = (
  { pullRequests }: Pick<Settings, 'pullRequests'>,
  { env, host, log }: InboxAt,
): Inbox => {
  const taken = new TakenDeliveries()
  const forges = (pullRequests?.forges ?? []).filter(forge => secretOf(forge, env) !== '')
  return {
    maxBytes: MAX_BYTES,
    async receive({ path, headers, body }) {
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
