import { escapeLine } from '../../../../lib/escape-text.ts'
import type { Effect } from '../../../../protocol/context.ts'
import type { PermissionDestination, PermissionUpdate, Rule } from '../../../../protocol/permission.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { Words } from '../../text/words.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import { numbered } from '../../widgets/numbered.ts'
import type { Option } from '../../widgets/widget-props.ts'

export const TABS = ['allow', 'ask', 'deny', 'directories', 'denied'] as const
export type Tab = (typeof TABS)[number]

export type RuleRow =
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** `fixed`: the directory the program was started in. */
  | { readonly kind: 'directory'; readonly path: string; readonly fixed: boolean }
  | { readonly kind: 'denial'; readonly effect: Effect }

interface Facts {
  readonly permissions: Queries['permissions']
  readonly effects: readonly Effect[]
}

/** What one side shows, and where each thing stands. */
export const ruleRows = (
  tab: Tab,
  { permissions, effects }: Facts,
  { words, cwd }: { readonly words: Words['panels']['permissions']; readonly cwd: string },
): readonly Option<RuleRow>[] => {
  switch (tab) {
    case 'directories':
      return permissions.directories.map((path, at) => ({
        value: { kind: 'directory', path, fixed: at === 0 },
        label: escapeLine(path, 120),
        ...(at === 0 ? { detail: words.startDirectory } : {}),
      }))
    case 'denied':
      return effects
        .filter(effect => effect.outcome === 'refused')
        .toReversed()
        .map(effect => ({
          value: { kind: 'denial', effect },
          label: escapeLine(effect.text, 120),
          ...(effect.detail === undefined ? {} : { detail: escapeLine(effect.detail, 160) }),
        }))
    case 'allow':
    case 'ask':
    case 'deny':
      return permissions.rules
        .filter(rule => rule.behavior === tab)
        .map(rule => ({
          value: { kind: 'rule', rule },
          label: escapeLine(rule.text, 120),
          detail: rule.place
            ? `${shownPath(rule.place.file, cwd)}:${rule.place.line}`
            : words.sources[rule.source],
        }))
  }
}

/** `Bash(git *)` in its two parts; undefined when it is no rule. */
export const parseRule = (
  text: string,
): { readonly toolName: string; readonly ruleContent?: string } | undefined => {
  const found = /^([\w*-]+)(?:\(([\s\S]+)\))?$/.exec(text.trim())
  if (found?.[1] === undefined) return undefined
  return { toolName: found[1], ...(found[2] === undefined ? {} : { ruleContent: found[2] }) }
}

const DESTINATIONS: Readonly<Partial<Record<Rule['source'], PermissionDestination>>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  session: 'session',
}

/** What takes a rule away; undefined for one that is not the person's to remove here. */
export const removalOf = ({ text, behavior, source }: Rule): PermissionUpdate | undefined => {
  const destination = DESTINATIONS[source]
  const rule = parseRule(text)
  return destination && rule ? { type: 'removeRules', rules: [rule], behavior, destination } : undefined
}

/** What adds the text that was typed; undefined when it is no rule. */
export const additionOf = (
  tab: Exclude<Tab, 'denied'>,
  text: string,
  destination: PermissionDestination,
): PermissionUpdate | undefined => {
  if (tab === 'directories')
    return text.trim() === ''
      ? undefined
      : { type: 'addDirectories', directories: [text.trim()], destination }
  const rule = parseRule(text)
  return rule ? { type: 'addRules', rules: [rule], behavior: tab, destination } : undefined
}

export const destinationOptions = (
  words: Words['panels']['permissions'],
): readonly Option<PermissionDestination>[] =>
  numbered(
    (['localSettings', 'userSettings', 'projectSettings', 'session'] as const).map(value => ({
      value,
      label: words.destinations[value],
    })),
  )
