// Runs the tests (all, or the paths given) and says which files and which tests take longest. Files are ranked by the
// processor time they and the programs they started took, which a busy machine does not change; tests by the clock.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const FILES = 30
const TESTS = 30

const dir = mkdtempSync(join(tmpdir(), 'capstan-slow-'))
const report = join(dir, 'report.json')
const times = join(dir, 'times.jsonl')
try {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--no-isolate', ...reporters, ...process.argv.slice(2)]
  const { status } = spawnSync('vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, CAPSTAN_TEST_TIMES: times },
  })
  if (existsSync(times)) printFiles(readLines(times))
  if (existsSync(report)) printTests(JSON.parse(readFileSync(report, 'utf8')).testResults)
  process.exitCode = status ?? 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

function readLines(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line))
}

function printFiles(files) {
  const cost = ({ own, children }) => own + children
  const sum = pick => files.reduce((total, file) => total + pick(file), 0)
  const programs = sum(file => file.children)
  console.log(
    `\n${files.length} files took ${sum(cost).toFixed(0)} s of processor time, ${programs.toFixed(0)} s`,
  )
  console.log('of it in programs they started. The dearest (tests + programs, and by the clock):\n')
  for (const file of files.toSorted((a, b) => cost(b) - cost(a)).slice(0, FILES)) {
    const [own, children, wall] = [file.own, file.children, file.wall].map(s => s.toFixed(1).padStart(6))
    console.log(`${own} +${children} s ${wall} s  ${relative(process.cwd(), file.file)}`)
  }
}

function printTests(results) {
  const tests = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(test => ({ file: relative(process.cwd(), name), ...test })),
  )
  console.log(`\nThe slowest of ${tests.length} tests by the clock:\n`)
  for (const test of tests.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, TESTS))
    console.log(`${((test.duration ?? 0) / 1000).toFixed(1).padStart(6)} s  ${test.file}: ${test.title}`)
}
