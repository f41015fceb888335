import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTextRow } from '../../src/cli/ledger/ledger-lines.ts'
import { LEDGER_WORDS } from '../../src/cli/ledger/ledger-words.ts'
import { redactStory } from '../../src/features/sessions/export/redact-story.ts'
import { ledgerRows } from '../../src/features/sessions/ledger/ledger-rows.ts'
import { openStory, readStory } from '../../src/features/sessions/ledger/read-story.ts'
import { collectStory } from '../../src/features/sessions/ledger/story-outline.ts'
import { entrySchema } from '../../src/protocol/session/entry-schema.ts'
import { DONE, openPeer, sendTo } from '../support/peer-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const noPrice = () => undefined
const messagesIn = (path: string) =>
  ledgerRows(readStory(path), noPrice).filter(({ kind }) => kind === 'message')

test('each message of another session has a row: from whom, when, and what became of it', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'peers')
  const b = await openPeer(directory, 'backend')
  await using _b = b.world
  const began = Date.now()
  await b.world.ask('begin')
  const a = await openPeer(directory, 'front', {
    replies: [sendTo('backend', 'first\nline'), sendTo('backend', 'second'), DONE],
  })
  await using _a = a.world
  await a.world.ask('go')
  await b.noticed('Held message 2')
  await b.command('/list-agents deliver 1')
  await b.turns(2)
  await b.command('/list-agents drop')
  await b.world.engine[Symbol.asyncDispose]()
  const rows = messagesIn(b.world.sessionPath)
  expect(rows.map(({ by, what, outcome, turn }) => [by, what, outcome, turn])).toEqual([
    ['front', 'first line', 'held', 1],
    ['front', 'second', 'held', 1],
    ['front', 'first line', 'delivered', 1],
    ['front', 'second', 'removed', 1],
  ])
  for (const { at } of rows) expect(Date.parse(at)).toBeGreaterThanOrEqual(began)
  const lines = (language: 'en' | 'zh') => rows.map(createTextRow(LEDGER_WORDS[language])).join('')
  expect(lines('en')).toContain('message  from session front: second  held')
  expect(lines('zh')).toContain('message  来自会话 front：second  已移除')
})

test('a delivered message has one row, and none of its secrets in the list', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'peers')
  const b = await openPeer(directory, 'backend', { inbound: 'deliver' })
  await using _b = b.world
  await b.world.ask('begin')
  const a = await openPeer(directory, 'front', { replies: [sendTo('backend', 'the word is sesame'), DONE] })
  await using _a = a.world
  await a.world.ask('go')
  await b.turns(2)
  await b.world.engine[Symbol.asyncDispose]()
  expect(messagesIn(b.world.sessionPath).map(({ outcome }) => outcome)).toEqual(['delivered'])
  using story = openStory(b.world.sessionPath)
  const clean = collectStory(redactStory(story, text => text.replaceAll('sesame', '[…]')))
  expect(ledgerRows(clean, noPrice).find(({ kind }) => kind === 'message')?.what).toBe('the word is […]')
})

test('the line in the session file has its schema', () => {
  const line = {
    type: 'peer-message',
    sessionId: '00000000-0000-4000-8000-000000000001',
    timestamp: '2026-03-02T09:14:00.000Z',
    messageId: 'm1',
    from: 'front',
    text: 'x',
    outcome: 'held',
  }
  expect(entrySchema.safeParse(line).success).toBe(true)
  expect(entrySchema.safeParse({ ...line, outcome: 'read' }).success).toBe(false)
})
