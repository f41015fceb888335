import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { whySettingAbsent } from '../../features/compatibility/why-absent.ts'
import { settingsContent } from '../../features/settings/file-content.ts'
import { describeSetting, judgeSetting } from '../../features/settings/judge-setting.ts'
import { type LoadedSettings, loadSettings } from '../../features/settings/load.ts'
import { SETTING_ROWS } from '../../features/settings/rows/index.ts'
import { SettingsWriteError, writeSettings } from '../../features/settings/write.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { settingsFileOf } from '../../host/settings/settings-file-of.ts'
import { findStart } from '../../host/start.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { settingsWriteText } from '../../protocol/messages/host/settings-writes.ts'
import type { LocalizedText, Text, Warn } from '../../protocol/messages/localized-text.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { problemSayer, sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { type Given, readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const CONFIG = {
  name: 'config',
  usage: usageOf(
    `Usage: capstan config get <key> | set <key> <value> | unset <key> | list   read and change settings

  --scope <user|project|local>   file to read or change (default: read all, change user)
  -g, --global                   same as --scope user
  --json                         print JSON; list prints one object per line, with its source

A value is JSON ("true", "5", '["opus"]') or text. Comments in the file are kept.
Exit code 1: the key isn't set or isn't known, or the value isn't valid.`,
    `用法：capstan config get <键> | set <键> <值> | unset <键> | list   查看和修改设置

  --scope <user|project|local>   要读取或修改的文件（默认：读取全部，修改 user）
  -g, --global                   等同于 --scope user
  --json                         输出 JSON；list 每行一个对象，并注明来源

值可以是 JSON（"true"、"5"、'["opus"]'）或文本。文件中的注释会保留。
键未设置、未知或值无效时，退出码为 1。`,
  ),
  flags: {
    scope: { type: 'string' },
    global: { type: 'boolean', short: 'g' },
    json: { type: 'boolean' },
  },
} as const

const DESTINATIONS = { user: 'userSettings', project: 'projectSettings', local: 'localSettings' } as const
type Scope = keyof typeof DESTINATIONS

interface Asked {
  tell(text: Text): void
  readonly warn: Warn
  readonly given: Given
  readonly scope: Scope | undefined
  load(): LoadedSettings
  fileOf(scope: Scope): string
}

/** `capstan config …` */
export const config = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(CONFIG.usage)
  const given = readOptions(CONFIG, argv)
  const [action, key, ...rest] = given.words
  const start = findStart(from)
  const places = settingsLocations(
    {},
    { ...start, env: from.env },
    findFolderTrust({}, { ...start, env: from.env }),
  )
  const at: Asked = {
    given,
    warn: await problemSayer(from.env),
    tell: await sayer(from.env),
    scope: readScope(given),
    load: () => loadSettings(places),
    fileOf: scope => settingsFileOf({ ...start, localDir: places.localDir })(DESTINATIONS[scope]) ?? '',
  }
  if (action === 'list' && key === undefined) return list(at)
  if (key === undefined || !['get', 'set', 'unset'].includes(action ?? ''))
    throw wrongUsage(
      CONFIG,
      action === undefined
        ? argumentText('no_action')
        : argumentText('not_a_command', { words: given.words.join(' ') }),
    )
  if (action === 'set' ? rest.length !== 1 : rest.length > 0)
    throw wrongUsage(
      CONFIG,
      action === 'set'
        ? argumentText('set_takes')
        : argumentText('action_takes_one', { action: action ?? '', what: argumentText('key') }),
    )
  if (action === 'get') return get(at, key)
  return await change(at, key, rest[0])
}

const readScope = (given: Given): Scope | undefined => {
  const scope = given.text('scope') ?? (given.is('global') ? 'user' : undefined)
  if (scope === undefined || scope === 'user' || scope === 'project' || scope === 'local') return scope
  throw wrongUsage(
    CONFIG,
    argumentText('takes', {
      flag: '--scope',
      choices: oneOf(['user', 'project', 'local']),
      given: JSON.stringify(scope),
    }),
  )
}

