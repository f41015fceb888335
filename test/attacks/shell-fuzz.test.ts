import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasGit, hasStrace } from '../support/needs-program.ts'
import { createFuzzPlace, type FuzzPlace } from './support/fuzz/fuzz-place.ts'
import { createJudge, fuzzShell, runAllowed } from './support/fuzz/shell-fuzz.ts'

const isLinux = process.platform === 'linux' && hasGit()

let place: FuzzPlace
beforeAll(() => {
  place = createFuzzPlace()
})
afterAll(() => place.remove())

/** Runs one line as if it had been allowed, and says what the canaries say. */
const alarmsOf = async (line: string): Promise<string> => {
  const judged = await (await createJudge(place))(line)
  const { findings } = await runAllowed([judged], place, { traced: hasStrace(), language: 'C' })
  return findings.flatMap(finding => finding.wrong).join('; ')
}

// Each of these asks; run all the same, it sets off the canary that stands behind it.
test.runIf(isLinux).each([
  ['echo x > made', /changes files|opens \S+ to write/],
  ['xxd a.txt -b', /changes files|opens \S+ to write/],
  ['git log -1 --format=%h --output=made', /changes files|opens \S+ to write/],
  ['cat .env', /shows a sensitive file/],
  ['grep x ../outside/secret.txt out/secret.txt; cat link.txt', /shows a file outside/],
  ['echo "$SECRET_KEY"', /shows the environment/],
  ['x=hash; $x -r', /runs hash, which was not listed/],
])('run without leave, %s is noticed', async (line, alarm) => {
  expect(await alarmsOf(line)).toMatch(alarm)
})

test.runIf(isLinux && hasStrace()).each([
  ['echo x 2>/dev/null > made', /opens \S+\/made to write/],
  ['rm -f nothing-there', /unlinkat/],
  ['./ls', /starts \.\/ls/],
  ['env ls ..', /reads \S+\/home\b/],
  ['find a.txt -exec ./cat {} +', /starts \.\/cat/],
  ['PATH=.:$PATH head a.txt', /starts \.\/head/],
  ['od -c .env', /reads \.env/],
  ['cat < /etc/hostname', /reads \/etc\/hostname/],
  [': > /dev/tcp/127.0.0.1/9', /connect/],
])('run without leave under a tracer, %s is noticed', async (line, alarm) => {
  expect(await alarmsOf(line)).toMatch(alarm)
})

test.runIf(isLinux)('a file that differs by its times alone is not noted in the index', async () => {
  expect(await alarmsOf('git diff; git diff HEAD --stat; git status')).toBe('')
})

test.runIf(isLinux)(
  'of random lines, none that is allowed writes, reads outside or starts what was not listed',
  async () => {
    // A small part of what `npm run test:long` tries.
    const report = await fuzzShell(place, { seed: 20261115, lines: 300, traced: hasStrace() })
    expect(report.findings).toEqual([])
    // Otherwise running them would say little.
    expect(report.allowed / report.lines).toBeGreaterThan(0.25)
    expect(report.executed).toBeGreaterThan(75)
    expect(report.ran.size).toBeGreaterThan(30)
  },
)
