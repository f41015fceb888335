import { isDeepStrictEqual } from 'node:util'
import type { HookMatcher } from '../../protocol/hook.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { SandboxSettings, Settings } from '../../protocol/settings.ts'
import { rowOf } from './known-keys.ts'
import { escaped } from './problem.ts'
import { isTighter, type SettingRow } from './rows/row.ts'

/** What settings mean for a session that runs. */
export interface SettingsInForce {
  readonly rules: readonly Rule[]
  readonly settings: Settings
}

export interface SettingsComparison {
  /** What the new settings would permit, run or unlock that the old ones did not, in words; empty: nothing. */
  readonly loosens: readonly string[]
  /** The old settings with everything of the new ones that restricts. */
  readonly tightened: SettingsInForce
}

/**
 * Splits a change of settings into what only restricts and what does not. Whatever is not known to restrict counts
 * as loosening: any change of hooks or variables runs something else than before.
 */
export const compareSettings = (before: SettingsInForce, after: SettingsInForce): SettingsComparison => {
  const rules = compareRules(before.rules, after.rules)
  const permissions = comparePermissions(before.settings.permissions, after.settings.permissions)
  const sandbox = compareSandbox(before.settings.sandbox, after.settings.sandbox)
  const kept = Object.fromEntries(KEPT_WHOLE.map(key => [key, before.settings[key]]))
  const settings: Record<string, unknown> = {
    ...after.settings,
    ...kept,
    permissions: permissions.value,
    sandbox: sandbox.value,
  }
  for (const key of Object.keys(settings)) if (settings[key] === undefined) delete settings[key]
  return {
    loosens: [
      ...rules.loosens,
      ...permissions.loosens,
      ...sandbox.loosens,
      ...KEPT_WHOLE.filter(key => !isDeepStrictEqual(before.settings[key], after.settings[key])).flatMap(
        key => keyWords(key, before.settings, after.settings),
      ),
    ],
    tightened: { rules: rules.value, settings },
  }
}

/** In these no change is known to be harmless. */
const KEPT_WHOLE = ['hooks', 'afterEdit', 'env', 'autoMode'] as const

const keyWords = (key: (typeof KEPT_WHOLE)[number], before: Settings, after: Settings): readonly string[] => {
  if (key === 'afterEdit')
    return [
      `afterEdit changes to: ${(after.afterEdit ?? []).map(({ run }) => escaped(run)).join('; ') || 'none'}`,
    ]
  const [was, is] = [before[key] ?? {}, after[key] ?? {}] as Readonly<Record<string, unknown>>[]
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
  return [...names]
    .filter(name => !isDeepStrictEqual(was?.[name], is?.[name]))
    .map(name => (key === 'hooks' ? hookWords(name, is?.[name]) : `${key}.${escaped(name)} changes`))
}

const hookWords = (event: string, matchers: unknown): string => {
  const handlers = ((matchers ?? []) as readonly Partial<HookMatcher>[]).flatMap(({ hooks }) => hooks ?? [])
  const runs = handlers.map(({ type, command, url, server, tool, prompt }) => {
    const called = server === undefined ? undefined : `mcp__${server}__${tool}`
    return escaped(command ?? url ?? called ?? prompt ?? type)
  })
  const what = runs.length === 0 ? 'none' : runs.join('; ')
  return `the hooks of ${escaped(event)} change to: ${what}`
}

interface Part<T> {
  readonly value: T
  readonly loosens: readonly string[]
}

const nameOf = (rule: Rule): string => JSON.stringify([rule.behavior, rule.text, rule.anchor])

const compareRules = (before: readonly Rule[], after: readonly Rule[]): Part<readonly Rule[]> => {
  const [was, is] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))]
  const granted = after.filter(rule => rule.behavior === 'allow' && !was.has(nameOf(rule)))
  const lifted = before.filter(rule => rule.behavior !== 'allow' && !is.has(nameOf(rule)))
  return {
    value: [...after.filter(rule => !granted.includes(rule)), ...lifted],
    loosens: [
      ...granted.map(rule => `the allow rule ${escaped(rule.text)} is added`),
      ...lifted.map(rule => `the ${rule.behavior} rule ${escaped(rule.text)} is removed`),
    ],
  }
}

type Permissions = Settings['permissions']

const comparePermissions = (before: Permissions, after: Permissions): Part<Permissions> => {
  const was = before?.additionalDirectories ?? []
  const is = after?.additionalDirectories ?? []
  const added = is.filter(directory => !was.includes(directory))
  const unlocked = (['disableBypassPermissionsMode', 'disableAutoMode'] as const).filter(
    key => before?.[key] === 'disable' && after?.[key] !== 'disable',
  )
  const { additionalDirectories: _listed, ...rest } = after ?? {}
  const directories = is.filter(directory => !added.includes(directory))
  const value = {
    ...rest,
    ...Object.fromEntries(unlocked.map(key => [key, 'disable'])),
    ...(directories.length > 0 && { additionalDirectories: directories }),
  }
  return {
    value: Object.keys(value).length > 0 ? value : undefined,
    loosens: [
      ...added.map(directory => `the directory ${escaped(directory)} is added`),
      ...unlocked.map(key => `permissions.${key} is removed`),
    ],
  }
}

const compareSandbox = (
  before: SandboxSettings | undefined,
  after: SandboxSettings | undefined,
): Part<SandboxSettings | undefined> => {
  const part = compareKeys('sandbox', before ?? {}, after ?? {})
  return { ...part, value: Object.keys(part.value).length > 0 ? part.value : undefined }
}

type Keys = Readonly<Record<string, unknown>>

const compareKeys = (name: string, before: object, after: object): Part<Keys> => {
  const [was, is] = [before as Keys, after as Keys]
  const value: Record<string, unknown> = {}
  const loosens: string[] = []
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const part = compareKey(`${name}.${key}`, was[key], is[key])
    if (part.value !== undefined) value[key] = part.value
    loosens.push(...part.loosens)
  }
  return { value, loosens }
}

const compareKey = (name: string, was: unknown, is: unknown): Part<unknown> => {
  if (isDeepStrictEqual(was, is)) return { value: is, loosens: [] }
  const row = rowOf(name)
  if (!row) return compareKeys(name, Object(was ?? {}), Object(is ?? {}))
  if (typeof row.stricter === 'boolean') {
    if (isTighter(row, is)) return { value: is, loosens: [] }
    return {
      value: was,
      loosens: [`${name} ${is === undefined ? 'is removed' : `becomes ${String(is)}`}`],
    }
  }
  if ([was, is].some(value => value !== undefined && !Array.isArray(value)))
    return { value: was, loosens: [`${name} ${is === undefined ? 'is taken away' : 'changes'}`] }
  return compareList(row, was, is)
}

/** Whatever is not known to restrict by what it holds, opens something. */
const compareList = ({ key: name, stricter }: SettingRow, was: unknown, is: unknown): Part<unknown> => {
  const [old, now] = [listOf(was), listOf(is)]
  const added = now.filter(item => !old.some(other => isDeepStrictEqual(item, other)))
  const gone = old.filter(item => !now.some(other => isDeepStrictEqual(item, other)))
  const strict = stricter === 'longer'
  const value = strict ? [...now, ...gone] : now.filter(item => !added.includes(item))
  return {
    value: value.length > 0 ? value : undefined,
    loosens: strict
      ? gone.map(item => `${name} no longer holds ${escaped(textOf(item))}`)
      : added.map(item => `${name} also holds ${escaped(textOf(item))}`),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))
