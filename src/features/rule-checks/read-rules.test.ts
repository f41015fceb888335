import { expect, test } from 'vitest'
import { addedLines, appliesTo, forbiddenIn } from './broken-by.ts'
import { readRules } from './read-rules.ts'

const FILE = `# Rules
- Log with the logger, never with console.
  forbid(src/**/*.ts, lib/*.ts): console.log(
- Lint is clean.
  check: npm run lint
  - \`check(docs/**): npm run docs\`
1. Keep it small.
   forbid: /TODO|FIXME/
check: this is prose
Check: so is this
\`\`\`
  check: rm -rf /
\`\`\`
`

test('marked lines belong to the rule above them; prose and code are none', () => {
  expect(
    readRules('/p/AGENTS.md', FILE).map(({ text, line, check, globs }) => [text, line, check, globs]),
  ).toEqual([
    ['Log with the logger, never with console.', 3, { forbids: 'console.log(' }, ['src/**/*.ts', 'lib/*.ts']],
    ['Lint is clean.', 5, { command: 'npm run lint' }, undefined],
    ['Lint is clean.', 6, { command: 'npm run docs' }, ['docs/**']],
    ['Keep it small.', 8, { forbids: '/TODO|FIXME/' }, undefined],
  ])
})

test('a rule is for the files it names', () => {
  const [log, lint] = readRules('/p/AGENTS.md', FILE)
  const fits = (path: string) => [log, lint].map(rule => rule !== undefined && appliesTo(rule, path))
  expect(fits('src/a/b.ts')).toEqual([true, true])
  expect(fits('test/b.ts')).toEqual([false, true])
})

test('only added lines count, whole files that are new, and patterns that cannot be slow', () => {
  const hunk = { lines: ['-console.log(1)', '+ok', ' console.log(2)'] }
  expect(addedLines({ type: 'update', structuredPatch: [hunk] })).toEqual(['ok'])
  expect(addedLines({ type: 'create', content: 'a\nb' })).toEqual(['a', 'b'])
  expect(forbiddenIn('console.log(', ['x', 'a console.log(1)'])).toBe('a console.log(1)')
  expect(forbiddenIn('/TODO|FIXME/', ['x', '// FIXME'])).toBe('// FIXME')
  expect(forbiddenIn('/(a+)+$/', ['a'.repeat(40)])).toBeUndefined()
})
