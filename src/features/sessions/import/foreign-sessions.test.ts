import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { entrySchema } from '../../../protocol/session/entry-schema.ts'
import { loadSession } from '../load.ts'
import { verifySession } from '../verify/verify-session.ts'
import { importSession } from './import-session.ts'

const jsonl = (...lines: readonly unknown[]): string =>
  `${lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`

const item = (payload: object) => ({ timestamp: '2026-03-01T10:00:00.000Z', type: 'response_item', payload })
const message = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] })

const CODEX = (cwd: string) =>
  jsonl(
    { timestamp: 't', type: 'session_meta', payload: { id: '019a2d7a-41c4-78b1-b7cc-a45d62a89cd5', cwd } },
    message('developer', 'obey'),
    message('user', '<environment_context>x</environment_context>'),
    message('user', 'list the files'),
    { type: 'turn_context', payload: { model: 'gpt-x', approval_policy: 'never' } },
    item({ type: 'reasoning', encrypted_content: 'zzz' }),
    item({ type: 'function_call', name: 'exec command', arguments: '{"cmd":["ls"]}', call_id: 'call_1' }),
    item({ type: 'function_call_output', call_id: 'call_1', output: '{"output":"a.txt","metadata":{}}' }),
    item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'call_2' }),
    item({ type: 'custom_tool_call_output', call_id: 'call_2', output: 'done' }),
    '{"torn',
    { type: 'event_msg', payload: { type: 'agent_message', message: 'There is a.txt' } },
    message('assistant', 'There is a.txt'),
  )

const entry = (id: string, parentId: string | null, said: object) => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-03-01T10:00:00.000Z',
  message: said,
})

const PI = (cwd: string) =>
  jsonl(
    { type: 'session', version: 3, id: 'pi-session-1', timestamp: 't', cwd },
    { type: 'session_info', id: 'i', parentId: null, name: 'my work' },
    entry('a', null, { role: 'user', content: 'list the files' }),
    entry('x', 'a', { role: 'assistant', content: [{ type: 'text', text: 'another branch' }] }),
    entry('b', 'a', {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } },
      ],
    }),
    entry('c', 'b', { role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'a.txt' }] }),
    entry('d', 'c', { role: 'assistant', content: [{ type: 'text', text: 'There is a.txt' }] }),
  )

const INFO = (cwd: string) => ({ id: 'ses_1', title: 'my work', directory: cwd, time: { created: 1 } })
const user = { id: 'msg_1', role: 'user', time: { created: 1 } }
const assistant = { id: 'msg_2', role: 'assistant', modelID: 'm', time: { created: 2 } }
const PARTS = {
  msg_1: [
    { id: 'prt_1', type: 'text', text: 'list the files' },
    { id: 'prt_2', type: 'text', text: 'obey', synthetic: true },
  ],
  msg_2: [
    { id: 'prt_3', type: 'reasoning', text: 'hm' },
    {
      id: 'prt_4',
      type: 'tool',
      callID: 'c1',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'ls' }, output: 'a.txt' },
    },
    { id: 'prt_5', type: 'text', text: 'There is a.txt' },
  ],
}

type World = Readonly<Record<string, string>>

const WORLDS: Readonly<Record<string, (cwd: string) => World>> = {
  codex: cwd => ({ 'sessions/2026/03/01/rollout-2026-03-01T10-00-00-019a.jsonl': CODEX(cwd) }),
  pi: cwd => ({ 'sessions/--w--/2026_x.jsonl': PI(cwd) }),
  opencode: cwd => ({
    'export.json': JSON.stringify({
      info: INFO(cwd),
      messages: [
        { info: user, parts: PARTS.msg_1 },
        { info: assistant, parts: PARTS.msg_2 },
      ],
    }),
  }),
  'opencode storage': cwd => ({
    'storage/session/p/ses_1.json': JSON.stringify(INFO(cwd)),
    'storage/message/ses_1/msg_1.json': JSON.stringify(user),
    'storage/message/ses_1/msg_2.json': JSON.stringify(assistant),
    'storage/message/ses_1/msg_3.json': '{"damaged',
    ...Object.fromEntries(
      Object.entries(PARTS).flatMap(([id, parts]) =>
        parts.map(part => [`storage/part/${id}/${part.id}.json`, JSON.stringify(part)]),
      ),
    ),
  }),
}

const place = (root: string) => {
  let id = 0
  return {
    configHome: join(root, 'config'),
    cwd: root,
    version: '0.1.0',
    newId: () => `dddddddd-0000-4000-8000-${String(++id).padStart(12, '0')}`,
  }
}

test.each(Object.keys(WORLDS))(
  'a session of %s is one of ours: text and results, nothing else',
  async name => {
    await using tmp = tmpDir()
    const files = Object.entries(WORLDS[name]?.(tmp.path) ?? {})
    for (const [path, text] of files) {
      mkdirSync(dirname(join(tmp.path, path)), { recursive: true })
      writeFileSync(join(tmp.path, path), text)
    }
    const from = join(tmp.path, files[0]?.[0] ?? '')
    const outcome = importSession(from, place(tmp.path))
    if (outcome.kind !== 'imported') throw new Error(outcome.kind)
    const text = readFileSync(outcome.path, 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    for (const line of lines) entrySchema.parse(line)
    expect(verifySession(outcome.path).problems).toEqual([])
    const { messages, facts } = await loadSession(outcome.path)
    const said = JSON.stringify(messages)
    expect(said).toContain('list the files')
    expect(said).toContain('There is a.txt')
    expect(said).toMatch(/"tool_use_id":"(?:call_1|c1)","content":"a\.txt"/)
    expect(text).not.toMatch(/obey|another branch|"hm"|zzz|environment_context|never/)
    if (name !== 'codex') expect(facts.title.custom).toBe('my work')
    expect(importSession(from, place(tmp.path))).toEqual({
      kind: 'present',
      from,
      sessionId: outcome.sessionId,
    })
  },
)

test.each([
  ['a.jsonl', jsonl({ type: 'session_meta', payload: {} }, message('user', 'x'))],
  ['b.json', '{"info": {}}'],
  ['c.json', '{"damaged'],
  ['d.json', '[]'],
  ['e.jsonl', jsonl({ type: 'session', id: 'x' })],
])('%s holds no conversation', async (name, text) => {
  await using tmp = tmpDir()
  const from = join(tmp.path, name)
  writeFileSync(from, text)
  expect(importSession(from, place(tmp.path))).toEqual({ kind: 'empty', from })
})
