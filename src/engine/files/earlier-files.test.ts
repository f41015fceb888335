import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makeToolCall, runTool } from '../../../test/support/tool-call.ts'
import { createFiles } from '../../features/files/files.ts'
import { editTool } from '../../features/tools/edit/edit.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import { writeTool } from '../../features/tools/write/write.ts'
import type { Message } from '../../protocol/message.ts'
import { createEarlierFiles } from './earlier-files.ts'

const user = (toolUseResult: unknown): Message => ({
  type: 'user',
  uuid: 'u',
  timestamp: '',
  message: { role: 'user', content: [] },
  toolUseResult,
})
const wrote = (filePath: string, content: string) =>
  user({ type: 'create', filePath, content, originalFile: null })
const readPart = (filePath: string, content: string) =>
  user({ type: 'text', file: { filePath, content, startLine: 2, numLines: 1, totalLines: 3 } })

const resumed = (
  now: string | undefined,
  shown: (path: string) => Message = path => wrote(path, 'text\n'),
) => {
  const cwd = makeDirectory()
  const path = join(cwd, 'a.txt')
  if (now !== undefined) writeFileSync(path, now)
  const earlier = createEarlierFiles([shown(path)])
  const files = createFiles({ roots: () => [cwd], caseSensitive: true, earlier })
  const call = { ...makeToolCall({ cwd }), files }
  return { path, files, call }
}

test('a file that is as an earlier run showed it counts as read, and stays so', () => {
  const { path, files } = resumed('text\n')
  const first = files.seen(path)
  expect(first).toMatchObject({ by: 'read', size: 5 })
  writeFileSync(path, 'changed since')
  // Whoever asks compares with the content by itself.
  expect(files.seen(path)).toBe(first)
})

test('a file that changed since an earlier run showed it is said to have changed, not to be unread', async () => {
  const { path, call } = resumed('other\n')
  await expect(runTool(writeTool, { file_path: path, content: 'x' }, call)).rejects.toThrow(
    /has changed on disk since it was read/,
  )
  const { text } = await runTool(editTool, { file_path: path, old_string: 'other', new_string: 'mine' }, call)
  expect(text).toContain('had changed on disk since it was read')
})

test('after a resume the part that was read may be edited, unless the file changed', async () => {
  const edit = ({ path, call }: ReturnType<typeof resumed>, old_string: string) =>
    runTool(editTool, { file_path: path, old_string, new_string: 'new' }, call)
  const shown = (path: string) => readPart(path, 'two')
  const same = resumed('one\ntwo\nthree\n', shown)
  await expect(edit(same, 'three')).rejects.toThrow(/Line 3 of the file has not been shown \(only 2–2\)/)
  await edit(same, 'two')
  expect((await edit(resumed('zero\none\ntwo\nthree\n', shown), 'two')).text).toContain('had changed on disk')
})

test('what changed or went between two runs is listed, to be told; what nobody knows is not', () => {
  const changed = resumed('other\n')
  expect(changed.files.listSeen()).toMatchObject([[changed.path, { size: -1 }]])
  const gone = resumed('text\n')
  rmSync(gone.path)
  expect(gone.files.listSeen()).toMatchObject([[gone.path, { size: -1 }]])
  const same = resumed('text\n')
  expect(same.files.listSeen(5)).toMatchObject([[same.path, { size: 5 }]])
  const large = resumed('x'.repeat(2 * 1024 * 1024))
  expect([large.files.listSeen(), large.files.seen(large.path)]).toEqual([[], undefined])
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
  expect(filesAfter({ hash, lines: [{ from: 1, to: 1 }] })).toMatchObject({ lines: [{ from: 1, to: 1 }] })
  expect(filesAfter({ hash: 'other' })).toMatchObject({ size: -1 })
  for (const wrong of [{ hash, lines: 'all' }, { hash, lines: [{ from: 1 }] }, undefined, 'x'])
    expect(filesAfter(wrong)).toBeUndefined()
})
