import type { PluginMonitor } from '../../../protocol/extensions/monitor.ts'
import type { HookHandler, HookSettings } from '../../../protocol/hook.ts'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import { isJson, type Json } from './complaint.ts'
import type { PluginProblem } from './read-plugin.ts'
import type { UserOption, UserValue } from './user-option.ts'

/** What a plugin finds in its environment, and what `${NAME}` stands for in its files. */
export const pluginVariables = (at: {
  readonly root: string
  readonly data: string
  readonly options: Readonly<Record<string, UserValue>>
}): Readonly<Record<string, string>> => ({
  CAPSTAN_PLUGIN_ROOT: at.root,
  CLAUDE_PLUGIN_ROOT: at.root,
  CAPSTAN_PLUGIN_DATA: at.data,
  CLAUDE_PLUGIN_DATA: at.data,
  ...Object.fromEntries(
    Object.entries(at.options).flatMap(([key, value]) => [
      [`CAPSTAN_PLUGIN_OPTION_${key}`, textOf(value)],
      [`CLAUDE_PLUGIN_OPTION_${key}`, textOf(value)],
    ]),
  ),
})

const textOf = (value: UserValue): string => (typeof value === 'object' ? value.join(',') : String(value))

/** The values in force: what the person gave, else the default. */
export const optionsOf = (
  wanted: Readonly<Record<string, UserOption>> = {},
  given: Readonly<Record<string, unknown>>,
): {
  readonly options: Readonly<Record<string, UserValue>>
  /** Needed, and not there. */
  readonly missing: readonly string[]
} => {
  const found = Object.entries(wanted).map(([key, option]) => {
    const value = given[key] ?? option.default
    return { key, option, value: isValue(value) ? value : undefined }
  })
  return {
    options: Object.fromEntries(
      found.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
    ),
    missing: found
      .filter(({ option, value }) => option.required && value === undefined)
      .map(({ key }) => key),
  }
}

const isValue = (value: unknown): value is UserValue =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(each => typeof each === 'string'))

const USER = /\$\{user_config\.([A-Za-z_][A-Za-z0-9_]*)\}/g
const OWN = /\$\{((?:CLAUDE|CAPSTAN)_PLUGIN_(?:ROOT|DATA))\}/g

interface Filling {
  readonly variables: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, UserValue>>
}

const fillText = (text: string, { variables, options }: Filling): string =>
  text
    .replace(OWN, (written, name: string) => variables[name] ?? written)
    .replace(USER, (written, key: string) => {
      const value = options[key]
      return value === undefined ? written : textOf(value)
    })

/** In every text of a value: where servers are told how to start, nothing goes through a shell. */
export const fillIn = <T>(value: T, filling: Filling): T => {
  const fill = (at: unknown): unknown => {
    if (typeof at === 'string') return fillText(at, filling)
    if (Array.isArray(at)) return at.map(fill)
    return isJson(at) ? Object.fromEntries(Object.entries(at).map(([key, inner]) => [key, fill(inner)])) : at
  }
  return fill(value) as T
}

/**
 * Hooks that name a program and its arguments get the values; a line for a shell finds them in its environment instead,
 * because there a value could be read as code. A line that asks for them in its text does not count.
 */
export const fillHooks = (
  hooks: HookSettings,
  filling: Filling & { readonly root: string },
): { readonly hooks: HookSettings; readonly problems: readonly PluginProblem[] } => {
  const problems: PluginProblem[] = []
  const one = (event: string, handler: HookHandler): readonly HookHandler[] => {
    if (handler.type !== 'command' || handler.args !== undefined) return [fillIn(handler, filling)]
    const [, key] = /\$\{user_config\.(\w+)\}/.exec(handler.command ?? '') ?? []
    if (key === undefined) return [handler]
    problems.push({
      level: 'error',
      file: filling.root,
      message: pluginFileText('in_shell', {
        event,
        value: `\${user_config.${key}}`,
        variable: `$CLAUDE_PLUGIN_OPTION_${key}`,
      }),
    })
    return []
  }
  const filled = Object.entries(hooks).map(([event, groups]) => [
    event,
    groups.map(group => ({ ...group, hooks: group.hooks.flatMap(handler => one(event, handler)) })),
  ])
  return { hooks: Object.fromEntries(filled) as HookSettings, problems }
}

/**
 * A line for a shell looks a value up in its environment, where it can't be read as code. One that asks for a value
 * nobody gave does not count.
 */
export const fillMonitors = (
  monitors: readonly PluginMonitor[],
  { options }: Pick<Filling, 'options'>,
): {
  readonly monitors: readonly PluginMonitor[]
  readonly missing: readonly { readonly name: string; readonly keys: readonly string[] }[]
} => {
  const open = ({ command }: PluginMonitor): readonly string[] =>
    unfilled(command).filter(key => options[key] === undefined)
  const filled = monitors.filter(monitor => open(monitor).length === 0)
  return {
    monitors: filled.map(monitor => ({
      ...monitor,
      command: monitor.command.replace(USER, (_, key: string) => `\${CLAUDE_PLUGIN_OPTION_${key}}`),
    })),
    missing: monitors.flatMap(monitor =>
      open(monitor).length === 0 ? [] : [{ name: monitor.name, keys: open(monitor) }],
    ),
  }
}

/** Values that were never given leave their names behind. */
export const unfilled = (written: Json | string): readonly string[] => [
  ...new Set([...JSON.stringify(written).matchAll(USER)].flatMap(([, key]) => key ?? [])),
]
