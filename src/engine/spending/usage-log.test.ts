import { expect, test } from 'vitest'
import type { MetadataEntry } from '../../protocol/entry.ts'
import { entrySchema } from '../../protocol/session/entry-schema.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import type { EngineConfig } from '../config.ts'
import { createUsageLog } from './part.ts'

const logTo = (note: (entry: MetadataEntry) => Promise<void>) =>
  createUsageLog({
    session: { id: 'aaaaaaaa-0000-4000-8000-000000000001', note },
  } as unknown as EngineConfig)
const now = new Date('2026-01-01T00:00:00.000Z')
const call = { model: 'm', usage: NO_USAGE, durationMs: 12.6, apiMs: 9 }

test('a call is written down with its source; one without a reply is not', () => {
  const entries: MetadataEntry[] = []
  const log = logTo(async entry => void entries.push(entry))
  log({ ...call, replyId: 'r1', requestId: 'req_1' }, 'main', now)
  log({ ...call, replyId: 'r2', source: 'compaction', partial: true }, 'side', now)
  log(call, 'main', now)
  log({ ...call, replyId: '' }, 'main', now)
  expect(entries).toMatchObject([
    {
      type: 'usage',
      source: 'main',
      isSidechain: false,
      requestId: 'req_1',
      durationMs: 13,
      message: { id: 'r1', model: 'm', usage: NO_USAGE },
    },
    { source: 'compaction', isSidechain: true, requestId: 'r2', partial: true, message: { id: 'r2' } },
  ])
  for (const entry of entries) entrySchema.parse(entry)
})

test('a write that fails disturbs nobody here', async () => {
  logTo(() => Promise.reject(new Error('full')))({ ...call, replyId: 'r' }, 'main', now)
  await new Promise(resolve => setImmediate(resolve))
})
