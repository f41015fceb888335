import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
import { notebookEditTool } from './notebook-edit.ts'

/** As Jupyter writes it; the odd number would not survive being read and written as JSON. */
const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Über\\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "calc",
   "metadata": {
    "score": 1.0
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "1\\n"
     ]
    }
   ],
   "source": [
    "print(1)"
   ]
  }
 ],
 "metadata": {
  "big": 12345678901234567890
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

const start = async (text: string, readInput: object | false = {}) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.ipynb')
  writeFileSync(path, text)
  if (readInput) await runTool(readTool, { file_path: path, ...readInput }, call)
  const edit = (input: object) => runTool(notebookEditTool, { notebook_path: 'a.ipynb', ...input }, call)
  return { call, path, edit, disk: () => readFileSync(path, 'utf8') }
}

test('a source is replaced, what it printed goes, and all else stays byte for byte', async () => {
  const { edit, disk, path } = await start(NOTEBOOK)
  const { output, text } = await edit({ cell_id: 'calc', new_source: 'a = "ü"\nprint(a)' })
  const updated = NOTEBOOK.replace('"execution_count": 3', '"execution_count": null')
    .replace(/"outputs": \[[\s\S]*?\n {3}\]/, '"outputs": []')
    .replace('    "print(1)"', '    "a = \\"ü\\"\\n",\n    "print(a)"')
  expect({ disk: disk(), text, output }).toEqual({
    disk: updated,
    text: `Replaced cell calc in ${path}.`,
    output: {
      notebook_path: path,
      edit_mode: 'replace',
      cell_id: 'calc',
      cell_type: 'code',
      language: 'python',
      old_source: 'print(1)',
      new_source: 'a = "ü"\nprint(a)',
      structuredPatch: expect.any(Array),
      original_file: NOTEBOOK,
      updated_file: updated,
    },
  })
})

test('a cell is inserted after another, with a new id, in the layout of the file', async () => {
  const { edit, disk } = await start(NOTEBOOK)
  const { output } = await edit({
    cell_id: 'intro',
    new_source: 'x\ny',
    edit_mode: 'insert',
    cell_type: 'markdown',
  })
  const cell = `  {
   "cell_type": "markdown",
   "id": "${output.cell_id}",
   "metadata": {},
   "source": [
    "x\\n",
    "y"
   ]
  },
`
  const at = NOTEBOOK.indexOf('  {\n   "cell_type": "code"')
  expect(disk()).toBe(NOTEBOOK.slice(0, at) + cell + NOTEBOOK.slice(at))
  expect(output.cell_id).toMatch(/^[0-9a-f]{8}$/)
})

test('without a cell id a new cell comes first, and after the last one it comes last', async () => {
  const { edit, disk } = await start(NOTEBOOK)
  const first = await edit({ new_source: '1', edit_mode: 'insert' })
  const last = await edit({ cell_id: 'calc', new_source: '2', edit_mode: 'insert' })
  const ids = JSON.parse(disk()).cells.map((cell: { id: string }) => cell.id)
  expect(ids).toEqual([first.output.cell_id, 'intro', 'calc', last.output.cell_id])
  expect(new Set(ids).size).toBe(4)
})

test('cells are deleted by id and by place, down to none, and a first one is put in again', async () => {
  const { edit, disk } = await start(NOTEBOOK)
  await edit({ cell_id: 'cell-1', edit_mode: 'delete' })
  expect(JSON.parse(disk()).cells.map((cell: { id: string }) => cell.id)).toEqual(['intro'])
  await edit({ cell_id: 'intro', edit_mode: 'delete' })
  expect(disk()).toContain('"cells": [],\n "metadata"')
  await edit({ new_source: 'again', edit_mode: 'insert' })
  expect(JSON.parse(disk()).cells).toMatchObject([{ cell_type: 'code', source: ['again'] }])
})

test('another type makes another kind of cell of it, with the same id and metadata', async () => {
  const { edit, disk } = await start(NOTEBOOK)
  await edit({ cell_id: 'calc', new_source: 'words', cell_type: 'markdown' })
  expect(JSON.parse(disk()).cells[1]).toEqual({
    cell_type: 'markdown',
    id: 'calc',
    metadata: { score: 1 },
    source: ['words'],
  })
})

