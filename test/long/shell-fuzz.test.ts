import { expect, test } from 'vitest'
import { createFuzzPlace } from '../attacks/support/fuzz/fuzz-place.ts'
import { type FuzzReport, fuzzShell } from '../attacks/support/fuzz/shell-fuzz.ts'
import { hasGit, hasStrace } from '../support/needs-program.ts'

const LINES = 100_000
const PORTIONS = 20
/** As many at a time as a small machine has cores. */
const AT_ONCE = 2
const LINES_EACH = LINES / PORTIONS / AT_ONCE

const fuzzed = async (seed: number): Promise<FuzzReport> => {
  const place = createFuzzPlace()
  try {
    return await fuzzShell(place, { seed, lines: LINES_EACH, traced: hasStrace() })
  } finally {
    place.remove()
  }
}

const portions = Array.from({ length: PORTIONS }, (_, at) => at + 1)

/** In portions, so that one sees how far it is, and no limit depends on how fast the machine is. */
test.runIf(process.platform === 'linux' && hasGit()).each(portions)(
  'of a hundred thousand lines, none that is allowed writes, reads outside or starts what was not listed (%i of 20)',
  async portion => {
    const seeds = Array.from({ length: AT_ONCE }, (_, at) => portion * AT_ONCE + at)
    const reports = await Promise.all(seeds.map(fuzzed))
    const total = (of: (report: FuzzReport) => number): number =>
      reports.reduce((sum, one) => sum + of(one), 0)
    process.stdout.write(
      `${portion}: ${total(one => one.lines)} lines, ${total(one => one.allowed)} allowed, ${total(one => one.executed)} run\n`,
    )
    expect(reports.flatMap(report => report.findings)).toEqual([])
    expect(total(one => one.allowed)).toBeGreaterThan(LINES / PORTIONS / 4)
    expect(total(one => one.executed)).toBeGreaterThan(LINES / PORTIONS / 5)
  },
)
