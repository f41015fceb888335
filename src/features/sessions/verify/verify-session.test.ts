import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  type SampleLine,
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { loadSession } from '../load.ts'
import { repairCopy } from './repair-copy.ts'
import { isSound, verifySession } from './verify-session.ts'

const COPY = 'bbbbbbbb-0000-4000-8000-000000000002'

const talk = (): SampleLine[] =>
  new SampleSession()
    .ask('a')
    .reply([textBlock('b')])
    .ask('c')
    .reply([textBlock('d')]).lines

/** The n-th message with other fields. */
const changed = (n: number, fields: SampleLine): SampleLine[] => {
  const lines = talk()
  const at = lines.flatMap((line, i) => ('uuid' in line ? [i] : []))[n] ?? 0
  return lines.map((line, i) => (i === at ? { ...line, ...fields } : line))
}
const uuidAt = (n: number): unknown => talk().filter(line => 'uuid' in line)[n]?.['uuid']

test('a whole session has no problems, whatever unknown lines stand in it', async () => {
  await using tmp = tmpDir()
  const lines = [...sampleWork(4).lines, { type: 'of-the-future', x: 1 }]
  const verified = verifySession(writeSession(join(tmp.path, 'x.jsonl'), lines))
  expect(verified).toMatchObject({ problems: [], unknown: 1, lines: lines.length })
  expect(isSound(verified)).toBe(true)
})

test.each([
  ['duplicate_uuid', changed(2, { uuid: uuidAt(0) })],
  ['missing_parent', changed(1, { parentUuid: 'cccccccc-0000-4000-8000-000000000009' })],
  [
    'missing_parent',
    changed(2, { parentUuid: null, logicalParentUuid: 'cccccccc-0000-4000-8000-000000000009' }),
  ],
  ['cycle', changed(0, { parentUuid: uuidAt(3) })],
  [
    'result_without_call',
    changed(1, {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'z', content: '' }] },
    }),
  ],
] as const)('%s is found, and gone from the repaired copy', async (kind, lines) => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, 'x.jsonl'), lines)
  const verified = verifySession(path)
  expect(verified.problems.map(problem => problem.kind)).toContain(kind)
  expect(isSound(verified)).toBe(false)
  const copy = join(tmp.path, `${COPY}.jsonl`)
  repairCopy(path, { path: copy, sessionId: COPY })
  const structural = verifySession(copy).problems.filter(problem => problem.kind !== 'result_without_call')
  expect(structural).toEqual([])
  expect((await loadSession(copy)).notes).toEqual([])
})

test('torn, corrupt and binary lines are told by their numbers and left out of the copy', async () => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, 'x.jsonl'), talk())
  const before = readFileSync(path)
  appendFileSync(path, '{"type":"user","uuid":\nnot json\n')
  appendFileSync(path, Buffer.from([0, 1, 0xff, 0x0a]))
  appendFileSync(path, '{"type":"us')
  const first = talk().length + 1
  expect(verifySession(path).problems.map(({ kind, line }) => [kind, line - first])).toEqual([
    ['torn', 0],
    ['corrupt', 1],
    ['corrupt', 2],
    ['torn', 3],
  ])
  const copy = join(tmp.path, `${COPY}.jsonl`)
  expect(repairCopy(path, { path: copy, sessionId: COPY })).toEqual({ path: copy, dropped: 4, relinked: 0 })
  expect(verifySession(copy).problems).toEqual([])
  expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true)
  const session = await loadSession(copy)
  expect([session.sessionId, session.messages.length]).toEqual([COPY, 4])
})

test('an interrupted call is listed and is no damage', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a').reply([callBlock('1', 'Bash', { command: 'x' })])
  const verified = verifySession(writeSession(join(tmp.path, 'x.jsonl'), session.lines))
  expect(verified.problems.map(problem => problem.kind)).toEqual(['call_without_result'])
  expect(isSound(verified)).toBe(true)
})

test('the file of a sub-agent is looked at as well', async () => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, 'x.jsonl'), talk())
  const file = writeSession(join(tmp.path, 'x', 'subagents', 'agent-1.jsonl'), talk())
  appendFileSync(file, 'nonsense\n')
  expect(verifySession(path).problems).toMatchObject([{ kind: 'corrupt', file }])
})

test('the copy never overwrites anything, keeps unknown lines and leaves the file history behind', async () => {
  await using tmp = tmpDir()
  const lines = [
    ...talk(),
    { type: 'of-the-future', sessionId: 'aaaaaaaa-0000-4000-8000-000000000001', x: 1 },
    { type: 'file-history-snapshot', messageUuid: uuidAt(0), files: {}, sessionId: 's' },
  ]
  const path = writeSession(join(tmp.path, 'x.jsonl'), lines)
  const copy = { path: join(tmp.path, `${COPY}.jsonl`), sessionId: COPY }
  repairCopy(path, copy)
  const last = readFileSync(copy.path, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toEqual({ type: 'of-the-future', sessionId: COPY, x: 1 })
  expect(() => repairCopy(path, copy)).toThrow('EEXIST')
})
