import type { Provider } from '../../features/models/providers/provider.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import { sendChosen } from '../../lib/network/send-chosen.ts'
import type { Env } from '../../protocol/host.ts'
import { isOn } from '../environment.ts'
import { keySchemeOf } from '../providers/known-providers.ts'
import { addressOf } from '../providers/provider-credential.ts'

const TIMEOUT_MS = 5000
const MOST_SAID = 200
const MOST_READ = 64 * 1024

export type KeyVerdict = 'valid' | 'unknown' | { readonly said: string }

/**
 * What the provider says of a key: nothing is asked of a model, so nothing is paid. `unknown`: it could not be asked, or
 * the person wants no request that nobody needs.
 */
export const checkKey = async (
  key: string,
  provider: Provider,
  { env, timeoutMs = TIMEOUT_MS }: { readonly env: Env; readonly timeoutMs?: number },
): Promise<KeyVerdict> => {
  const path = pathOf(provider)
  if (path === null || isOn(env, 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC')) return 'unknown'
  try {
    const { status, text } = await sendChosen({
      // A stored key goes to its own address only, whatever the environment says of another.
      url: new URL(`${(provider.endpoint.url || addressOf(provider, env)).replace(/\/+$/, '')}${path}`),
      method: 'GET',
      headers: {
        'user-agent': 'capstan',
        ...(provider.protocol === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}),
        ...keySchemeOf(provider).headers(key),
      },
      proxy: proxyFromEnv(env),
      signal: AbortSignal.timeout(timeoutMs),
      maxBytes: MOST_READ,
    })
    return verdictOn(status, saidIn(text))
  } catch {
    // No network, a proxy that says no, no address, or too slow: the first request will tell.
    return 'unknown'
  }
}

const pathOf = ({ keyCheck, protocol }: Provider): string | null => {
  if (keyCheck !== undefined) return keyCheck
  if (protocol === 'anthropic') return '/v1/models?limit=1'
  if (protocol === 'gemini') return '/v1beta/models?pageSize=1'
  return protocol === 'bedrock' || protocol === 'vertex' ? null : '/models'
}

const verdictOn = (status: number, said: string | undefined): KeyVerdict => {
  if (status >= 200 && status < 300) return 'valid'
  // A key that may do some things only is good for those.
  if (status === 403 && /scope|permission/i.test(said ?? '')) return 'unknown'
  const isBadKey =
    status === 400 && /api.?key/i.test(said ?? '') && /invalid|not valid|incorrect/i.test(said ?? '')
  return status === 401 || status === 403 || isBadKey ? { said: said ?? `status ${status}` } : 'unknown'
}

const saidIn = (text: string): string | undefined => {
  try {
    const body: unknown = JSON.parse(text)
    const { error, message } = (body ?? {}) as Readonly<Record<string, unknown>>
    const said =
      typeof error === 'string' ? error : ((error as { message?: unknown } | null)?.message ?? message)
    if (typeof said === 'string' && said !== '') return said.slice(0, MOST_SAID).replace(/[.\s]+$/, '')
  } catch {
    // Not JSON: a gateway's page says less than its status.
  }
  return undefined
}