test('a notebook of a format without ids gets none, and its cells go by place', async () => {
  const old = NOTEBOOK.replace('"nbformat_minor": 5', '"nbformat_minor": 2').replace(/ {3}"id": .*\n/g, '')
  const { edit, disk } = await start(old)
  const { output } = await edit({ cell_id: 'cell-0', new_source: 'x', edit_mode: 'insert' })
  expect([output.cell_id, JSON.parse(disk()).cells[1]]).toEqual([
    'cell-1',
    { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['x'] },
  ])
})

test('one line, CRLF and escapes are kept', async () => {
  const compact = JSON.stringify({ ...JSON.parse(NOTEBOOK), metadata: {} })
  const flat = await start(compact)
  await flat.edit({ cell_id: 'calc', new_source: 'x' })
  expect(flat.disk()).not.toContain('\n')
  const windows = await start(NOTEBOOK.replaceAll('\n', '\r\n'))
  await windows.edit({ cell_id: 'intro', new_source: 'x\ny' })
  expect(windows.disk().replaceAll('\r\n', '')).not.toContain('\n')
  const escaped = await start(NOTEBOOK.replace('Ü', '\\u00dc'))
  await escaped.edit({ cell_id: 'calc', new_source: '"é🙂"' })
  expect(escaped.disk()).toContain('\\u00e9\\ud83d\\ude42')
})

test('a source kept as one text stays one text', async () => {
  const { edit, disk } = await start(NOTEBOOK.replace(/\[\s*"print\(1\)"\s*\]/, '"print(1)"'))
  await edit({ cell_id: 'calc', new_source: 'a\nb' })
  expect(disk()).toContain('"source": "a\\nb"')
})

test.each([
  ['a notebook that was not read', false as const, { cell_id: 'calc', new_source: 'x' }, /has not been read/],
  [
    'a cell that was not read',
    { limit: 1 },
    { cell_id: 'calc', new_source: 'x' },
    /Cell calc \(number 2\) has not been read, only cells 1–1\. .*offset 2/,
  ],
  [
    'a cell that is not there',
    {},
    { cell_id: 'nope', new_source: 'x' },
    /There is no cell "nope"\. Cells: intro, calc\./,
  ],
  ['a place that is not there', {}, { cell_id: 'cell-9', edit_mode: 'delete' }, /There is no cell "cell-9"/],
])('%s is refused and the file stays', async (_name, readInput, input, message) => {
  const { edit, disk } = await start(NOTEBOOK, readInput)
  await expect(edit(input)).rejects.toThrow(message)
  expect(disk()).toBe(NOTEBOOK)
})

test('a notebook that changed since it was read is left alone, a new time stamp is no change', async () => {
  const { edit, disk, path } = await start(NOTEBOOK)
  utimesSync(path, 1, 1)
  await edit({ cell_id: 'intro', new_source: 'x' })
  const theirs = NOTEBOOK.replace('print(1)', 'print(2)')
  writeFileSync(path, theirs)
  await expect(edit({ cell_id: 'intro', new_source: 'y' })).rejects.toThrow(/has changed on disk/)
  expect(disk()).toBe(theirs)
})

test('several edits in a row need no new read', async () => {
  const { edit, disk } = await start(NOTEBOOK)
  await edit({ cell_id: 'intro', new_source: 'one' })
  await edit({ cell_id: 'intro', new_source: 'two' })
  expect(JSON.parse(disk()).cells[0].source).toEqual(['two'])
})

test('other files and missing ones are refused', async () => {
  const { call } = await start(NOTEBOOK)
  const edit = (notebook_path: string) =>
    runTool(notebookEditTool, { notebook_path, cell_id: 'a', new_source: 'x' }, call)
  await expect(edit('a.py')).rejects.toThrow(/Use Edit/)
  await expect(edit('b.ipynb')).rejects.toThrow(/does not exist\. Create it with Write/)
})

test.each([
  [{ cell_id: 'a' }, ['new_source']],
  [{ new_source: 'x' }, ['cell_id']],
  [{ edit_mode: 'delete' }, ['cell_id']],
  [{ edit_mode: 'insert' }, ['new_source']],
])('%j does not parse', (given, paths) => {
  const parsed = notebookEditTool.input.safeParse({ notebook_path: 'a.ipynb', ...given })
  expect(parsed.error?.issues.map(issue => issue.path.join('.'))).toEqual(paths)
})
