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
    ['read', 'Read', '/work/shop/src/cart.ts', 'done', undefined],
    ['spend', 'claude-sonnet-4-5', '12 in, 140 out, 8000 cac', 'main', 0.5],
    ['write', 'Edit', '/work/shop/src/cart.ts', 'changed', undefined],
    ['spend', 'claude-sonnet-4-5', '6 in, 95 out, 8900 cache', 'main', 0.5],
    ['spend', 'claude-sonnet-4-5', '4 in, 40 out, 9300 cache', 'main', 0.5],
  ])
  expect(rows.map(row => [row.turn, row.because.slice(0, 10)])).toEqual(rows.map(() => [1, 'A customer']))
  expect(rows[3]).toMatchObject({ added: 1, removed: 1, durationMs: 60 })
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

/** A turn in which a file changed, and an agent whose call wrote it. */
const withAgent = async (call: { readonly at: string; readonly turn: number; readonly path: string }) => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('hand it out')
  session.metadata({
    type: 'file-history-snapshot',
    messageUuid: session.last,
    files: { '/w/a': { before: null, after: { hash: 'a'.repeat(64) } } },
  })
  session
    .reply([callBlock('b', 'Bash', { command: 'true' })])
    .result('b', '', { output: { stdout: '', exitCode: 0 } })
  const story = readStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines))
  const write = {
    ...{
      id: 'w',
      tool: 'Write',
      subject: call.path,
      input: '',
      at: call.at,
      endedAt: call.at,
      outcome: 'ok',
    },
    ...{
      result: '',
      images: [],
      effect: { kind: 'write', path: call.path, created: true, added: 1, removed: 0 },
    },
  }
  const lane = {
    agentId: 'a1',
    turn: call.turn,
    task: '',
    steps: [{ kind: 'call', call: write }],
    replies: [],
  }
  const rows = ledgerRows({ ...story, lanes: [lane as never] }, () => 0)
  return rows.filter(row => row.kind === 'write').map(row => [row.what, row.outcome, row.agent])
}

test.each([
  ['the agent of this turn', { at: '2000-01-01T00:00:00.000Z', turn: 1, path: '/w/a' }],
  ['one that an earlier turn started', { at: '2999-01-01T00:00:00.000Z', turn: 0, path: '/w/a' }],
])('a file that %s wrote is not told again as written by a command', async (_, call) => {
  expect(await withAgent(call)).toEqual([['/w/a', 'created', 'a1']])
})

test('a file that no agent wrote is told of beside those that agents wrote', async () => {
  const rows = await withAgent({ at: '2000-01-01T00:00:00.000Z', turn: 1, path: '/w/b' })
  expect(rows).toContainEqual(['/w/a', 'created by a command', undefined])
})

test('after a compaction the work is for what was asked before it, not for the summary', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('first').reply([]).ask('the summary')
  session
    .reply([callBlock('b', 'Bash', { command: 'ls' })])
    .result('b', '', { output: { stdout: '', exitCode: 0 } })
  const story = readStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines))
  const turns = story.turns.map((turn, index) =>
    index === 0 ? turn : { ...turn, request: { ...turn.request, by: 'summary' as const } },
  )
  const because = ledgerRows({ ...story, turns }, () => 0).map(row => row.because)
  expect(new Set(because)).toEqual(new Set(['first']))
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
  const runs = (await rowsOf(session)).filter(row => row.kind === 'run')
  expect(runs.map(row => [row.outcome, row.durationMs])).toEqual([['refused', undefined]])
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
