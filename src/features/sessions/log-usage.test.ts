import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { StopReason } from '../../protocol/message.ts'
import { entrySchema } from '../../protocol/session/entry-schema.ts'
import { createChain } from './chain.ts'
import { loadSession } from './load.ts'
import { openSessionLog } from './log.ts'

const SESSION = '00000000-0000-4000-8000-000000000000'
const USAGE = {
  input_tokens: 9,
  output_tokens: 4,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 5,
}

const chain = createChain({
  sessionId: SESSION,
  cwd: '/p',
  version: '0.1.0',
  gitBranch: 'main',
  entrypoint: 'cli',
  parent: null,
})

const record = (n: number, model: string, stop_reason: StopReason | null) =>
  chain.stamp({
    type: 'assistant',
    uuid: `00000000-0000-4000-8000-00000000000${n}`,
    timestamp: '2026-01-01T00:00:00.000Z',
    requestId: 'req',
    message: {
      id: `m${n}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'a' }],
      stop_reason,
      stop_sequence: null,
      usage: USAGE,
    },
  })

test('a record of a reply that streams has no final count of tokens in the file, and its own when it is read', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  await using log = openSessionLog({ path, sessionId: SESSION })
  const records = [record(1, 'm', null), record(2, 'm', 'end_turn'), record(3, '<synthetic>', null)]
  await log.append(records)
  const written = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { output_tokens, ...others } = USAGE
  expect(written.map(line => entrySchema.parse(JSON.parse(line)))).toMatchObject([
    { message: { usage: { ...others, output_tokens_so_far: output_tokens } } },
    { message: { usage: USAGE } },
    { message: { usage: USAGE } },
  ])
  expect(written[0]).not.toContain('"output_tokens"')
  const { messages } = await loadSession(path)
  expect(messages).toMatchObject(records.map(({ uuid }) => ({ uuid, message: { usage: USAGE } })))
})
