import { dirname, join, resolve } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings, SettingsLayer, SettingsSource } from '../../protocol/settings.ts'
import {
  managedPaths as administeredPlaces,
  type ManagedFile,
  managedFiles,
  standingOf,
} from './administered.ts'
import { checkSettings } from './check-settings.ts'
import { JsoncError, parseJsonc } from './jsonc.ts'
import { limitProject } from './limit-project.ts'
import { locateKeys } from './locate-keys.ts'
import { mergeSettings } from './merge.ts'
import type { PolicyReader } from './policy/policy-reader.ts'
import { escaped, quoted, type SettingsProblem } from './problem.ts'
import { MAX_SETTINGS_BYTES, type ReadText, readBounded, tooLarge } from './read-bounded.ts'
import { type RestrictingRules, restrictionsOf } from './restrictions-of.ts'
import { createRuleLines } from './rule-lines.ts'
import { isUntrackedLocalFile, liesWithin } from './tracked-files.ts'

export interface SettingsPaths {
  readonly configHome: string
  /** The profile in use: its file goes before the person's other ones, and of those only what is shared counts. */
  readonly profileHome?: string
  readonly sharedOf?: (settings: Settings) => Settings
  /** `~/.claude`, when it is not the config home itself. */
  readonly compatHome?: string
  /** The start directory. */
  readonly projectDir: string
  /** The root of the main checkout, or the start directory outside git. */
  readonly localDir: string
  /** Where the files of the project are, when not in the start directory; what they say is about that one. */
  readonly configRoot?: string
  /** `--managed-settings`: JSON text of whoever started the program; counts only where no administrator has a word. */
  readonly parent?: string
  /** `--settings`: a path or JSON text. */
  readonly flag?: string
  readonly sources: readonly ('user' | 'project' | 'local')[]
  readonly trusted: boolean
  /** Read `.claude` files below ours. */
  readonly compat: boolean
  /** From the highest down; absent: the places of the system. */
  readonly managed?: readonly ManagedFile[]
  /** Reads what an administrator says; without it a file of theirs stops the start. */
  readonly policy?: PolicyReader
  /** Whether this text of a file of the folder was put there during a session, and nobody has confirmed it. */
  readonly unconfirmed?: (file: string, text: string) => boolean
  /** Whether this text of a local file holds only what the person answered here: it counts without trust. */
  readonly own?: (file: string, text: string) => boolean
  /** Finds deny and ask rules in a text that is no valid settings file; absent: they are lost, and that is said. */
  readonly salvage?: (text: string) => RestrictingRules
  /** Stands in for the file system. */
  readonly read?: (file: string) => ReadText
}

export interface LoadedSettings {
  /** Lowest first. */
  readonly layers: readonly SettingsLayer[]
  readonly merged: Settings
  readonly problems: readonly SettingsProblem[]
  /** Keys of files that nothing here goes by. */
  readonly withoutEffect: readonly KeysOfFile[]
}

/** Some keys of one settings file. */
export interface KeysOfFile {
  readonly source: SettingsSource
  readonly file: string
  readonly keys: readonly string[]
}

/** Every file that counts or would count if it existed, lowest first. */
export const settingsFiles = (
  places: SettingsPaths,
): readonly { readonly source: SettingsSource; readonly file: string }[] => [
  ...candidates(places).flatMap(({ source, file, text }) => (text === undefined ? [{ source, file }] : [])),
  ...managedPaths(places)
    .flatMap(managedFiles)
    .map(file => ({ source: 'managed' as const, file })),
]

/** Reads every settings file once, in a few synchronous calls: this stands before the first request. */
export const loadSettings = (places: SettingsPaths): LoadedSettings => {
  const problems: SettingsProblem[] = []
  const withoutEffect: KeysOfFile[] = []
  const loading = { places, problems, withoutEffect }
  const read = (all: readonly Candidate[]): readonly SettingsLayer[] =>
    all.flatMap(candidate => readLayer(candidate, loading) ?? [])
  const managed = managedPaths(places).map(place => managedCandidates(place, problems))
  const others = read(candidates(places))
  const policy = managed.flatMap(place => helped(read(place), loading))
  const isMerging = policy.flat().some(({ settings }) => settings.parentSettingsBehavior === 'merge')
  const parent = isMerging || managed.flat().length === 0 ? read(parentCandidate(places)) : []
  const words = [parent, ...policy].filter(place => place.length > 0)
  const layers = words.length === 0 ? others : [...others, ...(places.policy?.join(words) ?? words.flat())]
  return { layers, merged: mergeSettings(layers), problems, withoutEffect }
}

