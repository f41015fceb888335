import { compareVersions } from '../lib/compare-versions.ts'
import { HostError } from '../protocol/host.ts'
import type { Gathered } from './settings/gather-settings.ts'

/** Throws HostError where an administrator wants a newer program; warns where anybody else does. */
export const checkVersion = (
  version: string,
  { settings, requiredVersion }: Pick<Gathered, 'settings' | 'requiredVersion'>,
  warn: (text: string) => void,
): void => {
  if (requiredVersion !== undefined && compareVersions(version, requiredVersion) < 0)
    throw new HostError(
      'settings',
      `This is Capstan ${version}, and your administrator requires ${requiredVersion} or newer ("requiredMinimumVersion"). Run "capstan update", then start again.`,
    )
  const { minimumVersion } = settings
  if (minimumVersion !== undefined && compareVersions(version, minimumVersion) < 0)
    warn(
      `This is Capstan ${version}; your settings ask for ${minimumVersion} or newer ("minimumVersion"). Run "capstan update" when you can.`,
    )
}
