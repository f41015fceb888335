import type { Provider } from '../../features/models/providers/provider.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { sendChosen } from '../../lib/network/send-chosen.ts'

const TIMEOUT_MS = 5000
const MOST_SAID = 200
const MOST_READ = 64 * 1024

export interface KeyCheck {
  readonly provider: Pick<Provider, 'endpoint' | 'auth'>
  readonly timeoutMs?: number
  readonly proxy?: ProxySettings
}

/** What the provider says of a key: nothing is asked of a model, so nothing is paid. `unknown`: it could not be asked. */
export const checkKey = async (
  key: string,
  { provider, timeoutMs = TIMEOUT_MS, proxy = {} }: KeyCheck,
): Promise<'valid' | 'unknown' | { readonly said: string }> => {
  const scheme = provider.auth.find(({ kind }) => kind === 'key')
  if (!scheme) return 'unknown'
  try {
    const { status, text } = await sendChosen({
      url: new URL(`${provider.endpoint.url}/v1/models?limit=1`),
      method: 'GET',
      headers: { 'anthropic-version': '2023-06-01', 'user-agent': 'capstan', ...scheme.headers(key) },
      proxy,
      signal: AbortSignal.timeout(timeoutMs),
      maxBytes: MOST_READ,
    })
    if (status >= 200 && status < 300) return 'valid'
    return status === 401 || status === 403 ? { said: saidIn(text) ?? `status ${status}` } : 'unknown'
  } catch {
    // No network, a proxy that says no, or too slow: the first request will tell.
    return 'unknown'
  }
}

const saidIn = (text: string): string | undefined => {
  try {
    const said: unknown = JSON.parse(text)?.error?.message
    if (typeof said === 'string' && said !== '') return said.slice(0, MOST_SAID)
  } catch {
    // Not JSON: a gateway's page says less than its status.
  }
  return undefined
}
