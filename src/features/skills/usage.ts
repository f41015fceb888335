import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { cachedText } from '../../lib/files/stored-object.ts'

/** How often which skill was used, over all sessions of a person. */
export interface SkillUsage {
  /** The higher, the more often and the more recently. */
  rank(name: string): number
  /** Counted once in a minute. */
  used(name: string): void
}

interface Uses {
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly last: number
}

const DEBOUNCE_MS = 60_000
const DAY_MS = 86_400_000
const HALF_LIFE_DAYS = 7
const LEAST_WEIGHT = 0.1
const MAX_NAMES = 1_000

/** @param file where it is kept; absent: nowhere */
export const createSkillUsage = (file: string | undefined, now: () => number): SkillUsage => {
  let known: Map<string, Uses> | undefined
  const all = (): Map<string, Uses> => (known ??= file === undefined ? new Map() : read(file))
  return {
    rank(name) {
      const uses = all().get(name)
      if (!uses) return 0
      const days = Math.max(0, now() - uses.last) / DAY_MS
      return uses.count * Math.max(0.5 ** (days / HALF_LIFE_DAYS), LEAST_WEIGHT)
    },
    used(name) {
      // Another session may have counted meanwhile.
      if (file !== undefined) known = read(file)
      const before = all().get(name)
      if (before && now() - before.last < DEBOUNCE_MS) return
      all().set(name, { count: (before?.count ?? 0) + 1, last: now() })
      if (file !== undefined) write(file, all())
    },
  }
}

const read = (file: string): Map<string, Uses> => {
  try {
    const value: unknown = JSON.parse(cachedText(file))
    return new Map(
      Object.entries(value as Record<string, Uses>).filter(
        ([, uses]) => typeof uses?.count === 'number' && typeof uses.last === 'number',
      ),
    )
  } catch {
    // Nothing was counted yet, or somebody spoiled it: counting begins anew.
    return new Map()
  }
}

const write = (file: string, uses: ReadonlyMap<string, Uses>): void => {
  const newest = [...uses].toSorted(([, a], [, b]) => b.last - a.last).slice(0, MAX_NAMES)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileAtomically(file, Buffer.from(JSON.stringify(Object.fromEntries(newest))), { mode: 0o600 })
  } catch {
    // It only orders lists.
  }
}
