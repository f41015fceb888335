import { delimiter, join } from 'node:path'
import { readRecords } from '../../features/plugins/store/records.ts'
import type { Env } from '../../protocol/host.ts'
import type { PluginSettings } from './plugin-settings.ts'

/** Behind everything else of the path: a plugin adds programs and replaces none. */
export const programsOf = (env: Env, { enabled }: PluginSettings, configHome: string): Env => {
  const directories = Object.values(readRecords(configHome).plugins).flatMap(({ id, bin, path }) =>
    bin && enabled[id] === true ? [join(path, 'bin')] : [],
  )
  if (directories.length === 0) return env
  return { ...env, PATH: [env['PATH'] ?? '', ...directories].filter(Boolean).join(delimiter) }
}
