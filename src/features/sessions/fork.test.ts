import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Message } from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { createChain } from './chain.ts'
import { forkSession } from './fork.ts'
import { loadSession } from './load.ts'
import { openSessionLog } from './log.ts'

const OLD = '3f2504e0-4f89-41d3-9a0c-000000000001'
const NEW = '3f2504e0-4f89-41d3-9a0c-000000000002'
const timestamp = '2026-01-01T00:00:00.000Z'

const history: readonly Message[] = [
  { type: 'user', uuid: 'u1', timestamp, message: { role: 'user', content: 'before' } },
  { type: 'system', subtype: 'compact_boundary', content: '', uuid: 'b', timestamp },
  { type: 'user', uuid: 'u2', timestamp, message: { role: 'user', content: 'go' } },
  {
    type: 'assistant',
    uuid: 'a1',
    timestamp,
    requestId: 'req',
    message: {
      id: 'msg',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id: '1', name: 'Read', input: {} }],
      stop_reason: null,
      stop_sequence: null,
      usage: NO_USAGE,
    },
  },
  {
    type: 'user',
    uuid: 'u3',
    timestamp,
    sourceToolAssistantUUID: 'a1',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'ok' }] },
  },
]

test('a fork is a file of its own with new ids, the same words and the way back', async () => {
  await using tmp = tmpDir()
  const chain = createChain({
    sessionId: OLD,
    cwd: '/p',
    version: '0.1.0',
    gitBranch: '',
    entrypoint: 'cli',
    parent: null,
  })
  await using log = openSessionLog({ path: join(tmp.path, `${OLD}.jsonl`), sessionId: OLD })
  await log.append(history.map(message => chain.stamp(message)))
  await log.append([
    { type: 'custom-title', customTitle: 'T', sessionId: OLD },
    { type: 'mode', mode: 'bypassPermissions', sessionId: OLD },
    { type: 'model', model: 'm', sessionId: OLD },
  ])
  const original = await loadSession(log.path)

  let made = 0
  const entries = forkSession(original, { newSessionId: NEW, newId: () => `n${++made}` })
  await using copy = openSessionLog({ path: join(tmp.path, `${NEW}.jsonl`), sessionId: NEW })
  await copy.append(entries)
  const fork = await loadSession(copy.path)

  const { logicalParentUuid: _, ...boundary } = original.messages[0]!
  const [, second, third, fourth] = original.messages
  const from = (messageUuid: string): object => ({
    sessionId: NEW,
    forkedFrom: { sessionId: OLD, messageUuid },
  })
  expect(fork.messages).toEqual([
    { ...boundary, ...from('b'), uuid: 'n1', parentUuid: null },
    { ...second, ...from('u2'), uuid: 'n2', parentUuid: 'n1' },
    { ...third, ...from('a1'), uuid: 'n3', parentUuid: 'n2' },
    { ...fourth, ...from('u3'), uuid: 'n4', parentUuid: 'n3', sourceToolAssistantUUID: 'n3' },
  ])
  expect(fork.facts).toEqual({ title: { custom: 'T', firstPrompt: 'go' }, model: 'm', cwd: '/p' })
  expect(fork.notes).toEqual([])
})
