import { Ajv } from 'ajv'
import { createTwoFilesPatch } from 'diff'
import { expect, test } from 'vitest'
import type { PlantedChange } from '../../evals/review/corpus.ts'
import { diffParts, fitDiff } from '../../src/features/code-review/diff-parts.ts'
import { judgeFindings, mergeFindings, readFindings } from '../../src/features/code-review/finding.ts'
import { annotations, draftComments, linesOfDiff } from '../../src/features/code-review/github.ts'
import { sarifReport } from '../../src/features/code-review/sarif.ts'
import { REVIEW_CORPUS } from '../support/review-corpus.ts'
import { SARIF_SCHEMA } from '../support/sarif-schema.ts'

const CLASSES = [
  'correctness',
  'security',
  'data-loss',
  'concurrency',
  'compatibility',
  'tests',
  'simplicity',
]

const diffOf = ({ before, after }: PlantedChange): string =>
  Object.keys(after)
    .filter(name => before[name] !== after[name])
    .map(name => {
      const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before[name] ?? '', after[name] ?? '')
      return `diff --git a/${name} b/${name}\n${patch.slice(patch.indexOf('--- '))}`
    })
    .join('')

test('the corpus has thirty planted faults of seven classes and ten clean changes', () => {
  const bugs = REVIEW_CORPUS.flatMap(({ bug }) => bug ?? [])
  expect([REVIEW_CORPUS.length, bugs.length]).toEqual([40, 30])
  expect([...new Set(bugs.map(({ by }) => by))].toSorted()).toEqual(CLASSES.toSorted())
  expect(new Set(REVIEW_CORPUS.map(({ name }) => name))).toHaveLength(40)
  const endings = REVIEW_CORPUS.flatMap(({ after }) => Object.keys(after)).map(name => name.split('.').at(-1))
  expect(new Set(endings).size).toBeGreaterThan(8)
})

test.each(REVIEW_CORPUS.map(change => [change.name, change] as const))(
  '%s: what holds stays once, a false alarm goes, and every format has its place',
  (_, change) => {
    const { bug } = change
    const diff = diffOf(change)
    const parts = diffParts(diff)
    expect(parts.map(({ text }) => text).join('')).toBe(diff)
    expect(fitDiff(diff)).toEqual({ text: diff, files: parts.map(({ file }) => file), leftOut: [] })
    const [first] = parts
    const alarm = { file: first?.file, line: 2, severity: 'error', title: 'Nobody closes the door here' }
    const seen = bug ? [{ file: bug.file, line: bug.line, severity: 'warning', title: bug.title }] : []
    // The same by somebody else, who calls it grave and is a line off.
    const again = seen.map(one => ({ ...one, line: one.line + 1, severity: 'error', title: `${one.title}!` }))
    const merged = mergeFindings([
      ...readFindings({ findings: [...seen, alarm] }, 'correctness'),
      ...readFindings({ findings: again }, bug?.by ?? 'tests'),
    ])
    expect(merged).toHaveLength(bug ? 2 : 1)
    const judged = judgeFindings(
      merged,
      merged.map(({ title }) => ({ verdict: title.includes('door') ? 'refuted' : 'real', why: 'Looked.' })),
    ).filter(({ verdict }) => verdict === 'real')
    const near = bug ? { file: bug.file, line: bug.line + 1 } : {}
    expect(judged).toMatchObject(bug ? [{ ...near, severity: 'error' }] : [])
    const isValid = new Ajv({ strict: false }).compile(SARIF_SCHEMA)
    const sarif = sarifReport(judged, { version: '1.2.3' })
    expect([isValid(sarif), isValid.errors ?? []]).toEqual([true, []])
    const marks = annotations(judged)
      .split('\n')
      .filter(line => line !== '')
    expect(marks).toHaveLength(judged.length)
    if (!bug) return
    expect(linesOfDiff(diff).get(bug.file)?.has(bug.line)).toBe(true)
    expect(marks[0]).toContain(`::error file=${bug.file},line=${bug.line + 1},title=`)
    const { body, comments } = draftComments(judged, diff) as { body: string; comments: readonly object[] }
    const isShown = linesOfDiff(diff)
      .get(bug.file)
      ?.has(bug.line + 1)
    expect(comments).toMatchObject(isShown ? [{ path: bug.file, line: bug.line + 1, side: 'RIGHT' }] : [])
    expect(body === '').toBe(isShown)
  },
)
