// Which tests of incomplete files need not run once more when all programs are there: those that passed without asking for
// one. Takes the report of the first run (of the runner's json reporter) and the list that CAPSTAN_TEST_INCOMPLETE named;
// writes the names of these tests by file, for test/support/skip-passed.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Says that all of a file has to run (test/support/report-missing.ts). */
const ALL = '*'

/** Names as the runner joins them. Of several tests with one name all have to have passed. */
export const passedBefore = (report, incomplete, root) => {
  const asked = new Map()
  for (const line of incomplete.split('\n').filter(Boolean)) {
    const [path, who] = line.split('\t')
    asked.set(path, [...(asked.get(path) ?? []), who])
  }
  const results = report.testResults.map(({ name, assertionResults }) => [
    relative(root, name),
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: [...ancestorTitles, title].join(' > '),
      passed: status === 'passed',
    })),
  ])
  return Object.fromEntries(
    results
      .filter(([path]) => asked.has(path) && !asked.get(path).includes(ALL))
      .map(([path, tests]) => {
        const again = new Set([
          ...asked.get(path),
          ...tests.filter(test => !test.passed).map(test => test.name),
        ])
        return [path, tests.map(test => test.name).filter(name => !again.has(name))]
      }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [report, incomplete, out] = process.argv.slice(2)
  const passed = passedBefore(
    JSON.parse(readFileSync(report, 'utf8')),
    readFileSync(incomplete, 'utf8'),
    process.cwd(),
  )
  writeFileSync(out, JSON.stringify(passed))
  const count = Object.values(passed).reduce((sum, names) => sum + names.length, 0)
  console.log(`${count} tests of them passed and asked for no program: not once more`)
}
