import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  patchOutput,
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { readStory } from './read-story.ts'
import { callsOf } from './story.ts'

const HASH = 'a'.repeat(64)

test('turns hold what was asked, done, answered and used', async () => {
  await using tmp = tmpDir()
  const session = sampleWork(1)
  const story = readStory(writeSession(join(tmp.path, `${session.sessionId}.jsonl`), session.lines))
  expect(story).toMatchObject({
    sessionId: session.sessionId,
    title: expect.stringContaining('A customer bought ten pens'),
    cwd: '/work/shop',
    gitBranch: 'main',
    version: '0.1.0',
    startedAt: '2026-03-02T09:01:00.000Z',
    damaged: 0,
    lanes: [],
  })
  const [turn] = story.turns
  expect(turn?.steps.map(step => (step.kind === 'call' ? step.call.tool : step.kind))).toEqual([
    'thinking',
    'text',
    'Bash',
    'Read',
    'text',
    'Edit',
    'text',
  ])
  expect(turn?.steps.flatMap(step => (step.kind === 'call' ? [step.call] : []))[0]).toEqual({
    id: 'run_0',
    tool: 'Bash',
    subject: 'npm test -- cart',
    input: JSON.stringify({ command: 'npm test -- cart', description: 'Run the tests' }, undefined, 2),
    at: '2026-03-02T09:01:01.500Z',
    endedAt: '2026-03-02T09:01:03.600Z',
    outcome: 'ok',
    result: 'ok 12 tests',
    images: [],
    effect: { kind: 'run', exitCode: 0 },
  })
  expect(turn?.replies.map(({ usage, exact, source }) => [usage.output_tokens, exact, source])).toEqual([
    [140, true, 'main'],
    [95, true, 'main'],
    [40, true, 'main'],
  ])
})

test('without a line that tells the end, a reply counts as it began', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a').reply([textBlock('b')])
  const lines = session.lines.filter(line => line['type'] !== 'usage')
  const [turn] = readStory(writeSession(join(tmp.path, 'x.jsonl'), lines)).turns
  expect(turn?.replies).toMatchObject([{ exact: false, usage: { output_tokens: 1 } }])
})

test('a branch that was left is aside; what was thrown away is marked', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('one').reply([textBlock('first')])
  const fork = session.last
  session.ask('two').reply([textBlock('second')])
  session
    .moveTo(fork)
    .ask('three')
    .reply([textBlock('broken')])
  const broken = session.last
  session.notice('', { subtype: 'tombstone', removed: [broken] })
  const story = readStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines))
  expect(story.turns.map(turn => [turn.request.text, turn.aside])).toEqual([
    ['one', false],
    ['two', true],
    ['three', false],
  ])
  expect(story.turns[2]?.steps).toMatchObject([{ kind: 'text', text: 'broken', discarded: true }])
})

test('what a fork began with is shown, and neither done nor paid for again', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a').reply([callBlock('1', 'Bash', { command: 'x' })])
  const forkedFrom = { sessionId: session.sessionId, messageUuid: session.last }
  const lines = session.lines.flatMap(line => ('uuid' in line ? [{ ...line, forkedFrom }] : []))
  const [turn] = readStory(writeSession(join(tmp.path, 'x.jsonl'), lines)).turns
  expect(turn?.steps).toMatchObject([{ kind: 'call', copied: true }])
  expect([turn?.replies, callsOf(turn?.steps ?? [])]).toEqual([[], []])
})

test('sub-agents are lanes of the turn in which they began', async () => {
  await using tmp = tmpDir()
  const session = sampleWork(2)
  const path = writeSession(join(tmp.path, `${session.sessionId}.jsonl`), session.lines)
  const second = readStory(path).turns[1]?.startedAt ?? ''
  const agent = new SampleSession({ sessionId: session.sessionId, startMs: Date.parse(second) + 500 })
  agent
    .ask('look around')
    .reply([callBlock('g', 'Grep', { pattern: 'x' })])
    .result('g', 'found')
  writeSession(join(tmp.path, session.sessionId, 'subagents', 'agent-k7.jsonl'), agent.lines)
  expect(readStory(path).lanes).toMatchObject([
    {
      agentId: 'k7',
      turn: 2,
      task: 'look around',
      steps: [{ kind: 'call', call: { tool: 'Grep', result: 'found' } }],
      replies: [{ source: 'agent' }],
    },
  ])
})

test('files that changed hang on the turn of the message; several changes of one file are one', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a')
  const messageUuid = session.last
  const history = (files: unknown) => session.metadata({ type: 'file-history-snapshot', messageUuid, files })
  history({
    '/w/a': { before: null, after: { hash: HASH } },
    '/w/b': { before: { hash: HASH }, after: null },
  })
  history({ '/w/a': { before: { hash: HASH }, after: { hash: 'b'.repeat(64) } } })
  const [turn] = readStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines)).turns
  expect(turn?.touched).toEqual([
    { path: '/w/a', change: 'created', before: undefined, after: 'b'.repeat(64) },
    { path: '/w/b', change: 'deleted', before: HASH, after: undefined },
  ])
})

test('damage, garbage and foreign lines do not keep the rest from being told', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession()
    .ask('a')
    .metadata({ type: 'of-the-future', deep: [1] })
    .reply([callBlock('e', 'Edit', { file_path: 'x' })])
    .result('e', 'ok', { output: patchOutput('/w/x', 'a', 'b') })
  const path = writeSession(join(tmp.path, 'x.jsonl'), session.lines)
  appendFileSync(path, Buffer.from([0xff, 0xfe, 0x0a]))
  appendFileSync(path, '{"type":"user","uui')
  const story = readStory(path)
  expect([story.damaged, story.turns.length]).toEqual([2, 1])
})

test('long texts are cut where the limit says', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a'.repeat(50)).reply([textBlock('b'.repeat(50))])
  const path = writeSession(join(tmp.path, 'x.jsonl'), session.lines)
  const [turn] = readStory(path, { maxText: 10 }).turns
  const cut = (sign: string): string => `${sign.repeat(10)}\n… 40 more characters`
  expect([turn?.request.text, turn?.steps[0]]).toMatchObject([cut('a'), { text: cut('b') }])
})

test('a file that is not there is said', () => {
  expect(() => readStory('/nowhere/x.jsonl')).toThrow('Cannot read the session file /nowhere/x.jsonl')
})
