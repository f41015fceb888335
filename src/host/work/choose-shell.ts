import type { Overrides } from '../../protocol/host.ts'
import type { ShellSettings } from '../../protocol/tool.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../gather-settings.ts'

/** An assistant that waits for a command hears nobody. */
const ASSISTANT_SECONDS = 15

export const chooseShell = (
  { assistant }: Pick<Overrides, 'assistant'>,
  { shell }: Pick<EnvironmentOptions, 'shell'>,
  { settings: { bashForegroundSeconds, defaultShell } }: Pick<Gathered, 'settings'>,
): ShellSettings => {
  const seconds = bashForegroundSeconds ?? (assistant ? ASSISTANT_SECONDS : undefined)
  return {
    ...shell,
    ...(seconds === undefined ? {} : { foregroundMs: seconds * 1000 }),
    ...(defaultShell === undefined ? {} : { person: defaultShell }),
  }
}
