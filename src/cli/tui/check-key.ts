import type { Provider } from '../../features/models/providers/provider.ts'

const TIMEOUT_MS = 5000
const MOST_SAID = 200

export interface KeyCheck {
  readonly provider: Pick<Provider, 'endpoint' | 'auth'>
  readonly timeoutMs?: number
}

/** What the provider says of a key: nothing is asked of a model, so nothing is paid. `unknown`: it could not be asked. */
export const checkKey = async (
  key: string,
  { provider, timeoutMs = TIMEOUT_MS }: KeyCheck,
): Promise<'valid' | 'unknown' | { readonly said: string }> => {
  const scheme = provider.auth.find(({ kind }) => kind === 'key')
  if (!scheme) return 'unknown'
  try {
    const response = await fetch(`${provider.endpoint.url}/v1/models?limit=1`, {
      headers: { 'anthropic-version': '2023-06-01', 'user-agent': 'capstan', ...scheme.headers(key) },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return 'valid'
    return response.status === 401 || response.status === 403 ? { said: await saidIn(response) } : 'unknown'
  } catch {
    // No network, a proxy in between, or too slow: the first request will tell.
    return 'unknown'
  }
}

const saidIn = async (response: Response): Promise<string> => {
  const text = (await response.text()).slice(0, 64 * 1024)
  try {
    const said: unknown = JSON.parse(text)?.error?.message
    if (typeof said === 'string' && said !== '') return said.slice(0, MOST_SAID)
  } catch {
    // Not JSON: a gateway's page says less than its status.
  }
  return `status ${response.status}`
}
