import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from './read.ts'

const cell = (id: string, source: string, more: object = {}) => ({
  cell_type: 'code',
  execution_count: null,
  id,
  metadata: {},
  outputs: [],
  source: source.split(/(?<=\n)/),
  ...more,
})
const notebook = (cells: readonly object[], more: object = {}) =>
  JSON.stringify({
    cells,
    metadata: { language_info: { name: 'julia' } },
    nbformat: 4,
    nbformat_minor: 5,
    ...more,
  })
const open = (text: string) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.ipynb')
  writeFileSync(path, text)
  return { call, path, read: (input = {}) => runTool(readTool, { file_path: 'a.ipynb', ...input }, call) }
}

test('cells are shown with their ids, sources and what they printed', async () => {
  const { path, read } = open(
    notebook([
      { cell_type: 'markdown', metadata: {}, source: '# Title' },
      cell('abc', 'x = 1\nx', {
        execution_count: 7,
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['hi\n', 'there\n'] },
          { output_type: 'execute_result', data: { 'text/plain': ['1'] } },
          { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mTrace\u001b[0m'] },
        ],
      }),
    ]),
  )
  const { output, text } = await read()
  expect({ output, text }).toEqual({
    output: {
      type: 'notebook',
      file: {
        filePath: path,
        startCell: 1,
        totalCells: 2,
        cells: [
          { cell_id: 'cell-0', cellType: 'markdown', source: '# Title', outputs: [] },
          {
            cell_id: 'abc',
            cellType: 'code',
            language: 'julia',
            execution_count: 7,
            source: 'x = 1\nx',
            outputs: [
              { text: 'hi\nthere\n', images: [] },
              { text: '1', images: [] },
              { text: 'Trace', images: [] },
            ],
          },
        ],
      },
      notes: [],
    },
    text: [
      '<cell id="cell-0" type="markdown">\n# Title\n</cell>',
      '<cell id="abc" type="code" run="7">\nx = 1\nx\n</cell>',
      '<output>\nhi\nthere\n</output>',
      '<output>\n1\n</output>',
      '<output>\nTrace\n</output>',
    ].join('\n'),
  })
})

test('pictures in outputs are shown as pictures, damaged ones left out', async () => {
  const png = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const display = (base64: string) => ({
    output_type: 'display_data',
    data: { 'image/png': base64, 'text/plain': ['<Figure>'] },
  })
  const { read } = open(
    notebook([cell('p', 'plot()', { outputs: [display(`${png.toString('base64')}\n`), display('aGk=')] })]),
  )
  expect((await read()).text).toBe(
    '<cell id="p" type="code">\nplot()\n</cell>\n<output>\n<Figure>\n</output>\n<image><output>\n<Figure>\n</output>',
  )
})

test('a long notebook is shown in part and says how to go on, by cells', async () => {
  const { call, path, read } = open(
    notebook(Array.from({ length: 5 }, (_, index) => cell(`c${index}`, 'y'.repeat(40_000)))),
  )
  const first = await read()
  expect(first.text.split('\n').at(-1)).toBe('(Cells 1–2 of 5. Go on with offset 3.)')
  expect(call.files.seen(path)?.lines).toEqual([{ from: 1, to: 2 }])
  expect((await read({ offset: 5 })).text).toContain('<cell id="c4"')
  expect((await read({ offset: 9 })).text).toBe('(The notebook has only 5 cells; offset 9 is past its end.)')
})

test('a notebook over 256 KB is read all the same, its long output cut', async () => {
  const { read } = open(
    notebook([cell('c', 'x', { outputs: [{ output_type: 'stream', text: 'z'.repeat(400_000) }] })]),
  )
  expect((await read()).text).toMatch(/z\n\[… 390000 characters left out …\]\n<\/output>$/)
})

test.each([
  ['broken JSON', '{"cells": [', /not valid JSON/],
  ['no cells', '{"worksheets": []}', /no list of cells/],
  ['a list', '[]', /no list of cells/],
])('%s is an error the model can read', async (_name, text, message) => {
  await expect(open(text).read()).rejects.toThrow(message)
})

test('an id that could end its tag or hide something is not shown; the place stands for it', async () => {
  const { read } = open(
    notebook([cell('a"></cell><x y="', 'one'), cell('b\u202e', 'two'), cell('c', 'three')]),
  )
  expect((await read()).text).toBe(
    [
      '<cell id="cell-0" type="code">\none\n</cell>',
      '<cell id="cell-1" type="code">\ntwo\n</cell>',
      '<cell id="c" type="code">\nthree\n</cell>',
    ].join('\n'),
  )
})
