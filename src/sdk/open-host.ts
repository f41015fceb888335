import type { Env } from '../protocol/host.ts'
import type { EffectiveSettings, LibraryHost, SettingsRequest } from './in-process.ts'

/** Sessions in your own process, without the program: you send ops and read events. */
export const openHost = async ({
  env = ownEnvironment(),
}: {
  /** Keys, config directory and PATH are taken from it; absent: that of your process. */
  readonly env?: Env
} = {}): Promise<LibraryHost> => {
  const { openLibraryHost } = await import('./in-process.ts')
  return openLibraryHost(env)
}

/** What counts in a directory when all settings files are joined. */
export const resolveSettings = async (request: Partial<SettingsRequest> = {}): Promise<EffectiveSettings> => {
  const { effectiveSettings } = await import('./in-process.ts')
  return await effectiveSettings({ env: ownEnvironment(), ...request })
}

/** What the program that uses the library was started with: the only place where the library looks at it. */
export const ownEnvironment = (): Env => process.env
