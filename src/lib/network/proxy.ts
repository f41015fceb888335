export interface ProxySettings {
  /** Proxy for `http:` targets. */
  readonly http?: string | undefined
  /** Proxy for `https:` targets. */
  readonly https?: string | undefined
  /** Comma separated hosts that are reached directly: `*`, `example.org`, `.example.org`, `host:port`. */
  readonly no?: string | undefined
}

/** What the usual variables say, in either spelling. */
export const proxyFromEnv = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Partial<Record<'http' | 'https' | 'no', string>>> => {
  const either = (name: string): string | undefined => env[name] || env[name.toLowerCase()] || undefined
  const [http, https, no] = [either('HTTP_PROXY'), either('HTTPS_PROXY'), either('NO_PROXY')]
  return { ...(http ? { http } : {}), ...(https ? { https } : {}), ...(no ? { no } : {}) }
}

/** The proxy a target goes through, `none` for a direct connection, `invalid` when the setting is no address. */
export const findProxy = (target: URL, settings: ProxySettings): URL | 'none' | 'invalid' => {
  const named = target.protocol === 'https:' ? settings.https : settings.http
  if (named === undefined || named.trim() === '' || isExempt(target, settings.no ?? '')) return 'none'
  const text = named.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const proxy = URL.canParse(address) ? new URL(address) : undefined
  return proxy?.protocol === 'http:' || proxy?.protocol === 'https:' ? proxy : 'invalid'
}

const isExempt = (target: URL, list: string): boolean => {
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = target.port || (target.protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter(entry => entry !== '')
    .some(entry => matchesEntry(entry.toLowerCase(), host, port))
}

const matchesEntry = (entry: string, host: string, port: string): boolean => {
  if (entry === '*') return true
  const [, name = entry, wantedPort] =
    /^\[?(.*?)\]?(?::(\d+))?$/.exec(isBareIpv6(entry) ? `[${entry}]` : entry) ?? []
  if (wantedPort !== undefined && wantedPort !== port) return false
  const suffix = name.replace(/^\*?\./, '')
  return host === suffix || host.endsWith(`.${suffix}`)
}

const isBareIpv6 = (entry: string): boolean => !entry.startsWith('[') && entry.split(':').length > 2

/** `Proxy-Authorization` for a proxy address that carries a user. */
export const proxyCredentials = (proxy: URL): Readonly<Record<string, string>> => {
  if (proxy.username === '' && proxy.password === '') return {}
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
