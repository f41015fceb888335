import { matchesHost } from '../../../lib/network/match-host.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { SandboxSettings } from '../../../protocol/settings.ts'
import { hostPattern } from '../host-list.ts'
import { asksAbout, networkOf } from '../network-of.ts'
import type { CredentialVault } from './credential-vault.ts'

const says = modelTexts('sandbox_masks', {
  encrypted: {
    en: 'Commands in the sandbox see placeholders of {names:list}, and requests leave with these: the proxy reads only what is not encrypted. Set sandbox.network.tlsTerminate to {} to have the credentials put in.',
    zh: '沙箱中的命令只能看到 {names:list} 的占位符，请求发出时仍是占位符：代理只能读取未加密的内容。要填入凭据，请将 sandbox.network.tlsTerminate 设为 {}。',
  },
  ownProxies: {
    en: "Commands in the sandbox see placeholders of {names:list}, and requests leave with these: sandbox.network.httpProxyPort or socksProxyPort names another proxy, and only Capstan's puts credentials in.",
    zh: '沙箱中的命令只能看到 {names:list} 的占位符，请求发出时仍是占位符：sandbox.network.httpProxyPort 或 socksProxyPort 指定了其他代理，而只有 Capstan 的代理会填入凭据。',
  },
  noNetwork: {
    en: 'Commands in the sandbox see placeholders of {names:list} and have no network: sandbox.network.allowedDomains must name the hosts too.',
    zh: '沙箱中的命令只能看到 {names:list} 的占位符，且没有网络：主机也必须列在 sandbox.network.allowedDomains 中。',
  },
  unreached: {
    en: 'Masked credentials are for {hosts:list}, which commands in the sandbox cannot reach: sandbox.network.allowedDomains must name the hosts too.',
    zh: '遮盖的凭据用于 {hosts:list}，但沙箱中的命令无法访问这些主机：主机也必须列在 sandbox.network.allowedDomains 中。',
  },
  nowhere: {
    en: 'Commands in the sandbox see placeholders of {names:list}, which are put in nowhere: name hosts in "injectHosts" or in sandbox.network.allowedDomains ("*" alone does not count).',
    zh: '沙箱中的命令只能看到 {names:list} 的占位符，且不会填入任何请求：请在 "injectHosts" 或 sandbox.network.allowedDomains 中写明主机（单独的 "*" 不算）。',
  },
})

/** Masked credentials that are put in nowhere because of what settings say, in words. */
export const maskProblems = (
  settings: SandboxSettings,
  vault: Pick<CredentialVault, 'names' | 'patterns'>,
): readonly LocalizedText[] => {
  const names = vault.names('all')
  if (names.length === 0) return []
  const network = networkOf(settings)
  if (network === 'none') return [says('noNetwork', { names })]
  if (network === 'own proxies') return [says('ownProxies', { names })]
  const { credentials, network: { tlsTerminate } = {} } = settings
  if (tlsTerminate !== true && credentials?.allowPlaintextInject !== true)
    return [says('encrypted', { names })]
  const nowhere = vault.names('nowhere')
  const hosts = unreached(settings, vault.patterns)
  return [
    ...(nowhere.length === 0 ? [] : [says('nowhere', { names: nowhere })]),
    ...(hosts.length === 0 ? [] : [says('unreached', { hosts })]),
  ]
}

/** Hosts that are named and that no list lets commands reach. */
const unreached = ({ network = {} }: SandboxSettings, patterns: readonly string[]): readonly string[] => {
  if (asksAbout(network)) return []
  const allowed = (network.allowedDomains ?? []).flatMap(hostPattern)
  return patterns.filter(host => !host.includes('*') && !allowed.some(pattern => matchesHost(pattern, host)))
}
