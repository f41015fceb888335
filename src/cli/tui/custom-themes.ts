import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readBoundedJson } from '../../features/plugins/format/read-bounded-json.ts'
import { readPlugin } from '../../features/plugins/format/read-plugin.ts'
import { readRecords } from '../../features/plugins/store/records.ts'
import { parseId } from '../../features/plugins/store/store-paths.ts'
import type { CustomThemeChoice } from '../../frontends/tui/ports/settings-port.ts'
import { type CustomTheme, readCustomTheme } from '../../frontends/tui/theme/custom-theme.ts'
import type { PluginSettings } from '../../host/plugins/plugin-settings.ts'
import type { Env } from '../../protocol/host.ts'

export interface ThemeDirectories {
  readonly configHome: string
  readonly home: string
  readonly env: Env
  readonly plugins: Pick<PluginSettings, 'enabled'>
}

const ENDING = '.json'

/** The theme that a setting names; undefined when there is none that can be read. */
export const findCustomTheme = (choice: string, places: ThemeDirectories): CustomTheme | undefined => {
  const file = themeFiles(places).find(({ value }) => value === choice)?.file
  return file === undefined ? undefined : readTheme(file)
}

export const listCustomThemes = (places: ThemeDirectories): readonly CustomThemeChoice[] =>
  themeFiles(places).flatMap(({ value, file }) => {
    const theme = readTheme(file)
    return theme ? [{ value, ...theme }] : []
  })

const readTheme = (file: string): CustomTheme | undefined => {
  const read = readBoundedJson(file)
  return read.kind === 'json' ? readCustomTheme(read.value, basename(file, ENDING)) : undefined
}

interface ThemeFile {
  readonly value: `custom:${string}`
  readonly file: string
}

/** Ours before those of the program these conventions come from, and both before those of plugins. */
const themeFiles = ({ configHome, home, env, plugins }: ThemeDirectories): readonly ThemeFile[] => {
  const folders = [join(configHome, 'themes')]
  if (env['CAPSTAN_COMPAT'] !== '0') folders.push(join(home, '.claude', 'themes'))
  const own = folders.flatMap(filesIn).map(file => ({ value: `custom:${slugOf(file)}` as const, file }))
  const enabled = Object.values(readRecords(configHome).plugins).filter(
    ({ id }) => plugins.enabled[id] === true,
  )
  const lent = enabled.flatMap(({ id, path }) => {
    const read = readPlugin(path)
    if (read.kind !== 'plugin') return []
    return read.plugin.themes
      .flatMap(each => (each.endsWith(ENDING) ? [each] : filesIn(each)))
      .map(file => ({ value: `custom:${parseId(id).name}:${slugOf(file)}` as const, file }))
  })
  return [...own, ...lent]
}

const slugOf = (file: string): string => basename(file, ENDING)

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith(ENDING))
      .sort()
      .map(name => join(folder, name))
  } catch {
    // Most have no such folder.
    return []
  }
}
