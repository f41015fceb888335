import { expect, test } from 'vitest'
import { createFuzzPlace } from '../attacks/support/fuzz/fuzz-place.ts'
import { type FuzzReport, fuzzShell } from '../attacks/support/fuzz/shell-fuzz.ts'
import { hasGit, hasStrace } from '../support/needs-program.ts'

const LINES = 100_000
/** As many at a time as a small machine has cores. */
const SEEDS = [1, 2]

const fuzzed = async (seed: number): Promise<FuzzReport> => {
  const place = createFuzzPlace()
  try {
    return await fuzzShell(place, { seed, lines: LINES / SEEDS.length, traced: hasStrace() })
  } finally {
    place.remove()
  }
}

test.runIf(process.platform === 'linux' && hasGit())(
  'of a hundred thousand lines, none that is allowed writes, reads outside or starts what was not listed',
  async () => {
    const reports = await Promise.all(SEEDS.map(fuzzed))
    const total = (of: (report: FuzzReport) => number): number =>
      reports.reduce((sum, one) => sum + of(one), 0)
    process.stdout.write(
      `${total(one => one.lines)} lines, ${total(one => one.allowed)} allowed, ${total(one => one.executed)} run\n`,
    )
    expect(reports.flatMap(report => report.findings)).toEqual([])
    expect(total(one => one.allowed)).toBeGreaterThan(LINES / 4)
    expect(total(one => one.executed)).toBeGreaterThan(LINES / 5)
  },
)
