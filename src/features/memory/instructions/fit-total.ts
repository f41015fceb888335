import type { InstructionScope } from './candidates.ts'

/** About 100,000 tokens: more would leave no room for work. */
const MAX_TOTAL_CHARS = 400_000

/**
 * Which texts may stay, in their order. The administrator's come first, then what is nearest to the work: the last
 * ones, because the later one counts.
 */
export const fitTotal = <T extends { readonly text: string; readonly scope: InstructionScope }>(
  texts: readonly T[],
): { readonly kept: readonly T[]; readonly left: readonly T[] } => {
  const total = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (total <= MAX_TOTAL_CHARS) return { kept: texts, left: [] }
  const kept = new Set<T>()
  let room = MAX_TOTAL_CHARS
  const byWorth = [
    ...texts.filter(({ scope }) => scope === 'managed'),
    ...texts.filter(({ scope }) => scope !== 'managed').reverse(),
  ]
  for (const text of byWorth) {
    if (text.text.length > room) continue
    room -= text.text.length
    kept.add(text)
  }
  return { kept: texts.filter(text => kept.has(text)), left: texts.filter(text => !kept.has(text)) }
}
