import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { user } from '../../../test/support/messages.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { StreamEvent } from '../../protocol/model.ts'
import { ReplyDraft, readReplyDraft } from './reply-draft.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const now = (): Date => new Date('2026-01-01T00:00:00Z')
const began: StreamEvent = { type: 'message_start', message: { id: 'r1', model: 'm' } }
const said = (text: string): StreamEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
})
const wordsIn = (file: string): string | undefined => {
  const draft = readReplyDraft(file, [user('u1', 'go')], () => 'new')
  const [block] = draft?.message.content ?? []
  return block?.type === 'text' ? block.text : undefined
}

test('beside a session file of another name, a file that is called like a draft is neither removed nor read', async () => {
  await using tmp = tmpDir()
  const theirs = join(tmp.path, 'notes.draft')
  const text = `${JSON.stringify({ after: 'u1', id: 'r', model: 'm', timestamp: '' })}\n"words"\n`
  writeFileSync(theirs, text)
  const file = join(tmp.path, 'notes.jsonl')
  const draft = new ReplyDraft(file, now)
  draft.hear(began, 'u1')
  draft.hear(said('hello'), 'u1')
  expect(readFileSync(theirs, 'utf8')).toBe(text)
  draft.clear()
  expect([existsSync(theirs), wordsIn(file)]).toEqual([true, undefined])
})

test('of a reply that is longer than a draft can be, its beginning is kept, and the file grows no further', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, `${ID}.jsonl`)
  const draft = new ReplyDraft(file, now)
  draft.hear(began, 'u1')
  draft.hear(said('It begins. '), 'u1')
  for (let sent = 0; sent < 20; sent++) draft.hear(said('é'.repeat(512 * 1024)), 'u1')
  expect(statSync(join(tmp.path, `${ID}.draft`)).size).toBeLessThan(16 * 1024 * 1024)
  expect(wordsIn(file)?.startsWith('It begins. é')).toBe(true)
  draft.clear()
})

test('a planted link is not written through, and what it leads to is not read as a draft', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 's'))
  const [file, other] = [join(tmp.path, 's', `${ID}.jsonl`), join(tmp.path, 'other')]
  const text = `${JSON.stringify({ after: 'u1', id: 'r', model: 'm', timestamp: '' })}\n"words"\n`
  writeFileSync(other, text)
  symlinkSync(other, join(tmp.path, 's', `${ID}.draft`))
  expect(wordsIn(file)).toBeUndefined()
  const draft = new ReplyDraft(file, now)
  draft.hear(said('hello'), 'u1')
  expect([wordsIn(file), readFileSync(other, 'utf8')]).toEqual(['hello', text])
  draft.clear()
})