/** What the helpers named in files of one place print comes above these, as a place of its own. */
const helped = (
  layers: readonly SettingsLayer[],
  loading: Loading,
): readonly (readonly SettingsLayer[])[] => [
  layers,
  ...layers.map(({ path, settings: { policyHelper: helper } }) => {
    const answer = helper && loading.places.policy?.answerOf(helper)
    if (!helper || !answer) return []
    const about = { source: 'managed', file: helper.path } as const
    if ('stale' in answer && answer.stale)
      loading.problems.push({ ...about, kind: 'note', message: answer.stale })
    if (answer.kind === 'failed')
      loading.problems.push({ ...about, file: path, kind: 'fatal', message: answer.message })
    if (answer.kind !== 'settings') return []
    const foreign = managedPaths(loading.places).some(
      place => place.foreign && managedFiles(place).includes(path),
    )
    const layer = readLayer({ ...about, anchor: '/', text: answer.text, foreign }, loading)
    return layer ? [layer] : []
  }),
]

interface Candidate {
  readonly source: SettingsSource
  readonly file: string
  readonly anchor: string
  /** Text from the command line instead of a file. */
  readonly text?: string
  readonly foreign?: boolean
  readonly isList?: boolean
}

const candidates = (places: SettingsPaths): readonly Candidate[] => {
  const { configHome, profileHome, compatHome, projectDir, localDir, sources, compat } = places
  const { configRoot = projectDir } = places
  const userFile = join(configHome, 'settings.json')
  const folders = compat ? ['.claude', '.capstan'] : ['.capstan']
  const user: Candidate[] = [{ source: 'user', file: userFile, anchor: configHome }]
  const compatFile = compat && compatHome !== undefined ? join(compatHome, 'settings.json') : userFile
  if (compatHome !== undefined && compatFile !== userFile)
    user.unshift({ source: 'user', file: compatFile, anchor: compatHome })
  if (profileHome !== undefined)
    user.push({ source: 'user', file: join(profileHome, 'settings.json'), anchor: configHome })
  const levels = {
    user,
    project: folders
      .map(folder => join(configRoot, folder, 'settings.json'))
      // Started in the home directory, the person's own files are no project's.
      .filter(file => file !== userFile && file !== compatFile)
      .map((file): Candidate => ({ source: 'project', file, anchor: projectDir })),
    local: folders.map(
      (folder): Candidate => ({
        source: 'local',
        file: join(localDir, folder, 'settings.local.json'),
        anchor: projectDir,
      }),
    ),
  }
  const order = ['user', 'project', 'local'] as const
  return [
    ...order.filter(level => sources.includes(level)).flatMap(level => levels[level]),
    ...flagCandidate(places),
  ]
}

const flagCandidate = ({ flag, projectDir }: SettingsPaths): readonly Candidate[] => {
  if (flag === undefined) return []
  if (flag.trimStart().startsWith('{'))
    return [{ source: 'flag', file: '--settings', anchor: projectDir, text: flag }]
  const file = resolve(projectDir, flag)
  return [{ source: 'flag', file, anchor: dirname(file) }]
}

/** Lowest first. */
const managedPaths = (places: SettingsPaths): readonly ManagedFile[] =>
  (places.managed ?? administeredPlaces()).toReversed()

const managedCandidates = (place: ManagedFile, problems: SettingsProblem[]): readonly Candidate[] =>
  managedFiles(place).flatMap(file => managedCandidate(file, place, problems))

/** A text that cannot be read is refused as the administrator's own would be. */
const parentCandidate = ({ parent, policy }: SettingsPaths): readonly Candidate[] => {
  if (parent === undefined) return []
  const candidate = { source: 'managed', file: '--managed-settings', anchor: '/' } as const
  const parsed = parse(parent, createRuleLines(parent).visit)
  if (!policy || 'problem' in parsed || !isObject(parsed.value)) return [{ ...candidate, text: parent }]
  return [{ ...candidate, text: JSON.stringify(policy.parent(parsed.value)) }]
}

