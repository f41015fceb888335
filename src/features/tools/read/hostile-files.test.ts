import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { editTool } from '../edit/edit.ts'
import { notebookEditTool } from '../notebook-edit/notebook-edit.ts'
import { readTool } from './read.ts'

const pixels = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
const samples = async () => ({
  'a.png': await pixels().png().toBuffer(),
  'a.jpg': await pixels().jpeg().toBuffer(),
  'a.gif': await pixels().gif().toBuffer(),
  'a.webp': await pixels().webp().toBuffer(),
  'a.bmp': Buffer.concat([
    Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1'),
    Buffer.alloc(60),
  ]),
  'a.pdf': Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n',
  ),
  'a.ipynb': Buffer.from(
    '{"cells":[{"cell_type":"code","id":"x","outputs":[{"data":{"image/png":"AAAA"}}],"source":["a"]}]}',
  ),
})

const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) })
const damage = fc.record({
  changes: fc.array(change, { maxLength: 8 }),
  keep: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('whatever bytes a file of a known kind holds, Read and NotebookEdit end in a result or a ToolError', async () => {
  const call = makeToolCall()
  const known = Object.entries(await samples())
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...known), damage, async ([name, data], { changes, keep }) => {
      const bytes = Buffer.from(data.subarray(0, Math.ceil(data.length * Math.max(keep, 0.3))))
      for (const { at, byte } of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte
      const path = join(call.cwd, name)
      writeFileSync(path, bytes)
      for (const work of [
        () => runTool(readTool, { file_path: path }, call),
        () => runTool(notebookEditTool, { notebook_path: path, cell_id: 'x', new_source: 'b' }, call),
      ])
        try {
          expect((await work()).text).not.toBe('')
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError)
        }
    }),
    { numRuns: sampleSize({ usual: 70, full: 800 }) },
  )
})

test('whatever Read, Edit and NotebookEdit are given ends in a result or a ToolError', async () => {
  const call = makeToolCall()
  const place = (name: string) => join(call.cwd, name)
  writeFileSync(place('a.ipynb'), (await samples())['a.ipynb'])
  writeFileSync(place('a.pdf'), (await samples())['a.pdf'])
  const odd = fc.oneof(
    fc.string({ maxLength: 9 }),
    fc.integer(),
    fc.constantFrom(null, 'text', '', '1-', '9-1', 'cell-0', '\ud800', '$&', '\\u{202e}'),
  )
  const edits = fc.oneof(
    odd,
    fc.array(fc.record({ old_string: odd, new_string: odd, replace_all: odd }), { maxLength: 3 }),
  )
  const work = fc.oneof(
    fc.record({
      tool: fc.constant(readTool),
      input: fc.record({ file_path: fc.constantFrom('a.pdf', 'a.ipynb', 'a.txt'), pages: odd, offset: odd }),
    }),
    fc.record({
      tool: fc.constant(editTool),
      input: fc.record({ file_path: fc.constant('a.txt'), edits, old_string: odd }),
    }),
    fc.record({
      tool: fc.constant(notebookEditTool),
      input: fc.record({
        notebook_path: fc.constant('a.ipynb'),
        cell_id: odd,
        new_source: odd,
        edit_mode: fc.constantFrom('replace', 'insert', 'delete', 'move'),
      }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(work, async ({ tool, input }) => {
      const any = tool as Tool
      writeFileSync(place('a.txt'), 'some text\r\n“text”\n')
      await runTool(readTool, { file_path: 'a.txt' }, call)
      if (!any.input.safeParse(input).success) return
      try {
        expect((await runTool(any, input, call)).text).not.toBe('')
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError)
      }
    }),
    { numRuns: sampleSize({ usual: 100, full: 1200 }) },
  )
})
