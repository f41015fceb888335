import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { createFiles } from '../../features/files/files.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import type { Message } from '../../protocol/message.ts'
import { createEarlierFiles } from './earlier-files.ts'

const wrote = (filePath: string, content: string): Message => ({
  type: 'user',
  uuid: 'u',
  timestamp: '',
  message: { role: 'user', content: [] },
  toolUseResult: { type: 'create', filePath, content, originalFile: null },
})

const resumed = (shown: string, now?: string) => {
  const path = join(makeDirectory(), 'a.txt')
  if (now !== undefined) writeFileSync(path, now)
  const files = createFiles({
    roots: () => [],
    caseSensitive: true,
    earlier: createEarlierFiles([wrote(path, shown)]),
  })
  return { path, files }
}

test('a file that is as an earlier run showed it counts as read, and stays so', () => {
  const { path, files } = resumed('text\n', 'text\n')
  const first = files.seen(path)
  expect(first).toMatchObject({ by: 'read', size: 5 })
  writeFileSync(path, 'changed since')
  // Whoever asks compares with the content by itself.
  expect(files.seen(path)).toBe(first)
})

test.each([
  ['was changed since', 'other'],
  ['is gone', undefined],
  ['is too large by now', 'x'.repeat(2 * 1024 * 1024)],
])('a file that %s does not', (_, now) => {
  const { path, files } = resumed('text\n', now)
  expect(files.seen(path)).toBeUndefined()
})

test('a file that a compaction gave back counts as read in a resumed process, as far as it was shown', () => {
  const path = join(makeDirectory(), 'a.txt')
  writeFileSync(path, 'one\ntwo\n')
  const filesAfter = (seen: unknown) =>
    createFiles({
      roots: () => [],
      caseSensitive: true,
      earlier: createEarlierFiles([
        { type: 'attachment', uuid: 'u', timestamp: '', attachment: { kind: 'file', text: '', path, seen } },
      ]),
    }).seen(path)
  const hash = contentHash(Buffer.from('one\ntwo\n'))
  expect(filesAfter({ hash })).toMatchObject({ by: 'read', size: 8 })
  expect(filesAfter({ hash, lines: { from: 1, to: 1 } })).toMatchObject({ lines: { from: 1, to: 1 } })
  for (const wrong of [{ hash: 'other' }, { hash, lines: 'all' }, undefined, 'x'])
    expect(filesAfter(wrong)).toBeUndefined()
})
