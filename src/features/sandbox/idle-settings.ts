import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { sandboxSettingText } from '../../protocol/messages/permissions/sandbox-settings.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { CredentialVault } from './credentials/credential-vault.ts'
import { maskProblems } from './credentials/mask-problems.ts'
import { asksAbout, networkOf } from './network-of.ts'

type Row = readonly [boolean, LocalizedText]

const onlyOnMac = (
  { enableWeakerNetworkIsolation, allowAppleEvents, network }: SandboxSettings,
  platform: string,
): readonly Row[] =>
  (
    [
      ['enableWeakerNetworkIsolation', enableWeakerNetworkIsolation === true],
      ['allowAppleEvents', allowAppleEvents === true],
      ['network.allowMachLookup', (network?.allowMachLookup ?? []).length > 0],
    ] as const
  ).map(([key, isSet]) => [isSet && platform !== 'darwin', sandboxSettingText('only_macos', { key })])

/** Settings that are set and change nothing here, each in a sentence. */
export const idleSettings = (settings: SandboxSettings, platform: string): readonly LocalizedText[] => {
  const { network = {}, filesystem = {} } = settings
  const isSet = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0
  const vault = new CredentialVault(settings, { canMaskFiles: true })
  const own = network.httpProxyPort !== undefined || network.socksProxyPort !== undefined
  const rows: readonly Row[] = [
    [network.strictAllowlist === false && !asksAbout(network), sandboxSettingText('strict_allowlist')],
    [isSet(vault.names('files')) && platform === 'darwin', sandboxSettingText('masked_files')],
    ...onlyOnMac(settings, platform),
    [network.allowLocalBinding === true && platform !== 'darwin', sandboxSettingText('local_binding')],
    [own && networkOf(settings) === 'hosts', sandboxSettingText('proxy_ports')],
    [networkOf(settings) === 'own proxies' && isSet(network.allowedDomains), sandboxSettingText('own_proxy')],
    [
      filesystem.disabled === true && settings.autoAllowBashIfSandboxed === true,
      sandboxSettingText('auto_allow'),
    ],
    [
      settings.allowAppleEvents === true &&
        settings.autoAllowBashIfSandboxed === true &&
        platform === 'darwin',
      sandboxSettingText('auto_allow_events'),
    ],
  ]
  return [...rows.flatMap(([applies, text]) => (applies ? [text] : [])), ...maskProblems(settings, vault)]
}
