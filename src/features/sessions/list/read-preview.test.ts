import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { SessionError } from '../session-error.ts'
import { readPreview } from './read-preview.ts'

test('only the end of a long file is read, and a broken last line does no harm', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession()
  for (let at = 0; at < 2_000; at++) session.ask(`message ${at} ${'x'.repeat(200)}`)
  const path = writeSession(join(tmp.path, 'a.jsonl'), session.lines)
  appendFileSync(path, '{"type":"user","mess')
  expect(readPreview(path, 2).map(({ text }) => text.slice(0, 12))).toEqual(['message 1998', 'message 1999'])
})

test('an empty file has nothing to say, a missing one is an error with words', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'a.jsonl')
  expect(() => readPreview(path, 3)).toThrow(SessionError)
  writeFileSync(path, '')
  expect(readPreview(path, 3)).toEqual([])
})
