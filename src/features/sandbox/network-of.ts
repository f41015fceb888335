import type { SandboxSettings } from '../../protocol/settings.ts'

/** What commands have of the network: nothing, the hosts our proxy lets through, or what the person's own proxies do. */
export const networkOf = ({ network = {} }: SandboxSettings): 'none' | 'hosts' | 'own proxies' => {
  if (network.httpProxyPort !== undefined || network.socksProxyPort !== undefined)
    return network.deniedDomains?.length ? 'hosts' : 'own proxies'
  return network.allowedDomains?.length || asksAbout(network) ? 'hosts' : 'none'
}

/** Whether the person is asked about hosts that no list names. What only an administrator may allow is not theirs to allow. */
export const asksAbout = (network: NonNullable<SandboxSettings['network']>): boolean =>
  network.strictAllowlist === false && network.allowManagedDomainsOnly !== true
