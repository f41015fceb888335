import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  SampleSession,
  sampleWork,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { csvHead, csvRow, elapsed, ledgerRows } from './ledger-rows.ts'
import { readStory } from './read-story.ts'

const rowsOf = async (session: SampleSession, price = (): number | undefined => 0.5) => {
  await using tmp = tmpDir()
  return ledgerRows(readStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines)), price)
}

test('rows tell what was run, written and spent, in which turn and why, in order of time', async () => {
  const rows = await rowsOf(sampleWork(1))
  expect(rows.map(row => [row.kind, row.by, row.what.slice(0, 24), row.outcome, row.usd])).toEqual([
    ['run', 'Bash', 'npm test -- cart', 'exit 0', undefined],
    ['spend', 'claude-sonnet-4-5', '12 in, 140 out, 8000 cac', 'main', 0.5],
    ['write', 'Edit', '/work/shop/src/cart.ts', 'changed', undefined],
    ['spend', 'claude-sonnet-4-5', '6 in, 95 out, 8900 cache', 'main', 0.5],
    ['spend', 'claude-sonnet-4-5', '4 in, 40 out, 9300 cache', 'main', 0.5],
  ])
  expect(rows.map(row => [row.turn, row.because.slice(0, 10)])).toEqual(rows.map(() => [1, 'A customer']))
  expect(rows[2]).toMatchObject({ added: 1, removed: 1, durationMs: 60 })
})

test('a file that a command changed is a row of its own; one that a tool told of is not told twice', async () => {
  const session = new SampleSession().ask('clean up')
  const messageUuid = session.last
  session
    .reply([callBlock('b', 'Bash', { command: 'rm a; touch b' })])
    .metadata({
      type: 'file-history-snapshot',
      messageUuid,
      files: { '/w/a': { before: { hash: 'a'.repeat(64) }, after: null } },
    })
    .result('b', '', { output: { stdout: '', exitCode: 0 } })
  expect((await rowsOf(session)).map(row => [row.kind, row.what, row.outcome])).toContainEqual([
    'write',
    '/w/a',
    'deleted by a command',
  ])
})

test('a price that is not known is null and never zero', async () => {
  const rows = await rowsOf(sampleWork(1), () => undefined)
  expect(rows.filter(row => row.kind === 'spend').map(row => row.usd)).toEqual([null, null, null])
})

test('calls that failed or were cut off say so', async () => {
  const session = new SampleSession()
    .ask('a')
    .reply([callBlock('1', 'Bash', { command: 'x' }), callBlock('2', 'Bash', { command: 'y' })])
    .result('1', 'denied', { error: true })
  expect((await rowsOf(session)).flatMap(row => (row.kind === 'run' ? [row.outcome] : []))).toEqual([
    'failed',
    'interrupted',
  ])
})

test('a call that was not allowed is told as refused: it never ran', async () => {
  const session = new SampleSession()
    .ask('a')
    .reply([callBlock('1', 'Bash', { command: 'x' })])
    .result('1', 'Permission denied: no', {
      error: true,
      effects: [{ kind: 'command', outcome: 'refused', text: 'x', detail: 'no' }],
    })
  expect((await rowsOf(session)).flatMap(row => (row.kind === 'run' ? [row.outcome] : []))).toEqual([
    'refused',
  ])
})

test('cells cannot become formulas, and quotes, commas and lines stay inside them', async () => {
  const session = new SampleSession()
    .ask('=HYPERLINK("http://x")')
    .reply([callBlock('1', 'Bash', { command: 'echo "a, b"\necho c' })])
    .result('1', '', { output: { exitCode: 0 } })
  const [row] = await rowsOf(session)
  const text = row === undefined ? '' : csvRow(row)
  expect(text).toContain('"echo ""a, b""\necho c"')
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(csvHead().split(',')).toHaveLength(15)
})

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 1000],
  ['2026-01-01T00:00:00.000Z', undefined, undefined],
  ['2026-01-01T00:00:02.000Z', '2026-01-01T00:00:01.000Z', undefined],
  ['no time', '2026-01-01T00:00:01.000Z', undefined],
])('from %s to %s are %s ms', (from, to, ms) => {
  expect(elapsed(from, to)).toBe(ms)
})
