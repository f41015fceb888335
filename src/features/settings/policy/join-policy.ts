import { compareVersions } from '../../../lib/compare-versions.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { Settings, SettingsLayer } from '../../../protocol/settings.ts'
import type { SettingRow } from '../rows/row.ts'
import { POLICY_ROWS } from './read-policy.ts'
import { strictReading } from './strictest.ts'

/** How several words about one setting become one that none of them is loosened by. */
type Joining =
  /** From the loosest to the strictest. */
  | { readonly kind: 'strictest'; readonly order: readonly unknown[] }
  | { readonly kind: 'first'; readonly compare: (one: never, other: never) => number }
  /** Entries restrict: all of them count. */
  | { readonly kind: 'all' }
  /** Entries permit: those of one place add up, of several places only what each of them has counts. */
  | { readonly kind: 'common' }
  /** The same, name by name. */
  | { readonly kind: 'names'; readonly order: readonly unknown[] }

const least: Joining = { kind: 'first', compare: (one: number, other: number) => one - other }

/** Of settings whose strictest value alone does not say it. */
const JOININGS: Readonly<Record<string, Joining>> = {
  'permissions.defaultMode': {
    kind: 'strictest',
    order: ['bypassPermissions', 'auto', 'acceptEdits', 'default', 'dontAsk', 'plan'],
  },
  crossSessionInbound: { kind: 'strictest', order: ['deliver', 'hold', 'refuse'] },
  'teams.planApproval': { kind: 'strictest', order: ['leader', 'person'] },
  parentSettingsBehavior: { kind: 'strictest', order: ['first-wins', 'merge'] },
  strictPluginOnlyCustomization: { kind: 'all' },
  enabledPlugins: { kind: 'names', order: [true, false] },
  skillOverrides: { kind: 'names', order: ['on', 'name-only', 'user-invocable-only', 'off'] },
  requiredMinimumVersion: {
    kind: 'first',
    compare: (one: string, other: string) => compareVersions(other, one),
  },
  requiredMaximumVersion: { kind: 'first', compare: compareVersions },
  assistantDailyUsd: least,
  'agents.maxDepth': least,
  'agents.maxConcurrent': least,
  'agents.askAbove': least,
}

/** Absent: the highest word counts, or whoever merges settings joins them (rules, hooks, maps by name). */
export const joiningOf = (row: Pick<SettingRow, 'key' | 'stricter'>): Joining | undefined => {
  const known = JOININGS[row.key]
  if (known) return known
  const reading = strictReading(row)
  if (reading === 'closes') return { kind: 'all' }
  if (reading === 'opens') return { kind: 'common' }
  if (typeof reading !== 'object') return undefined
  const { as } = reading
  if (typeof as === 'boolean') return { kind: 'strictest', order: [!as, as] }
  return typeof as === 'string' ? { kind: 'strictest', order: [as] } : undefined
}

type Place = readonly SettingsLayer[]
/** A value, and which layer has it. */
interface Word {
  readonly value: unknown
  readonly layer: number
  readonly place: number
}

/**
 * Policy of several places, lowest first, so that no file loosens what another restricts: whichever way its layers are
 * merged, the strictest word about each setting counts. The layer that says it keeps it, the others lose theirs.
 */
export const joinPolicy = (places: readonly Place[]): readonly SettingsLayer[] => {
  const layers = places.flat()
  if (layers.length < 2) return layers
  const placeOf = places.flatMap((place, index) => place.map(() => index))
  let settings: readonly Settings[] = layers.map(layer => layer.settings)
  for (const row of POLICY_ROWS) {
    const path = row.key.split('.')
    const words = settings.flatMap((one, layer): readonly Word[] => {
      const value = at(one, path)
      return value === undefined ? [] : [{ value, layer, place: placeOf[layer] ?? 0 }]
    })
    const joined = joinWords(words, row)
    const [group = ''] = path
    const home = isWholeGroup(path)
      ? settings.findLastIndex(one => at(one, [group]) !== undefined)
      : undefined
    settings = settings.map((one, layer): Settings => {
      if (!joined || !words.some(word => word.layer === layer || layer === home)) return one
      const inner = 'value' in joined ? pick(joined, home ?? joined.layer, layer) : joined.values.get(layer)
      return put(one, path, inner) as Settings
    })
  }
  return layers.map((layer, index) => withSettings(layer, settings[index] ?? layer.settings))
}

const pick = ({ value }: { readonly value: unknown }, holder: number, layer: number): unknown =>
  layer === holder ? value : undefined

