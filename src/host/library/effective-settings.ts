import type { Env, Overrides } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { Settings, SettingsSource } from '../../protocol/settings.ts'
import { findPolicy } from '../settings/find-policy.ts'
import { gatherSettings } from '../settings/gather-settings.ts'
import { findStart } from '../start.ts'
import { libraryVersion } from './open-host.ts'

/** What counts in a directory when all settings files are joined. */
export interface EffectiveSettings {
  readonly settings: Settings
  /** Permission rules, each with the file it comes from. */
  readonly rules: readonly Rule[]
  /** Whether what comes with the folder counts. */
  readonly trusted: boolean
  readonly warnings: readonly LocalizedText[]
}

export interface SettingsRequest {
  readonly env: Env
  readonly cwd?: string
  readonly settingSources?: readonly Extract<SettingsSource, 'user' | 'project' | 'local'>[]
  /** A path, or JSON text. */
  readonly settings?: string
}

/** Throws HostError when they forbid to start. */
export const effectiveSettings = async ({
  env,
  cwd,
  ...given
}: SettingsRequest): Promise<EffectiveSettings> => {
  const overrides: Overrides = given
  const policy = await findPolicy({ env, version: libraryVersion })
  const start = findStart({ env, policy, ...(cwd === undefined ? {} : { cwd }) })
  const { settings, rules, trusted, warnings } = gatherSettings(overrides, { ...start, env })
  return { settings, rules, trusted, warnings }
}
