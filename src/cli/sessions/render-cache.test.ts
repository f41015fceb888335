import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { renderCache } from './render-cache.ts'

const sum = { breaks: 2, lostTokens: 12_000, lostUsd: 0.036, unpriced: false }
const session = {
  sessionId: '0a1b2c3d-0000-4000-8000-000000000000',
  title: 'Fix it',
  read: 90,
  input: 100,
  lostTokens: 12_000,
  lostUsd: 0.036,
  unpriced: false,
  causes: { compaction: sum },
}

test('a single session shows what was served, and every cause with what it cost', () => {
  expect(renderCache({ ...session, sessions: [session] }, inEnglish)).toEqual([
    '',
    'Prompt cache',
    '  90 % of 100 input tokens were read from it; 12k tokens were paid for again ($0.036)',
    '  compaction                              2 breaks     12k tokens resent  $0.036',
  ])
})

test('of several those that lost something are named', () => {
  const calm = { ...session, lostTokens: 0, lostUsd: 0, causes: {} }
  expect(renderCache({ ...session, sessions: [session, calm] }, inEnglish).slice(4)).toEqual([
    '',
    'Where the cache was missed',
    '  Fix it                             0a1b2c3d  90 % cached     12k tokens resent  $0.036  compaction 2',
  ])
})

test('nothing lost is said, and without a word on the cache there is none here', () => {
  const calm = { ...session, lostTokens: 0, lostUsd: 0, causes: {} }
  expect(renderCache({ ...calm, sessions: [calm] }, inEnglish).join()).toContain('nothing was paid for twice')
  expect(renderCache(undefined, inEnglish)).toEqual([])
  const unknown = { ...session, lostUsd: 0, unpriced: true, causes: {} }
  expect(renderCache({ ...unknown, sessions: [unknown] }, inEnglish).join()).toContain('price unknown')
})
