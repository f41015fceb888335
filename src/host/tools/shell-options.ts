import type { ShellSettings } from '../../protocol/tool.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

export const chooseShell = (
  { shell }: Pick<EnvironmentOptions, 'shell'>,
  { settings: { bashForegroundSeconds, defaultShell } }: Pick<Gathered, 'settings'>,
): ShellSettings => {
  const seconds = bashForegroundSeconds
  return {
    ...shell,
    ...(seconds === undefined ? {} : { foregroundMs: seconds * 1000 }),
    ...(defaultShell === undefined ? {} : { person: defaultShell }),
  }
}
