import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readEvents } from './event-source.ts'
import type { Incoming } from './incoming.ts'

test('a reply that never ends is given up, however it is cut into events', async () => {
  const incoming = Object.assign(new PassThrough({ highWaterMark: 2 ** 30 }), { headers: {} })
  const source = readEvents(incoming as unknown as Incoming, {
    stallMs: 60_000,
    signal: new AbortController().signal,
    parser: { push: () => [{ event: 'message', data: '' }] },
  })
  const piece = Buffer.alloc(64 * 1024 * 1024)
  for (let sent = 0; sent < 5; sent++) incoming.write(piece)
  let heard = 0
  const hearAll = async (): Promise<void> => {
    while (await source.next()) heard += 1
  }
  await expect(hearAll()).rejects.toMatchObject({ kind: 'stream_broken' })
  expect([heard, incoming.destroyed]).toEqual([4, true])
})
