import { LIMITS } from '../../features/plugins/fetch/unpacked.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { get } from '../../lib/network/get.ts'
import { NetworkError } from '../../lib/network/network-error.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import type { Env } from '../../protocol/host.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import { clause } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

const TIMEOUT_MS = 120_000
const REDIRECTS = 5

/** The bytes behind an https address, over a few redirects at most. Throws PluginError. */
export const download = async (address: string, env: Env): Promise<Uint8Array> => {
  const failed = (reason: Text): PluginError =>
    new PluginError('failed', pluginText('download_failed', { url: address, reason }))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const proxy = proxyFromEnv(env)
  let url = URL.canParse(address) ? new URL(address) : undefined
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    if (url?.protocol !== 'https:') throw failed(pluginText('only_https'))
    try {
      const { status, headers, body } = await get({
        url,
        headers: { accept: '*/*', 'user-agent': 'capstan' },
        open: [],
        signal,
        maxBytes: LIMITS.packedBytes,
        proxy,
      })
      if (status === 200) return body
      const next: string | undefined = headers.location
      if (status < 300 || status >= 400 || next === undefined) throw failed(pluginText('status', { status }))
      url = URL.canParse(next, url) ? new URL(next, url) : undefined
    } catch (error) {
      if (error instanceof NetworkError) throw failed(clause(error.clause))
      throw error
    }
  }
  throw failed(pluginText('redirected'))
}
