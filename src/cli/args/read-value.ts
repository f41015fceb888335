import { readTokens } from '../../features/budgets/token-words.ts'
import { usageText } from '../../protocol/messages/cli/usage.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { flagName, type ValueFlag } from './flag.ts'
import type { OptionsDraft } from './run-options.ts'
import { UsageError } from './usage-error.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Puts one value of a flag into the options. Scalars: the last one counts. Lists grow. */
export const readValue = (draft: OptionsDraft, flag: ValueFlag, value: string): void => {
  switch (flag.kind) {
    case 'text':
      draft[flag.key] = readText(flag, value)
      return
    case 'number':
      draft[flag.key] = readNumber(flag, value)
      return
    case 'choice':
      Object.assign(draft, { [flag.key]: readChoice(flag, value) })
      return
    case 'list':
      draft[flag.key] = [...(draft[flag.key] ?? []), ...readList(flag, value)]
      return
    case 'items':
      Object.assign(draft, { [flag.key]: readItems(flag, value) })
      return
    case 'optional':
      draft[flag.key] = readText(flag, value)
      return
    case 'attached':
      if (flag.key === 'tmux') draft.tmux = readTmux(value)
      else draft.debug = splitCommas(value)
      return
  }
}

const splitCommas = (value: string): readonly string[] =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const readTmux = (value: string): 'classic' | 'auto' => {
  if (value === '') return 'auto'
  if (value === 'classic') return value
  throw new UsageError(usageText('takes', { flag: '--tmux', choices: usageText('classic'), given: value }))
}

const readText = (flag: ValueFlag & { readonly kind: 'text' | 'optional' }, value: string): string => {
  if (value === '' && !(flag.kind === 'text' && flag.empty))
    throw new UsageError(usageText('empty_value', { flag: flagName(flag) }))
  if (flag.kind === 'text' && flag.uuid && !UUID.test(value))
    throw new UsageError(
      usageText('takes', { flag: flagName(flag), choices: usageText('uuid'), given: value }),
    )
  return value
}

const readNumber = (flag: ValueFlag & { readonly kind: 'number' }, value: string): number => {
  const tokens = flag.tokens ? readTokens(value) : undefined
  const number = tokens ?? (DECIMAL.test(value) ? Number(value) : Number.NaN)
  const usable = flag.whole ? Number.isSafeInteger(number) : Number.isFinite(number)
  if (usable && (number > 0 || (flag.zero && number === 0))) return number
  const kind = flag.whole ? 'whole' : 'number'
  throw new UsageError(
    usageText('takes', {
      flag: flagName(flag),
      choices: usageText(flag.zero ? `${kind}_or_zero` : kind),
      given: value,
    }),
  )
}

const readChoice = (flag: ValueFlag & { readonly kind: 'choice' }, value: string): string => {
  const choices: readonly string[] = flag.choices
  const aliases: Readonly<Record<string, string>> = flag.aliases ?? {}
  if (choices.includes(value)) return value
  const alias = Object.hasOwn(aliases, value) ? aliases[value] : undefined
  if (alias !== undefined) return alias
  throw new UsageError(usageText('takes', { flag: flagName(flag), choices: oneOf(choices), given: value }))
}

const readList = (flag: ValueFlag & { readonly kind: 'list' }, value: string): readonly string[] => {
  if (flag.split === 'rules') return splitRules(value)
  if (value === '') throw new UsageError(usageText('empty_value', { flag: flagName(flag) }))
  return [value]
}

const readItems = (flag: ValueFlag & { readonly kind: 'items' }, value: string): readonly string[] => {
  const items = splitCommas(value)
  if (items.length === 0 && !flag.empty)
    throw new UsageError(usageText('empty_value', { flag: flagName(flag) }))
  const { choices } = flag
  const stranger = choices && items.find(item => !choices.includes(item))
  if (choices && stranger !== undefined)
    throw new UsageError(
      usageText('takes_items', { flag: flagName(flag), choices: oneOf(choices), given: stranger }),
    )
  return items
}

/** Names to choose from, with "or" before the last. */
export const oneOf = (choices: readonly string[]): Text => {
  const [last = '', ...before] = choices.toReversed()
  return before.length === 0 ? last : usageText('one_of', { first: before.toReversed(), last })
}

/**
 * The items of one argument: split at commas and blanks outside parentheses, so that `Read,Bash(git log *)` is two
 * rules. A backslash keeps the next character from counting; an unclosed parenthesis reaches to the end.
 */
export const splitRules = (text: string): readonly string[] => {
  const rules: string[] = []
  let depth = 0
  let start = 0
  const close = (end: number): void => {
    if (end > start) rules.push(text.slice(start, end))
    start = end + 1
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (character === ',' || /\s/.test(character))) close(at)
  }
  close(text.length)
  return rules
}