/** Groups of other names count whole, from the highest layer that has one: it is given all of theirs. */
const isWholeGroup = ([group = '', ...rest]: readonly string[]): boolean =>
  rest.length > 0 && !['permissions', 'sandbox', 'secrets'].includes(group)

/** Lines of rules are those of its list as it was written. */
const withSettings = (layer: SettingsLayer, settings: Settings): SettingsLayer => {
  const { ruleLines, ...rest } = layer
  const { allow: lines, ...others } = ruleLines ?? {}
  const isWhole = settings.permissions?.allow?.length === layer.settings.permissions?.allow?.length
  const kept = isWhole && lines ? { ...others, allow: lines } : others
  return { ...rest, settings, ...(ruleLines ? { ruleLines: kept } : {}) }
}

type Joined =
  | { readonly value: unknown; readonly layer: number }
  /** What is left in each layer. */
  | { readonly values: ReadonlyMap<number, unknown> }

const joinWords = (words: readonly Word[], row: SettingRow): Joined | undefined => {
  const highest = words.at(-1)
  const joining = joiningOf(row)
  if (!highest || (!joining && !isWholeGroup(row.key.split('.')))) return undefined
  const { layer } = highest
  switch (joining?.kind) {
    case undefined:
      return highest
    case 'strictest': {
      const { order } = joining
      return words.reduce((best, word) => (rank(order, word) >= rank(order, best) ? word : best))
    }
    case 'first':
      return words.reduce((best, word) =>
        joining.compare(word.value as never, best.value as never) <= 0 ? word : best,
      )
    case 'all':
      return { layer, value: unique(words.flatMap(entries)) }
    case 'common': {
      const common = commonOf(words)
      const isCommon = (entry: unknown): boolean => common.has(sameAs(entry))
      // Rules stay in the files they were written in, which are named where one of them counts.
      if (row.key.startsWith('permissions.'))
        return { values: new Map(words.map(word => [word.layer, entries(word).filter(isCommon)])) }
      const all = unique(words.flatMap(entries))
      return { layer, value: [...all.filter(isCommon), ...sortsLost(row.key, all, isCommon)] }
    }
    case 'names':
      return { layer, value: byName(words, joining.order) }
  }
}

/**
 * Who lists commands or addresses of MCP servers means all servers of that sort. Where the places have none in common,
 * an entry that fits nothing says so still.
 */
const sortsLost = (
  key: string,
  all: readonly unknown[],
  isCommon: (entry: unknown) => boolean,
): readonly object[] => {
  if (key !== 'allowedMcpServers') return []
  const none = { serverCommand: [], serverUrl: '' }
  return Object.entries(none).flatMap(([sort, nothing]) => {
    const ofSort = all.filter(entry => isObject(entry) && Object.hasOwn(entry, sort))
    return ofSort.length > 0 && !ofSort.some(isCommon) ? [{ [sort]: nothing }] : []
  })
}

const rank = (order: readonly unknown[], { value }: Word): number => order.indexOf(value)

const entries = ({ value }: Word): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What every place has that says anything. */
const commonOf = (words: readonly Word[]): ReadonlySet<string> => {
  const ofPlaces = [...new Set(words.map(({ place }) => place))].map(place =>
    words.filter(word => word.place === place).flatMap(word => entries(word).map(sameAs)),
  )
  const [first = [], ...others] = ofPlaces
  return new Set(first.filter(entry => others.every(other => other.includes(entry))))
}

const unique = (all: readonly unknown[]): readonly unknown[] => [
  ...new Map(all.map(entry => [sameAs(entry), entry])).values(),
]

/** The same for entries that say the same, in whatever order their fields stand. */
const sameAs = (entry: unknown): string =>
  JSON.stringify(entry, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )

const byName = (words: readonly Word[], order: readonly unknown[]): object => {
  const joined: Record<string, unknown> = {}
  for (const { value } of words)
    for (const [name, one] of Object.entries(isObject(value) ? value : {}))
      if (!Object.hasOwn(joined, name) || order.indexOf(one) > order.indexOf(joined[name])) joined[name] = one
  return joined
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined),
    value,
  )

/** Without the key where there is no value for it. */
const put = (value: object, [name = '', ...rest]: readonly string[], inner: unknown): object => {
  const within = (value as Readonly<Record<string, unknown>>)[name]
  const { [name]: _, ...others } = value as Readonly<Record<string, unknown>>
  if (rest.length === 0) return inner === undefined ? others : { ...others, [name]: inner }
  return { ...others, [name]: put(isObject(within) ? within : {}, rest, inner) }
}