const managedCandidate = (
  file: string,
  { owner, foreign = false, isList = false }: ManagedFile,
  problems: SettingsProblem[],
): readonly Candidate[] => {
  // Absolute paths are what an administrator means: there is no project to be relative to.
  const candidate: Candidate = { source: 'managed', file, anchor: '/', foreign, isList }
  const standing = standingOf(file, owner)
  if (standing.kind === 'administered') return [candidate]
  if (standing.kind === 'refused')
    problems.push({
      ...origin(candidate),
      kind: 'ignored',
      message: settingsText('managed_ignored', { reason: standing.why }),
    })
  if (standing.kind === 'unknown')
    problems.push({
      ...origin(candidate),
      kind: 'fatal',
      message: settingsText('unchecked', { file: escaped(file), reason: standing.why }),
    })
  return []
}

const origin = ({ source, file }: Candidate): Pick<SettingsProblem, 'source' | 'file'> => ({ source, file })

interface Loading {
  readonly places: SettingsPaths
  readonly problems: SettingsProblem[]
  readonly withoutEffect: KeysOfFile[]
}

const readLayer = (candidate: Candidate, loading: Loading): SettingsLayer | undefined => {
  const { places, problems } = loading
  const refuse = refusal(candidate, problems)
  const read = readCandidate(candidate, places)
  if (read.kind === 'absent') {
    if (candidate.source === 'flag') refuse(settingsText('missing'))
    return undefined
  }
  const restricting = (settings: Settings, text: string): SettingsLayer | undefined => {
    const mustHold = candidate.source === 'managed' || candidate.source === 'flag'
    if (mustHold || Object.keys(settings).length === 0) return undefined
    return limitLayer({ candidate, settings, rawKeys: [], text }, loading)
  }
  const damaged = (state: LocalizedText, text: string): SettingsLayer | undefined => {
    refuse(state, { rulesLost: true })
    return restricting(restrictionsOf({}, places.salvage?.(text) ?? {}), text)
  }
  if (read.kind === 'unreadable') return damaged(read.message, read.rough ?? '')
  if (candidate.text === undefined && read.text.trim() === '') return damaged(settingsText('empty'), '')
  const rules = createRuleLines(read.text)
  const parsed = parse(read.text, rules.visit)
  if ('problem' in parsed) return damaged(settingsText('not_json', parsed), read.text)
  if (candidate.source === 'managed') {
    const layer = readManaged(candidate, { ...parsed, text: read.text }, loading)
    return layer && candidate.text === undefined && !candidate.isList ? { ...layer, ...rules.lines() } : layer
  }
  const checked = checkSettings(parsed.value, parsed.duplicates)
  if (checked.withoutEffect) loading.withoutEffect.push({ ...origin(candidate), keys: checked.withoutEffect })
  if (checked.complaints.length > 0) report({ ...checked, candidate, text: read.text }, problems)
  if (checked.rejected) {
    const found = checked.rulesLost ? places.salvage?.(read.text) : undefined
    return restricting(found ? restrictionsOf(checked.settings, found) : checked.settings, read.text)
  }
  const rawKeys = isObject(parsed.value) ? Object.keys(parsed.value) : []
  const layer = limitLayer({ candidate, settings: checked.settings, rawKeys, text: read.text }, loading)
  return candidate.text === undefined ? { ...layer, ...rules.lines() } : layer
}

/** Policy is read so that nothing it forbids is lost; without who can do that it is not read at all. */
const readManaged = (
  { source, file, anchor, foreign = false }: Candidate,
  parsed: { readonly value: unknown; readonly duplicates: readonly string[]; readonly text: string },
  { places, problems }: Loading,
): SettingsLayer | undefined => {
  if (!places.policy) {
    const message = settingsText('policy_unread', { file: escaped(file) })
    problems.push({ source, file, kind: 'fatal', message })
    return undefined
  }
  const { settings, complaints } = places.policy.read({ ...parsed, file, foreign })
  problems.push(...complaints.map(complaint => ({ source, file, ...complaint })))
  return { path: file, anchor, source, settings }
}

