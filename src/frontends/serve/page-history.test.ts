import { expect, test } from 'vitest'
import { user } from '../../../test/support/messages.ts'
import type { Message, SystemMessage } from '../../protocol/message.ts'
import { pageHistory } from './page-history.ts'

const boundary = (uuid: string, by?: 'clear'): SystemMessage => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid,
  timestamp: '',
  content: '',
  ...(by ? { compactMetadata: { trigger: 'manual', preTokens: 0, by } } : {}),
})
const said = (...uuids: readonly string[]): readonly Message[] => uuids.map(uuid => user(uuid, uuid))

/** Compacted twice, after it was cleared once. */
const NOW = [boundary('b3'), ...said('h', 'i')]
const EARLIER: Readonly<Record<string, readonly Message[]>> = {
  b3: [boundary('b2'), ...said('d', 'e', 'f', 'g')],
  b2: [boundary('b1', 'clear'), ...said('b', 'c')],
  b1: said('a'),
}

const page = async (wish: Parameters<typeof pageHistory>[1]): Promise<string> => {
  const { messages, more } = await pageHistory(NOW, wish, async uuid => EARLIER[uuid] ?? [])
  return `${messages.map(({ uuid }) => uuid).join(' ')}${more ? ' …' : ''}`
}

test.each([
  [{}, 'b3 h i …'],
  [{ limit: 2 }, 'h i …'],
  [{ before: 'h' }, 'b3 …'],
  [{ before: 'b3' }, 'b2 d e f g …'],
  [{ before: 'b3', limit: 2 }, 'f g …'],
  [{ before: 'f', limit: 2 }, 'd e …'],
  [{ before: 'b2' }, 'b1 b c'],
  [{ before: 'c' }, 'b1 b'],
  [{ before: 'b1' }, ''],
  [{ after: 'b3' }, 'h i'],
])(
  'whoever pages back sees what was before a compaction, and nothing that was cleared: %j',
  async (wish, expected) => {
    expect(await page(wish)).toBe(expected)
  },
)

test('a message that is nowhere is not found', async () => {
  await expect(page({ before: 'a' })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(page({ after: 'g' })).rejects.toMatchObject({ kind: 'not_found' })
})

test('of a session that is not saved there is nothing before its compaction', async () => {
  const { messages, more } = await pageHistory(NOW, { before: 'b3' }, async () => [])
  expect([messages, more]).toEqual([[], false])
})

test('a session file in which compactions lead back to each other does not keep the server looking for ever', async () => {
  const circle: Readonly<Record<string, readonly Message[]>> = {
    b3: [boundary('b2'), ...said('x')],
    b2: [boundary('b3'), ...said('y')],
  }
  let looks = 0
  const look = async (uuid: string): Promise<readonly Message[]> => {
    looks += 1
    if (looks > 10) throw new Error('it goes round in circles')
    return circle[uuid] ?? []
  }
  await expect(pageHistory(NOW, { before: 'nowhere' }, look)).rejects.toMatchObject({ kind: 'not_found' })
})
