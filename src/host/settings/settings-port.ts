import { resolve } from 'node:path'
import type { DerivedSettings, GatheredSettings, SettingsPort } from '../../engine/options/settings-port.ts'
import { parseJsonc } from '../../features/settings/jsonc.ts'
import { loadSettings, type SettingsPaths, settingsFiles } from '../../features/settings/load.ts'
import { type ReadText, readBounded } from '../../features/settings/read-bounded.ts'
import { RecentWrites } from '../../features/settings/recent-writes.ts'
import type { SettingsTarget } from '../../features/settings/write.ts'
import type { StateDeps } from '../../features/trust/state-file.ts'
import { isObject } from '../../lib/is-object.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { Settings } from '../../protocol/settings.ts'
import { allRules, type Gathered, isManagedOnly, type SettingsOverrides } from './gather-settings.ts'
import { settingsFileOf } from './settings-file-of.ts'
import { createSettingsMemory } from './settings-memory.ts'

export interface SettingsPortOptions {
  readonly options: SettingsOverrides & Pick<Overrides, 'directories'>
  readonly gathered: Gathered
  /** As the process was started, without what settings add. */
  readonly env: Env
  readonly cwd: string
  /** The real path of a working directory; throws HostError when it is none. */
  directory(path: string): string
  /** Notices changes of the files; absent: the session does by itself. */
  readonly watch?: SettingsPort['watch']
  readonly writes?: SettingsPort['writes']
  /** What an administrator says now. */
  policy?(): SettingsPaths['policy']
  bypassRefused(settings: Settings): LocalizedText | undefined
  autoRefused?(settings: Settings): LocalizedText | undefined
  /** Keeps what the person said to changed files; absent: it is not kept. */
  readonly remember?: StateDeps
}

/** The settings files of this run, for as long as it goes on. */
export const createSettingsPort = (place: SettingsPortOptions): SettingsPort => {
  const { options, gathered, cwd } = place
  const { texts, settings, rules, managedOnly } = gathered
  let { places } = gathered
  const read = (file: string): ReadText => texts.get(file) ?? readBounded(file)
  const memory = place.remember && createSettingsMemory(gathered, place.remember)
  const fileOf = settingsFileOf({
    configHome: places.profileHome ?? places.configHome,
    cwd,
    localDir: places.localDir,
  })
  return {
    files: () => settingsFiles(places),
    ...(memory ? { memory } : {}),
    texts,
    initial: { settings, rules, managedOnly, problems: [] },
    userAnchor: places.configHome,
    gather(read, confirmed = []): GatheredSettings {
      const unconfirmed = (file: string, text: string): boolean =>
        !confirmed.includes(file) && memory?.isHeld(file, text) === true
      const own = (file: string, text: string): boolean => memory?.isOwn(file, text) === true
      const policy = place.policy?.() ?? places.policy
      const loaded = loadSettings({ ...places, read, unconfirmed, own, ...(policy ? { policy } : {}) })
      return {
        settings: loaded.merged,
        rules: allRules(options, loaded, cwd),
        managedOnly: isManagedOnly(loaded),
        problems: loaded.problems,
      }
    },
    setFlag(change) {
      const before = places
      places = { ...places, flag: JSON.stringify(changed(readFlag(places, read), change)) }
      return {
        undo() {
          places = before
        },
      }
    },
    layers: () => layersOf(places, read),
    derive: changed => derive(place, changed),
    ...(place.watch ? { watch: place.watch } : {}),
    writes: place.writes ?? new RecentWrites(),
    targetOf(destination): SettingsTarget | undefined {
      const file = fileOf(destination)
      const scope = SCOPES[destination]
      return file === undefined || scope === undefined ? undefined : { file, scope }
    },
  }
}

const SCOPES: Readonly<Partial<Record<PermissionDestination, SettingsTarget['scope']>>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
}

/** What the command line says in JSON, or in the file it names. */
const readFlag = (
  { flag, projectDir }: Gathered['places'],
  read: (file: string) => ReadText,
): Readonly<Record<string, unknown>> => {
  if (flag === undefined) return {}
  if (flag.trimStart().startsWith('{')) return objectIn(flag)
  const found = read(resolve(projectDir, flag))
  return found.kind === 'text' ? objectIn(found.text) : {}
}

/** A text that cannot be read was reported when the session began. */
const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const { value } = parseJsonc(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const changed = (
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))

const layersOf = (places: Gathered['places'], read: (file: string) => ReadText) => {
  const flag = readFlag(places, read)
  const files = settingsFiles(places).flatMap(({ source, file }) => {
    const found = source === 'flag' ? undefined : read(file)
    return found?.kind === 'text' ? [{ source, file, settings: objectIn(found.text) }] : []
  })
  const managed = files.filter(({ source }) => source === 'managed')
  const others = files.filter(({ source }) => source !== 'managed')
  const ofRun = Object.keys(flag).length === 0 ? [] : [{ source: 'flag' as const, settings: flag }]
  return [...others, ...ofRun, ...managed]
}

/** A directory that is not there any more is said and left out: the session goes on. */
const derive = (place: SettingsPortOptions, settings: Settings): DerivedSettings => {
  const problems: string[] = []
  const directories = [
    ...(place.options.directories ?? []),
    ...(settings.permissions?.additionalDirectories ?? []),
  ]
  const extra = directories.flatMap(path => {
    try {
      return [place.directory(path)]
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      problems.push(error.message)
      return []
    }
  })
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...place.env, ...settings.env }))
    if (value !== undefined) env[name] = value
  const bypassRefused = place.bypassRefused(settings)
  const autoRefused = place.autoRefused?.(settings)
  return {
    roots: [...new Set([place.cwd, ...extra])],
    env,
    problems,
    ...(bypassRefused === undefined ? {} : { bypassRefused }),
    ...(autoRefused === undefined ? {} : { autoRefused }),
  }
}
