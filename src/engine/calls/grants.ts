import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { parseRule } from '../../features/permissions/rules/rules.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modeName } from '../../protocol/messages/permissions/permissions.ts'
import { behaviorName, ruleText } from '../../protocol/messages/permissions/rules.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionDestination, PermissionUpdate, Rule, RuleSource } from '../../protocol/permission.ts'
import { modeRefused } from '../live/live.ts'
import type { Live } from '../live/state.ts'

/** What an answer may grant, and where its rules are at home. */
export interface GrantOptions {
  /** The directory that `/path` rules of a source are relative to. */
  anchorOf(source: RuleSource): string
  /** Only the administrator's allow rules count. */
  readonly managedOnly: boolean
}

/**
 * Takes up what an answer grants beyond the call it was given for, at once. An update for a settings file changes the
 * rules of that file; every other one lasts as long as the session and is beside what settings and flags say. Bypassing
 * permissions is never granted this way. Gives back what was not taken up, in words.
 */
export const applyGrants = (
  live: Live,
  updates: readonly PermissionUpdate[],
  options: GrantOptions,
): readonly LocalizedText[] =>
  updates.flatMap(update => refusalOf(update, options) ?? applyGrant(live, update, options))

/** What a person changes by their own hand may switch to any mode that is not refused here. Throws OpError. */
export const checkByHand = (
  updates: readonly PermissionUpdate[],
  live: Live,
  options: GrantOptions,
): void => {
  for (const update of updates) {
    const refusal =
      update.type === 'setMode'
        ? modeRefused(update.mode, live)
        : (refusalOf(update, options) ?? foreignRule(update, live))
    if (refusal !== undefined) throw new OpError(refusal)
  }
}

export const isNoMode = (update: PermissionUpdate): boolean => update.type !== 'setMode'

/** A rule that stands in a file this program only reads cannot be taken out of it. */
const foreignRule = (update: PermissionUpdate, live: Live): LocalizedText | undefined => {
  if (update.type !== 'removeRules') return undefined
  const texts = new Set(rulesOf(update, () => '').map(rule => rule.text))
  const source = SOURCES[update.destination]
  const found = live.rules.find(
    rule => rule.source === source && rule.behavior === update.behavior && texts.has(rule.text),
  )
  if (!found) return ruleText('not_there', { behavior: behaviorName(update.behavior) })
  if (!found.place || !/[/\\]\.claude[/\\][^/\\]+$/.test(found.place.file)) return undefined
  return ruleText('foreign', {
    file: escapeLine(found.place.file, 300),
    line: String(found.place.line),
  })
}

/** Why nothing of an update may count; undefined when it may. */
export const refusalOf = (
  update: PermissionUpdate,
  { managedOnly, anchorOf }: GrantOptions,
): LocalizedText | undefined => {
  if (update.type === 'setMode' && (update.mode === 'bypassPermissions' || update.mode === 'auto'))
    return ruleText('no_mode_by_answer', { mode: modeName(update.mode), flag: update.mode })
  if (!('rules' in update) || update.type === 'removeRules') return undefined
  if (managedOnly && update.behavior === 'allow') return ruleText('managed_only')
  for (const rule of rulesOf(update, anchorOf)) {
    const parsed = parseRule(rule)
    if ('problem' in parsed)
      return ruleText('not_saved', {
        behavior: behaviorName(rule.behavior),
        rule: escapeLine(rule.text),
        why: parsed.problem,
      })
  }
  return undefined
}

const applyGrant = (
  live: Live,
  update: PermissionUpdate,
  options: GrantOptions,
): readonly LocalizedText[] => {
  switch (update.type) {
    case 'setMode':
      live.mode = update.mode
      return []
    case 'addDirectories':
      live.roots = [...new Set([...live.roots, ...update.directories.flatMap(realDirectory)])]
      return update.directories
        .filter(path => !isDirectory(path))
        .map(path => ruleText('no_directory', { path: escapeLine(path, 300) }))
    case 'removeDirectories': {
      // One that was deleted meanwhile goes by the name it had.
      const gone = update.directories.flatMap(path => [path, ...realDirectory(path)])
      // The directory the session began in stays: everything else hangs on it.
      live.roots = live.roots.filter((root, index) => index === 0 || !gone.includes(root))
      return []
    }
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      live.rules = changeRules(live.rules, update, options)
      return []
  }
}

type RuleUpdate = Extract<PermissionUpdate, { readonly rules: unknown }>

/** Flags cannot be given later, so what is meant for them is the session's. */
const SOURCES: Readonly<Record<PermissionDestination, RuleSource>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
  session: 'session',
  script: 'session',
  cliArg: 'session',
}

const rulesOf = (update: RuleUpdate, anchorOf: GrantOptions['anchorOf']): readonly Rule[] => {
  const source = SOURCES[update.destination]
  const anchor = anchorOf(source)
  return update.rules.map(({ toolName, ruleContent }): Rule => {
    const text = ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
    return { text, behavior: update.behavior, source, anchor }
  })
}

const changeRules = (rules: readonly Rule[], update: RuleUpdate, options: GrantOptions): readonly Rule[] => {
  const given = rulesOf(update, options.anchorOf)
  const source = SOURCES[update.destination]
  const isOwn = (rule: Rule): boolean => rule.source === source && rule.behavior === update.behavior
  if (update.type === 'addRules') return [...rules, ...given]
  if (update.type === 'replaceRules') return [...rules.filter(rule => !isOwn(rule)), ...given]
  return rules.filter(rule => !isOwn(rule) || !given.some(gone => gone.text === rule.text))
}

/** What of an update may be kept in a file: a directory that is not there would keep the program from starting. */
export const keepable = (update: PermissionUpdate): PermissionUpdate =>
  update.type === 'addDirectories'
    ? { ...update, directories: update.directories.filter(isDirectory) }
    : update

const isDirectory = (path: string): boolean =>
  isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)

const realDirectory = (path: string): readonly string[] => {
  const resolved = isDirectory(path) ? resolveReal(path) : undefined
  return resolved?.ok ? [resolved.real] : []
}
