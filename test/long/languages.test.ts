import { expect, test } from 'vitest'
import { fuzzLanguage, type LanguageReport } from '../attacks/support/languages/fuzz-language.ts'

const PROGRAMS = 200_000
const PORTIONS = 40
const EACH = PROGRAMS / PORTIONS / 2
const portions = Array.from({ length: PORTIONS }, (_, at) => at + 1)

/** In portions, so that one sees how far it is, and no limit depends on how fast the machine is. */
test.runIf(process.platform === 'linux').each(portions)(
  'of two hundred thousand awk and sed programs, none that counts as a look writes, runs or reads anything else (%i of 40)',
  async portion => {
    const reports = await Promise.all([
      fuzzLanguage('awk', { count: EACH, seed: portion }),
      fuzzLanguage('sed', { count: EACH, seed: portion }),
    ])
    const total = (of: (report: LanguageReport) => number): number =>
      reports.reduce((sum, one) => sum + of(one), 0)
    process.stdout.write(
      `${portion}: ${total(one => one.programs)} programs, ${total(one => one.allowed)} allowed, run ${total(one => one.runs)} times\n`,
    )
    expect(reports.flatMap(report => report.findings)).toEqual([])
    // Otherwise running them would say little.
    expect(total(one => one.allowed)).toBeGreaterThan(EACH / 10)
  },
)
