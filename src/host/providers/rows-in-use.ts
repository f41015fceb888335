import { FAMILIES, PLAN_ALIAS } from '../../features/models/catalogue.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import { baseOf, withoutLong } from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'

const ALIASES: ReadonlySet<string> = new Set([...FAMILIES, PLAN_ALIAS, 'best', 'default'])

/** The first provider's, or a name that means one of them. */
export const isOfFirst = (name: string): boolean =>
  ALIASES.has(withoutLong(name.trim()).toLowerCase()) || baseOf(name.trim()).startsWith('claude-')

/** The rows of other makers, where one of them may be asked: nobody else waits for them. */
export const rowsInUse = async (
  names: readonly (string | undefined)[],
  {
    isOpen,
    listed,
    more,
    usual,
  }: {
    readonly isOpen: boolean
    readonly listed: ReadonlyMap<string, readonly string[]>
    /** Also of those that not every run loads, at these rates. */
    readonly more: Pick<Settings, 'exchangeRates'> | undefined
    /** Who answers what names nobody. */
    readonly usual: string
  },
): Promise<readonly ModelFacts[]> => {
  if (!isOpen && names.every(name => name === undefined || isOfFirst(name))) return []
  const { namedRows, OTHER_ROWS } = await import('../../features/models/other-rows.ts')
  const rows = more ? (await import('../../features/models/all-rows.ts')).rowsAtRates(more) : OTHER_ROWS
  if (listed.size === 0) return namedRows(rows, usual)
  const { newerModels } = await import('../../features/models/newer-models.ts')
  const newer = [...listed].flatMap(([name, ids]) =>
    newerModels(
      rows.filter(({ provider }) => provider === name),
      ids,
    ),
  )
  return [...namedRows(rows, usual), ...namedRows(newer, usual)]
}

/** Whose model it is, by rows that name their provider; a name without `claude-` is not the first one's. */
export const ownerIn = (
  rows: readonly ModelFacts[],
  from: { readonly providers: readonly Provider[]; readonly first: Provider },
): ((id: string) => Provider | undefined) => {
  const owners = new Map(rows.flatMap(({ id, provider }) => (provider === undefined ? [] : [[id, provider]])))
  return id => {
    const base = baseOf(id)
    if (base.startsWith('claude-')) return from.first
    const owner = owners.get(id) ?? owners.get(base)
    return from.providers.find(({ name }) => name === owner)
  }
}
