import { expect, test } from 'vitest'
import { type Finding, judgeFindings, mergeFindings, readFindings } from './finding.ts'
import { annotations, draftComments, linesOfDiff } from './github.ts'

const finding = (more: Partial<Finding> = {}): Finding => ({
  file: 'a.js',
  line: 10,
  severity: 'warning',
  by: ['correctness'],
  title: 'The loop reads one item beyond the end',
  why: '',
  shows: '',
  ...more,
})

test.each([
  ['the same words on a line nearby', { line: 12, by: ['security'] }, 1],
  ['other words on the same line', { title: 'Names are not escaped anywhere', by: ['security'] }, 2],
  ['another fault by the same finder nearby', { line: 12, title: 'One item is read twice here' }, 2],
  ['the same words far away', { line: 40 }, 2],
  ['the same words in another file', { file: 'b.js' }, 2],
  [
    'the same in a longer sentence',
    { title: 'In this loop one item beyond the end is read, it seems', by: ['tests'] },
    1,
  ],
] as const)('%s', (_, more, left) => {
  expect(mergeFindings([finding(), finding(more)])).toHaveLength(left)
})

test('of what is the same the gravest stays, with everybody who named it and the patch of any', () => {
  const grave = finding({ severity: 'error', by: ['security'] })
  expect(mergeFindings([finding({ patch: '@@ -1 +1 @@' }), grave])).toEqual([
    { ...grave, by: ['security', 'correctness'], patch: '@@ -1 +1 @@' },
  ])
})

test.each([
  [
    { findings: [{ file: './src/a.js', line: 3, title: 'x', severity: 'grave' }] },
    [['src/a.js', 3, 'warning']],
  ],
  [{ findings: [{ file: '../../etc/passwd', line: 1, title: 'x' }] }, []],
  [{ findings: [{ file: '/etc/passwd', line: 1, title: 'x' }] }, []],
  [
    {
      findings: [
        { file: 'a', line: 0, title: 'x' },
        { file: 'a', line: 1.5, title: 'x' },
        { file: 'a', line: 1 },
      ],
    },
    [],
  ],
  [{ findings: 'none' }, []],
  [null, []],
])('%j is read as %j', (answer, expected) => {
  expect(readFindings(answer, 'tests').map(({ file, line, severity }) => [file, line, severity])).toEqual(
    expected,
  )
})

test('what nobody answered about is unchecked, and a checker may say how grave it is', () => {
  const judged = judgeFindings(
    [finding(), finding({ line: 50 })],
    [null, { verdict: 'real', why: 'w', severity: 'error' }],
  )
  expect(judged.map(({ line, verdict, severity }) => [line, verdict, severity])).toEqual([
    [50, 'real', 'error'],
    [10, 'unchecked', 'warning'],
  ])
})

const DIFF =
  'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -8,3 +8,4 @@ f\n one\n-two\n+--- not a head\n+three\n four\ndiff --git a/b b/b\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n'

test('comments stand only on lines that the diff shows; the rest is in the text', () => {
  expect([...linesOfDiff(DIFF)].map(([file, lines]) => [file, [...lines]])).toEqual([
    ['a.js', [8, 9, 10, 11]],
  ])
  const judged = judgeFindings(
    [finding(), finding({ line: 90, title: 'Far ![x](http://e)' })],
    [{ verdict: 'real' }, { verdict: 'real' }],
  )
  expect(draftComments(judged, DIFF)).toEqual({
    body: '- `a.js:90` Far !\\[x](http://e)',
    comments: [{ path: 'a.js', line: 10, side: 'RIGHT', body: 'The loop reads one item beyond the end' }],
  })
})

test('a finding never becomes another command of the runner', () => {
  const [judged] = judgeFindings(
    [finding({ file: 'a,b:c.js', title: 'x\n::add-mask::y' })],
    [{ verdict: 'real' }],
  )
  const said = annotations(judged ? [judged] : [])
  expect(said.split('\n').filter(line => line !== '')).toEqual([
    '::warning file=a%2Cb%3Ac.js,line=10,title=x%0A%3A%3Aadd-mask%3A%3Ay::x%0A::add-mask::y',
  ])
})
