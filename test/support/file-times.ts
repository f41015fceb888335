import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/**
 * What each test file costs the processor, for `npm run test:slow`: with CAPSTAN_TEST_TIMES a line per file goes there.
 * Processor time says the same on a busy machine as on a quiet one, and counts what the programs took that a test
 * started and waited for (where the system tells: Linux).
 */
const wanted = process.env['CAPSTAN_TEST_TIMES']

const TICKS_A_SECOND = 100

const childSeconds = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND
  } catch {
    return 0
  }
}

/** Seconds since this worker began (own, children), and by its clock. */
const now = (): { own: number; children: number; wall: number; mb: number } => {
  const { user, system } = process.cpuUsage()
  return {
    own: (user + system) / 1e6,
    children: childSeconds(),
    wall: performance.now() / 1000,
    mb: process.memoryUsage.rss() >> 20,
  }
}

if (wanted !== undefined) {
  const start = now()
  let loaded = start
  // The first of all hooks, when what the file imports has been loaded; and the last of all.
  beforeAll(() => {
    loaded = now()
  })
  afterAll(() => {
    const line = { file: expect.getState().testPath, worker: process.pid, start, loaded, end: now() }
    appendFileSync(wanted, `${JSON.stringify(line)}\n`)
  })
}

// The runner leaves the name of a test where it was until the next one begins, another file or not. Whoever asks between
// tests (report-missing.ts) is none of them.
expect.setState({ currentTestName: '' })
afterEach(() => expect.setState({ currentTestName: '' }))