const get = ({ given, scope, load, fileOf }: Asked, key: string): number => {
  const about = describeSetting(key)
  if ('refused' in about) throw new ExitError(1, explained(key, about.refused))
  const shownValue =
    scope === undefined
      ? (valueAt(load().merged, key) ?? about.default)
      : valueAt(contentOf(fileOf(scope)), key)
  if (shownValue === undefined) throw new ExitError(1, commandText('unset', { key }))
  say(given.is('json') ? jsonText(shownValue) : shown(shownValue))
  return 0
}

const list = ({ given, scope, load, fileOf, warn }: Asked): number => {
  const { layers, merged, problems, withoutEffect } = load()
  const fatal = problems.filter(({ kind, source }) => kind === 'fatal' && source === 'managed')
  for (const { message } of fatal) warn(message)
  const settings = scope === undefined ? merged : contentOf(fileOf(scope))
  for (const { key } of SETTING_ROWS) {
    const value = valueAt(settings, key)
    if (value === undefined) continue
    const from = layers.findLast(layer => valueAt(layer.settings, key) !== undefined)
    const where = scope === undefined ? from && { source: from.source, file: from.path } : { source: scope }
    say(given.is('json') ? jsonText({ key, value, ...where }) : `${key}=${shown(value)}`)
  }
  for (const { file, keys } of withoutEffect)
    for (const key of keys) {
      const why = whySettingAbsent(key)
      const at = { file: escapeLine(file, 200), key: escapeLine(key, 80) }
      warn(why === undefined ? noteText('key_unknown', at) : noteText('key_absent', { ...at, why }))
    }
  return fatal.length > 0 ? 1 : 0
}

/** With the reason, where another program has the setting. */
const explained = (key: string, problem: LocalizedText): LocalizedText => {
  const why = whySettingAbsent(key)
  return why === undefined ? problem : settingsWriteText('absent', { key, why })
}

const contentOf = (file: string): object => {
  try {
    return settingsContent(file)
  } catch (error) {
    throw new ExitError(1, commandText('unreadable', { path: file, error: describeCause(error) }))
  }
}

const change = async (
  { scope = 'user', fileOf, load, tell, warn }: Asked,
  key: string,
  text: string | undefined,
): Promise<number> => {
  const edit =
    text === undefined
      ? ({ kind: 'unset', path: key.split('.') } as const)
      : ({ kind: 'set', path: key.split('.'), value: chooseValue(key, text, scope) } as const)
  if (text === undefined) {
    const about = describeSetting(key)
    if ('refused' in about) throw new ExitError(1, explained(key, about.refused))
  }
  const file = fileOf(scope)
  try {
    await writeSettings({ file, scope }, [edit], { newId: randomUUID, now: Date.now })
  } catch (error) {
    if (error instanceof SettingsWriteError) throw new ExitError(1, messageOf(error))
    throw error
  }
  tell(
    text === undefined
      ? answerText('setting_removed', { key, file })
      : answerText('setting_set', { key, value: text, file }),
  )
  if (edit.kind === 'set' && !isDeepStrictEqual(valueAt(load().merged, key), edit.value))
    warn(noteText('overridden'))
  return 0
}

type Json = string | number | boolean | object

/** As JSON where that is a value for it, else as the text it is. */
const chooseValue = (key: string, text: string, scope: Scope): Json => {
  const parsed = parse(text)
  const tries = parsed === undefined ? [text] : [parsed, text]
  const judged = tries.map(value => judgeSetting(key, value, scope))
  const at = judged.findIndex(each => !('refused' in each))
  if (at !== -1) return tries[at] as Json
  const [first] = judged
  throw new ExitError(
    1,
    explained(key, first && 'refused' in first ? first.refused : commandText('invalid_value', { key })),
  )
}

const parse = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return value === null ? undefined : (value as Json)
  } catch {
    // Most values are plain words.
    return undefined
  }
}

const valueAt = (settings: object, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), settings)

const shown = (value: unknown): string =>
  typeof value === 'string' ? escapeLine(value, 10_000) : JSON.stringify(value)
