import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { decodeText } from '../../../lib/encoding/text-bytes.ts'
import { encodeText } from '../../../lib/encoding/write-text.ts'
import { readTool } from '../read/read.ts'
import { editTool } from './edit.ts'

const PIECES = [
  'a',
  'bb',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  'é',
  '→',
  '🙂',
  '"',
  '“',
  '’',
  '{',
  '$1',
  '$&',
  'x\n',
  '\u200b',
  '\\n',
]
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(pieces => pieces.join(''))
const latin = fc
  .array(fc.constantFrom('a', '\n', '\r\n', 'é', 'ÿ', ' '), { maxLength: 30 })
  .map(pieces => `\xff${pieces.join('')}`)

type Encoding = 'utf8' | 'bom' | 'utf16le' | 'utf16be' | 'latin1'
const file = fc.oneof(
  fc.record({
    encoding: fc.constantFrom<Encoding>('utf8', 'bom', 'utf16le', 'utf16be'),
    before: text,
    after: text,
    replacement: text,
  }),
  fc.record({ encoding: fc.constant<Encoding>('latin1'), before: latin, after: latin, replacement: latin }),
)

const encode = (encoding: Encoding, content: string, isStart: boolean): Buffer => {
  if (encoding === 'latin1') return Buffer.from(content, 'latin1')
  if (encoding === 'utf8' || encoding === 'bom')
    return Buffer.from((isStart && encoding === 'bom' ? '\ufeff' : '') + content)
  const little = Buffer.from((isStart ? '\ufeff' : '') + content, 'utf16le')
  return encoding === 'utf16be' ? little.swap16() : little
}

test('random edits leave every byte outside the replaced range as it was', async () => {
  const call = makeToolCall()
  mkdirSync(join(call.cwd, 'dir'))
  writeFileSync(join(call.cwd, '.editorconfig'), '[*]\ncharset = latin1\n')
  const path = join(call.cwd, 'dir', 'a.txt')
  const names = { plain: path, link: join(call.cwd, 'link'), hard: join(call.cwd, 'hard') }
  symlinkSync('dir/a.txt', names.link)
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.constantFrom('plain' as const, 'link' as const, 'hard' as const),
      async (given, name) => {
        const { encoding, before, after, replacement } = given
        const isPair = before.includes('\r\n')
        const end = isPair ? '\r\n' : '\n'
        const head = encode(encoding, before, true)
        const tail = encode(encoding, after, false)
        writeFileSync(path, Buffer.concat([head, encode(encoding, `NEEDLE${end}§end`, false), tail]))
        rmSync(names.hard, { force: true })
        linkSync(path, names.hard)
        await runTool(readTool, { file_path: names[name] }, call)
        await runTool(
          editTool,
          { file_path: names[name], old_string: 'NEEDLE\n§end', new_string: replacement },
          call,
        )
        const bytes = readFileSync(names[name])
        const middle = bytes.subarray(head.length, bytes.length - tail.length)
        expect({
          head: bytes.subarray(0, head.length),
          tail: bytes.subarray(bytes.length - tail.length),
          middle,
        }).toEqual({
          head,
          tail,
          middle: encode(encoding, replacement.replaceAll('\r\n', '\n').replaceAll('\n', end), false),
        })
      },
    ),
    { numRuns: sampleSize({ usual: 300, full: 3000 }) },
  )
})

test('several random edits change the same bytes as one after the other', async () => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  const change = fc.record({ key: fc.integer({ min: 0, max: 4 }), to: text })
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 6, maxLength: 6 }),
      fc.uniqueArray(change, { selector: one => one.key, minLength: 1 }),
      async (parts, changes) => {
        const content = parts.map((part, index) => (index === 0 ? part : `<K${index - 1}>${part}`)).join('')
        writeFileSync(path, content)
        await runTool(readTool, { file_path: path }, call)
        const edits = changes.map(({ key, to }) => ({ old_string: `<K${key}>`, new_string: to }))
        await runTool(editTool, { file_path: path, edits }, call)
        const together = readFileSync(path)
        writeFileSync(path, content)
        await runTool(readTool, { file_path: path }, call)
        for (const edit of edits) await runTool(editTool, { file_path: path, ...edit }, call)
        expect(readFileSync(path)).toEqual(together)
      },
    ),
    { numRuns: 100 },
  )
})

test('whatever the bytes, text that can be decoded is encoded to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), bytes => {
      const decoded = decodeText(bytes)
      if (decoded) expect(encodeText({ ...decoded, data: bytes }, decoded.text)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: sampleSize({ usual: 800, full: 8000 }) },
  )
})
