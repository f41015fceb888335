import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { decodeText } from '../../../lib/encoding/text-bytes.ts'
import { editTool } from '../edit/edit.ts'
import { readTool } from './read.ts'
import { streamLines } from './stream-lines.ts'
import { excerpt } from './text-excerpt.ts'

test('whatever the text, windows give the same lines as the whole', async () => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  const piece = fc.constantFrom('a', '\n', '\r\n', '\r', 'é', '🙂', 'x'.repeat(2100), '→')
  const text = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''))
  const range = fc.record({ offset: fc.integer({ min: 0, max: 20 }), limit: fc.integer({ min: 1, max: 20 }) })
  await fc.assert(
    fc.asyncProperty(text, range, fc.integer({ min: 1, max: 9 }), async (content, wanted, windowBytes) => {
      writeFileSync(path, content)
      const whole = await call.files.read(path, { maxBytes: 1_000_000 })
      // The window of the file port is made small, so that every boundary is met.
      const files = {
        ...call.files,
        read: async (_name: string, limit: { maxBytes: number; from?: number }) => {
          const from = limit.from ?? 0
          return { ...whole, data: whole.data.subarray(from, from + windowBytes) }
        },
      }
      const facts = call.files.facts(path)!
      const { output } = await streamLines(facts, wanted, { files, signal: call.signal })
      const decoded = decodeText(Buffer.from(content))?.text.replaceAll('\r\n', '\n') ?? ''
      expect(output).toEqual(excerpt(path, decoded, wanted))
    }),
    { numRuns: sampleSize({ usual: 30, full: 240 }) },
  )
})

test('a range of a file beyond 64 MB is read and can then be edited', async () => {
  const call = makeToolCall()
  const path = join(call.cwd, 'big.log')
  const line = `${'0123456789'.repeat(100)}\n`
  const fd = openSync(path, 'w')
  for (let block = 0; block < 70; block++) writeSync(fd, line.repeat(1000))
  writeSync(fd, 'needle here\nlast line')
  closeSync(fd)
  const ran = await runTool(readTool, { file_path: path, offset: 70_001, limit: 1 }, call)
  expect([ran.text, call.files.seen(path)?.lines]).toEqual([
    '70001→needle here\n(Lines 70001–70001 of 70002. Go on with offset 70002.)',
    [{ from: 70_001, to: 70_001 }],
  ])
  const edited = await runTool(
    editTool,
    { file_path: path, old_string: 'needle', new_string: 'thread' },
    call,
  )
  expect([edited.output.originalFile, edited.output.structuredPatch]).toEqual([
    null,
    [
      {
        oldStart: 70_001,
        oldLines: 1,
        newStart: 70_001,
        newLines: 1,
        lines: ['-needle here', '+thread here'],
      },
    ],
  ])
  expect((await runTool(readTool, { file_path: path, offset: 70_001, limit: 2 }, call)).text).toBe(
    '70001→thread here\n70002→last line',
  )
})

test('a large binary file is refused in ranges too', async () => {
  const call = makeToolCall()
  const path = join(call.cwd, 'sparse')
  const fd = openSync(path, 'w')
  ftruncateSync(fd, 65 * 1024 * 1024)
  closeSync(fd)
  await expect(runTool(readTool, { file_path: path, offset: 1 }, call)).rejects.toThrow(/binary/)
})

test.each([
  ['UTF-16 little endian', Buffer.from('\ufeffaé\r\nb', 'utf16le')],
  ['UTF-16 big endian', Buffer.from('\ufeffaé\r\nb', 'utf16le').swap16()],
  ['UTF-8 with a mark', Buffer.from('\ufeffaé\r\nb')],
])('%s is decoded in windows too', async (_name, data) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, data)
  const { output } = await streamLines(call.files.facts(path)!, {}, call)
  expect(output.file).toEqual({ filePath: path, content: 'aé\nb', numLines: 2, startLine: 1, totalLines: 2 })
})

test('an interrupt ends a long read, and a file that changes meanwhile is not mixed', async () => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, 'x')
  const facts = call.files.facts(path)!
  const stopped = { files: call.files, signal: AbortSignal.abort() }
  await expect(streamLines(facts, {}, stopped)).rejects.toThrow(/interrupted/)
  writeFileSync(path, 'other')
  await expect(streamLines(facts, {}, call)).rejects.toThrow(/changed while it was read/)
})
