import { editDistance } from '../../lib/nearest-name.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import { asksForLong, baseOf, withoutLong } from '../../protocol/model.ts'
import { MODEL_ROWS } from './model-rows.ts'

/** Names of families: each means the newest model of it. */
export const FAMILIES = ['sonnet', 'opus', 'haiku', 'fable'] as const
export type Family = (typeof FAMILIES)[number]

export const MODEL_IDS: readonly string[] = MODEL_ROWS.map(({ id }) => id)

/** The newest model of a family by the version in its id, `claude-opus-5-5` before `claude-opus-5`. */
export const newestOf = (family: Family, ids: readonly string[] = MODEL_IDS): string | undefined => {
  const version = (id: string): readonly number[] =>
    baseOf(id).slice(`claude-${family}-`.length).split('-').map(Number)
  return ids
    .filter(id => new RegExp(`^claude-${family}-\\d+(?:-\\d+)?$`).test(baseOf(id)))
    .reduce<string | undefined>(
      (best, id) => (best === undefined || isNewer(version(id), version(best)) ? id : best),
      undefined,
    )
}

const isNewer = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0))
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** What is assumed of a model nobody knows: it loses its price and nothing else. See docs/models.md. */
const assumedFacts = (name: string): ModelFacts => {
  const id = withoutLong(name)
  const sibling = newerSiblingOf(id)
  if (sibling) {
    const { price: _, longPrice: __, fast: ___, ...facts } = sibling
    return { ...facts, id }
  }
  const facts = { id, window: 200_000, maxOutput: 64_000 }
  // Whatever its maker brings next will think as its newest models do, and take nothing of older ones.
  return baseOf(id).startsWith('claude-') && !/^claude-(?:[a-z]+-)?[1-4](?:-|$)/.test(baseOf(id))
    ? { ...facts, thinking: 'adaptive', thinksByDefault: true, hidesThinking: true, documents: true }
    : { ...facts, thinking: 'budget' }
}

/** The newest row of its family, where the model itself is newer still: it will do what that one does. */
const newerSiblingOf = (id: string): ModelFacts | undefined => {
  const family = FAMILIES.find(each => baseOf(id).startsWith(`claude-${each}-`))
  const newest = family && newestOf(family)
  const isNewest = newest !== undefined && newestOf(family as Family, [newest, id]) === id
  return isNewest ? MODEL_ROWS.find(row => row.id === newest) : undefined
}

/** What is known of a model. Rows of `extra` win; what nobody knows is assumed. */
export const findModel = (
  id: string,
  extra: readonly ModelFacts[],
): { readonly facts: ModelFacts; readonly known: boolean } => {
  const base = baseOf(id)
  const exact = extra.find(each => each.id === id)
  const row =
    exact ??
    MODEL_ROWS.find(each => each.id === id) ??
    extra.find(each => each.id === base || each.id === withoutLong(id)) ??
    MODEL_ROWS.find(each => each.id === base)
  const found = row ? { facts: row, known: true } : { facts: assumedFacts(id), known: false }
  return exact || !asksForLong(id) ? found : { ...found, facts: withLongWindow(found) }
}

/** Of a model that nobody knows the person's word counts. */
const LONG_WINDOW = 1_000_000

const withLongWindow = ({ facts, known }: ReturnType<typeof findModel>): ModelFacts => {
  const window = facts.longWindow ?? (known ? facts.window : LONG_WINDOW)
  return { ...facts, window: Math.max(window, facts.window) }
}

/** It was asked for with `[1m]`, and there is no such window. */
export const lacksLongWindow = (name: string, extra: readonly ModelFacts[]): boolean =>
  asksForLong(name) && findModel(name, extra).facts.window < LONG_WINDOW

export interface ModelRedirects {
  readonly sonnet?: string
  readonly opus?: string
  readonly haiku?: string
  readonly fable?: string
  /** A fable that is known to be there for this person. */
  readonly best?: string
  readonly default?: string
}

/** Turns an alias into a model id; anything else is an id already. `[1m]` stays where it makes a difference. */
export const resolveModelName = (name: string, redirects: ModelRedirects): string => {
  const trimmed = name.trim()
  const plain = withoutLong(trimmed)
  const found = resolveName(plain, redirects)
  return asksForLong(trimmed) || asksForLong(found) ? longName(withoutLong(found)) : found
}

const resolveName = (name: string, redirects: ModelRedirects): string => {
  if (name.toLowerCase() !== 'default') return resolveAlias(name, redirects)
  const target = redirects.default?.trim() || 'sonnet'
  const isItself = withoutLong(target).toLowerCase() === 'default'
  return isItself ? resolveAlias('sonnet', redirects) : resolveModelName(target, redirects)
}

/** A model whose window is that long anyway needs no other name. */
const longName = (id: string): string => {
  const { facts, known } = findModel(id, [])
  return known && facts.window >= LONG_WINDOW ? id : `${id}[1m]`
}

/** Planning is done by one model and the work by another: the mode says which. */
export const PLAN_ALIAS = 'opusplan'

export const isPlanAlias = (name: string): boolean => withoutLong(name.trim()).toLowerCase() === PLAN_ALIAS

const resolveAlias = (name: string, redirects: ModelRedirects): string => {
  const alias = name.toLowerCase()
  if (alias === 'best') return redirects.fable ?? redirects.best ?? resolveAlias('opus', redirects)
  const family = FAMILIES.find(each => each === (alias === PLAN_ALIAS ? 'sonnet' : alias))
  return family === undefined ? name : redirects[family] || (newestOf(family) ?? name)
}

/** Known ids that a mistyped one may have meant, nearest first, at most three. */
export const nearestModels = (id: string): string[] => {
  const typed = baseOf(id)
  const limit = Math.max(3, Math.floor(typed.length / 2))
  return MODEL_ROWS.map(row => ({ id: row.id, distance: editDistance(typed, row.id) }))
    .filter(each => each.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(each => each.id)
}
