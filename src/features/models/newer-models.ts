import type { ModelFacts } from '../../protocol/model.ts'
import { baseOf } from '../../protocol/model.ts'

/** `gpt-6.1-sol` is version 6.1 of the family `gpt-*-sol`. */
const VERSION = /(?<=^|[a-z-])\d+(?:[.-]\d+)*/

interface Member {
  readonly family: string
  readonly version: readonly number[]
}

const memberOf = (id: string): Member | undefined => {
  const base = baseOf(id)
  const found = VERSION.exec(base)?.[0]
  if (found === undefined) return undefined
  return { family: base.replace(found, '*'), version: found.split(/[.-]/).map(Number) }
}

const isNewer = (a: Member, b: Member): boolean => {
  const length = Math.max(a.version.length, b.version.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (a.version[at] ?? 0) - (b.version[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/**
 * Of what a provider lists, what is newer than the newest row of its family: with the facts of that row, which it will
 * share, but for its price, which nobody knows. A list has much else (embeddings, voices, snapshots), which is left.
 */
export const newerModels = <Row extends ModelFacts>(
  rows: readonly Row[],
  ids: readonly string[],
): readonly Row[] => {
  const newest = new Map<string, { readonly member: Member; readonly row: Row }>()
  for (const row of rows) {
    const member = memberOf(row.id)
    const known = member && newest.get(member.family)
    if (member && (!known || isNewer(member, known.member))) newest.set(member.family, { member, row })
  }
  return ids.flatMap(id => {
    const member = memberOf(id)
    const known = member && newest.get(member.family)
    if (!member || !known || !isNewer(member, known.member)) return []
    const { price: _, longPrice: __, fast: ___, ...facts } = known.row
    return [{ ...facts, id } as Row]
  })
}
