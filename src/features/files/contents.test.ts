import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import { createFiles } from './files.ts'

/** An editor with buffers by name; it saves what it is given, as it is or as it likes it. */
const start = (
  buffers: Record<string, string>,
  { saved = (text: string): string | undefined => text, writes = true } = {},
) => {
  const root = makeDirectory()
  const snapshots: (string | undefined)[] = []
  const asked: string[] = []
  const name = (path: string): string => path.slice(root.length + 1)
  const editor: Editor = {
    isOpened: path => !name(path).startsWith('closed'),
    async readText(path) {
      asked.push(name(path))
      return buffers[name(path)]
    },
    ...(writes
      ? {
          async writeText(path: string, text: string) {
            buffers[name(path)] = text
            const kept = saved(text)
            if (kept !== undefined) writeFileSync(path, kept)
          },
        }
      : {}),
  }
  const files = createFiles({
    editor,
    roots: () => [root],
    caseSensitive: true,
    isPrivate: path => path.endsWith('.private'),
    snapshot: (_, before) => snapshots.push(before && Buffer.from(before).toString()),
  })
  const put = (file: string, content: string | Uint8Array): string => {
    writeFileSync(join(root, file), content)
    return join(root, file)
  }
  const read = async (path: string) =>
    Buffer.from((await files.read(path, { maxBytes: 100 })).data).toString('latin1')
  return { root, files, put, read, snapshots, asked, buffers }
}
const to = (text: string) => () => Buffer.from(text)

test.each([
  ['a', 'disk', 'buffer', 'buffer'],
  ['crlf', 'a\r\nb\r\n', 'a\nb\n', 'a\r\nb\r\n'],
  ['crlf-changed', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['no-last-end', 'a\nb\n', 'a\nb', 'a\nb\n'],
  ['no-last-end-changed', 'a\nb\n', 'a\nc', 'a\nc\n'],
  ['no-last-end-crlf', 'a\r\nb\r\n', 'a\r\nc', 'a\r\nc\r\n'],
  ['no-end-at-all', 'a\nb', 'a\nc', 'a\nc'],
  ['emptied', 'a\n', '', ''],
  ['binary', 'a\0b', 'ab', 'a\0b'],
  ['latin', Buffer.from([0xe4]), 'ä', '\xe4'],
  ['closed', 'disk', 'buffer', 'disk'],
  ['x.private', 'disk', 'buffer', 'disk'],
])('%s with %j on the disk and %j in the editor is read as %j', async (file, disk, buffer, expected) => {
  const { put, read } = start({ [file]: buffer })
  expect(await read(put(file, disk))).toBe(expected)
})

test('a part of a file is read from the disk, and a buffer that is too large is an error like a file', async () => {
  const { put, files, asked } = start({ a: 'x'.repeat(200) })
  const path = put('a', 'disk')
  expect((await files.read(path, { maxBytes: 2, from: 1 })).data.toString()).toBe('is')
  expect(asked).toEqual([])
  await expect(files.read(path, { maxBytes: 100 })).rejects.toThrow('a')
})

test('a change begins with the buffer, is snapshotted as such, and the editor writes it', async () => {
  const { put, files, snapshots, buffers } = start({ a: 'unsaved' })
  const path = put('a', 'saved')
  const written = await files.update(path, now => Buffer.from(`${now && Buffer.from(now.data)}!`))
  expect([buffers['a'], readFileSync(path, 'utf8'), snapshots]).toEqual(['unsaved!', 'unsaved!', ['unsaved']])
  expect(written.mtimeMs).toBe(statSync(path).mtimeMs)
})

test('what the editor made something else of, or did not save, has no time: its content decides', async () => {
  for (const saved of [(text: string) => `${text} // tidy`, () => undefined]) {
    const { put, files } = start({}, { saved })
    const written = await files.update(put('a', 'x'), to('y'))
    expect([written.data.toString(), written.size, written.mtimeMs]).toEqual(['y', 1, Number.NaN])
  }
})

test('a new file gets its directory first, and what is not of the editor is written here', async () => {
  const { root, files, buffers } = start({})
  await files.update(join(root, 'deep/er/a'), to('new'))
  await files.update(join(root, 'closed'), to('here'))
  await files.update(join(root, 'x.private'), to('mine'))
  expect(buffers).toEqual({ 'deep/er/a': 'new' })
  expect(['closed', 'x.private'].map(file => existsSync(join(root, file)))).toEqual([true, true])
})

test('an editor that only reads: the change goes on from its buffer, onto the disk', async () => {
  const { put, files } = start({ a: 'unsaved' }, { writes: false })
  const path = put('a', 'saved')
  await files.update(path, now => Buffer.from(`${now && Buffer.from(now.data)}!`))
  expect(readFileSync(path, 'utf8')).toBe('unsaved!')
})

test('two changes of one file at once both count', async () => {
  const { put, files, buffers } = start({ a: '' })
  const path = put('a', '')
  const add = (letter: string) =>
    files.update(path, now => Buffer.from(`${now && Buffer.from(now.data)}${letter}`))
  await Promise.all([add('x'), add('y'), add('z')])
  expect([...(buffers['a'] ?? '')].sort().join('')).toBe('xyz')
})

test('a try sees the buffer and writes nothing', async () => {
  const { put, files, buffers, snapshots } = start({ a: 'unsaved' })
  const seen: string[] = []
  await files.tryUpdate(put('a', 'saved'), now => {
    seen.push(Buffer.from(now?.data ?? []).toString())
    return Buffer.from('other')
  })
  expect([seen, buffers['a'], snapshots]).toEqual([['unsaved'], 'unsaved', []])
})
