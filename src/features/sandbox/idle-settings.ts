import type { SandboxSettings } from '../../protocol/settings.ts'
import { networkOf } from './network-of.ts'

/** Settings that are set and change nothing here, each in a sentence. */
export const idleSettings = (settings: SandboxSettings, platform: string): readonly string[] => {
  const { network = {}, filesystem = {} } = settings
  const isSet = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0
  const own = network.httpProxyPort !== undefined || network.socksProxyPort !== undefined
  const rows: readonly (readonly [boolean, string])[] = [
    [
      network.strictAllowlist === false,
      'sandbox.network.strictAllowlist has no effect: other domains are always blocked without asking',
    ],
    [
      settings.enableWeakerNetworkIsolation === true && platform !== 'darwin',
      'sandbox.enableWeakerNetworkIsolation has no effect: it is only for macOS',
    ],
    [
      network.allowLocalBinding === true && platform !== 'darwin',
      'sandbox.network.allowLocalBinding has no effect: on Linux commands can always listen, on a loopback of their own',
    ],
    [
      own && networkOf(settings) === 'hosts',
      'sandbox.network.httpProxyPort and socksProxyPort have no effect while deniedDomains is set: only the proxy of Capstan knows that list',
    ],
    [
      networkOf(settings) === 'own proxies' && isSet(network.allowedDomains),
      'sandbox.network.allowedDomains has no effect: your own proxy decides which domains are reached',
    ],
    [
      filesystem.disabled === true && settings.autoAllowBashIfSandboxed === true,
      'sandbox.autoAllowBashIfSandboxed has no effect while sandbox.filesystem.disabled is true: such commands could write anywhere',
    ],
  ]
  return rows.flatMap(([applies, text]) => (applies ? [text] : []))
}
