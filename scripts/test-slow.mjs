// Runs the tests (all, or the paths given) and says where the processor's time goes, which files and which tests take
// longest. Processor time (of the files and the programs they started) is the same on a busy machine as on a quiet one;
// tests are ranked by the clock.
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
  if (existsSync(times)) {
    const files = readFiles(times)
    printClasses(files)
    printFolders(files)
    printFiles(files)
  }
  if (existsSync(report)) printTests(JSON.parse(readFileSync(report, 'utf8')).testResults)
  process.exitCode = status ?? 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

/** What each file cost: `imports` and `tests` in the worker, `programs` those that it started; `before` since the last file. */
function readFiles(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const last = new Map()
  return lines
    .map(line => JSON.parse(line))
    .map(({ file, worker, start, loaded, end }) => {
      const previous = last.get(worker) ?? { own: 0, children: 0 }
      last.set(worker, end)
      return {
        file: relative(process.cwd(), file),
        before: start.own - previous.own,
        isFirst: previous.own === 0,
        imports: loaded.own - start.own,
        tests: end.own - loaded.own,
        programs: end.children - previous.children,
        wall: end.wall - start.wall,
      }
    })
}

/** All that this process waited for (where the system tells: Linux): the runner, its workers, and theirs. */
function waitedSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

function costOf({ imports, tests, programs }) {
  return imports + tests + programs
}

function sum(files, pick) {
  return files.reduce((total, file) => total + pick(file), 0)
}

function seconds(value) {
  return `${value.toFixed(1).padStart(7)} s`
}

function printClasses(files) {
  const classes = {
    'programs that tests started': sum(files, file => file.programs),
    'tests themselves': sum(files, file => file.tests),
    'what files import': sum(files, file => file.imports),
    'starts of workers': sum(
      files.filter(file => file.isFirst),
      file => file.before,
    ),
    'between files': sum(
      files.filter(file => !file.isFirst),
      file => file.before,
    ),
  }
  const told = Object.values(classes).reduce((total, value) => total + value, 0)
  const all = waitedSeconds()
  if (all > told) classes['the runner (reads and translates sources, reports)'] = all - told
  console.log(`\n${files.length} files took ${Math.max(all, told).toFixed(0)} s of processor time:\n`)
  for (const [name, value] of Object.entries(classes)) console.log(`${seconds(value)}  ${name}`)
}

function printFolders(files) {
  const folders = Object.groupBy(files, ({ file }) => file.split('/').slice(0, 2).join('/'))
  console.log('\nBy folder (imports, tests, programs):\n')
  const rows = Object.entries(folders).map(([name, inside]) => ({ name, inside, cost: sum(inside, costOf) }))
  for (const { name, inside } of rows.toSorted((a, b) => b.cost - a.cost).slice(0, 12))
    console.log(`${columns(inside)}  ${name} (${inside.length} files)`)
}

function columns(files) {
  return [file => file.imports, file => file.tests, file => file.programs]
    .map(pick => seconds(sum(files, pick)))
    .join('')
}

function printFiles(files) {
  console.log('\nThe dearest files (imports, tests, programs; by the clock):\n')
  for (const file of files.toSorted((a, b) => costOf(b) - costOf(a)).slice(0, FILES))
    console.log(`${columns([file])} ${seconds(file.wall)}  ${file.file}`)
}

function printTests(results) {
  const tests = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(test => ({ file: relative(process.cwd(), name), ...test })),
  )
  console.log(`\nThe slowest of ${tests.length} tests by the clock:\n`)
  for (const test of tests.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, TESTS))
    console.log(`${((test.duration ?? 0) / 1000).toFixed(1).padStart(6)} s  ${test.file}: ${test.title}`)
}