/** Managed settings that cannot be read whole, and a command line that cannot be obeyed, stop the program. */
const refusal =
  (candidate: Candidate, problems: SettingsProblem[]) =>
  (state: LocalizedText, about: { readonly key?: string; readonly rulesLost?: boolean } = {}): void => {
    const mustHold = candidate.source === 'managed' || candidate.source === 'flag'
    problems.push({
      ...origin(candidate),
      kind: mustHold ? 'fatal' : 'rejected',
      ...(about.key && { key: about.key }),
      ...(about.rulesLost && { rulesLost: true }),
      message: settingsText('file_is', { file: escaped(candidate.file), state }),
    })
  }

type Checked = Omit<ReturnType<typeof checkSettings>, 'withoutEffect'>

const report = (
  about: Omit<Checked, 'settings'> & { readonly candidate: Candidate; readonly text: string },
  problems: SettingsProblem[],
): void => {
  const { candidate, complaints, rulesLost = false, text } = about
  const file = escaped(candidate.file)
  const refuse = refusal(candidate, problems)
  const places = locateKeys(
    text,
    complaints.map(({ path }) => path),
  )
  for (const [index, { key, message: problem, note, rejects }] of complaints.entries()) {
    const { line, column } = places[index] ?? { line: 1, column: 1 }
    const at = { line, column, problem }
    if (rejects)
      refuse(settingsText('only_restrictions', { key: key || settingsText('its_content'), ...at }), {
        key,
        rulesLost,
      })
    else
      problems.push({
        ...origin(candidate),
        kind: note ? 'note' : 'invalid',
        ...(key && { key }),
        message: key
          ? settingsText('value_at', { file, key, ...at })
          : settingsText('file_at', { file, ...at }),
      })
  }
}

const readCandidate = ({ file, text, isList }: Candidate, places: SettingsPaths): ReadText => {
  if (text === undefined) {
    const read = (places.read ?? readBounded)(file)
    return isList && read.kind !== 'absent' && places.policy ? places.policy.readList(file) : read
  }
  return Buffer.byteLength(text) > MAX_SETTINGS_BYTES ? tooLarge() : { kind: 'text', text }
}

const parse = (
  text: string,
  visit: ReturnType<typeof createRuleLines>['visit'],
):
  | { readonly value: unknown; readonly duplicates: readonly string[] }
  | { readonly problem: LocalizedText } => {
  if (text.trim() === '') return { value: {}, duplicates: [] }
  try {
    return parseJsonc(text, visit)
  } catch (error) {
    if (error instanceof JsoncError) return { problem: error.localized }
    throw error
  }
}

const limitLayer = (
  {
    candidate,
    settings,
    rawKeys,
    text,
  }: {
    readonly candidate: Candidate
    readonly settings: Settings
    readonly rawKeys: readonly string[]
    readonly text: string
  },
  { places, problems }: Loading,
): SettingsLayer => {
  const { source, file, anchor } = candidate
  const layer = { path: file, anchor }
  const isShared = source === 'user' && places.profileHome !== dirname(file)
  if (source !== 'project' && source !== 'local')
    return { ...layer, source, settings: (isShared && places.sharedOf?.(settings)) || settings }
  const { projectDir, localDir, configRoot = projectDir } = places
  const trusted = places.trusted || (source === 'local' && places.own?.(file, text) === true)
  const linkedOut = trusted && !liesWithin([configRoot, localDir], file)
  const unconfirmed = trusted && places.unconfirmed?.(file, text) === true
  const limited = limitProject(settings, { rawKeys, trusted, linkedOut, unconfirmed, projectDir })
  // Looking into the git index costs; only a local file that wants more than a project may have is worth it.
  if (
    source === 'local' &&
    places.trusted &&
    !unconfirmed &&
    (limited.ignored.length > 0 || limited.proposed !== undefined) &&
    isUntrackedLocalFile(places.localDir, file)
  )
    return { ...layer, source, settings }
  for (const { key, why, waits } of limited.ignored)
    problems.push({
      source,
      file,
      kind: 'ignored',
      key: quoted(key),
      ...(waits && { waits }),
      why,
      message: settingsText('ignored', { file: escaped(file), key: quoted(key), reason: why }),
    })
  const { proposed } = limited
  return { ...layer, source, settings: limited.settings, ...(proposed ? { proposed } : {}) }
}
