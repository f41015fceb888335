import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../engine-bench.ts'
import { type FieldCase, type FieldWorld, told } from './field-case.ts'

const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: 'code', id: 'one', metadata: {}, outputs: [], execution_count: null, source: ['1 + 1'] },
    { cell_type: 'markdown', id: 'two', metadata: {}, source: ['# Two'] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
})
/** A document of one empty page. */
const onePage = (): string => {
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ]
  let text = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${part}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  return `${text}xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
}
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURE: FieldWorld = {
  prepare: ({ dir }) => writeFileSync(join(dir, 'p.png'), Buffer.from(PIXEL, 'base64')),
}
const FILES: FieldWorld = {
  files: {
    'a.txt': 'alpha\nbeta\ngamma\ndelta\n',
    'b.md': 'Alpha beta\nx alpha y\n',
    'sub/c.txt': 'other\n',
    'n.ipynb': NOTEBOOK,
  },
  config: ({ permissions }) => ({ permissions: { ...permissions, mode: 'acceptEdits', canAsk: true } }),
}
const text =
  (name: string) =>
  ({ dir }: World): string =>
    readFileSync(join(dir, name), 'utf8')
const read = (name: string) => [['Read', { file_path: name }]] as const

const edited = (change: object, other: object, shows: RegExp): FieldCase => ({
  before: read('a.txt'),
  with: { file_path: 'a.txt', ...change },
  without: { file_path: 'a.txt', ...other },
  shows,
  on: text('a.txt'),
  world: FILES,
})
const one = { old_string: 'beta', new_string: 'B' }
const many = { old_string: 'ta', new_string: 'T' }

const EDIT: Readonly<Record<string, FieldCase>> = {
  file_path: {
    before: [...read('a.txt'), ...read('sub/c.txt')],
    with: { file_path: 'sub/c.txt', old_string: 'other', new_string: 'B' },
    without: { file_path: 'a.txt', old_string: 'alpha', new_string: 'B' },
    shows: /^B$/m,
    on: text('sub/c.txt'),
    world: FILES,
  },
  old_string: edited(one, { ...one, old_string: 'gamma' }, /alpha\nB/),
  new_string: edited(one, { ...one, new_string: 'C' }, /alpha\nB/),
  replace_all: edited({ ...many, replace_all: true }, many, /beT\n.*\ndelT/),
  edits: edited({ edits: [one, { old_string: 'gamma', new_string: 'G' }] }, one, /B\nG/),
  'edits[].old_string': edited({ edits: [one] }, { edits: [{ ...one, old_string: 'gamma' }] }, /alpha\nB/),
  'edits[].new_string': edited({ edits: [one] }, { edits: [{ ...one, new_string: 'C' }] }, /alpha\nB/),
  'edits[].replace_all': edited({ edits: [{ ...many, replace_all: true }] }, { edits: [many] }, /beT/),
}

const cell = (change: object, other: object, shows: RegExp): FieldCase => ({
  before: read('n.ipynb'),
  with: { notebook_path: 'n.ipynb', cell_id: 'one', new_source: 'x', ...change },
  without: { notebook_path: 'n.ipynb', cell_id: 'one', new_source: 'x', ...other },
  shows,
  on: text('n.ipynb'),
  world: FILES,
})

const NOTEBOOK_EDIT: Readonly<Record<string, FieldCase>> = {
  notebook_path: {
    before: read('n.ipynb'),
    with: { notebook_path: 'n.ipynb', cell_id: 'one', new_source: 'x' },
    without: { notebook_path: 'a.txt', cell_id: 'one', new_source: 'x' },
    shows: /^Replaced cell one/,
    world: FILES,
  },
  cell_id: cell({ cell_id: 'two' }, {}, /1 \+ 1/),
  new_source: cell({ new_source: 'brand new' }, {}, /brand new/),
  cell_type: cell({ cell_type: 'markdown' }, {}, /"markdown"[\s\S]*"markdown"/),
  edit_mode: cell({ edit_mode: 'insert' }, {}, /1 \+ 1/),
}

const inFiles = (change: object, other: object, shows: RegExp): FieldCase => ({
  with: { pattern: 'alpha', ...change },
  without: { pattern: 'alpha', ...other },
  shows,
  world: FILES,
})
const content = { output_mode: 'content' }
const lines = (change: object, shows: RegExp): FieldCase => inFiles({ ...content, ...change }, content, shows)

const GREP: Readonly<Record<string, FieldCase>> = {
  pattern: inFiles({ pattern: 'other' }, {}, /c\.txt/),
  path: inFiles({ path: 'sub' }, {}, /No matches/),
  glob: inFiles({ glob: '*.md' }, {}, /^b\.md$/),
  type: inFiles({ type: 'md' }, {}, /^b\.md$/),
  output_mode: inFiles(content, {}, /a\.txt:1/),
  '-i': lines({ '-i': true }, /Alpha/),
  '-n': lines({ '-n': false }, /a\.txt:alpha/),
  '-o': lines({ '-o': true }, /b\.md:2:alpha$/m),
  '-A': lines({ '-A': 1 }, /beta/),
  '-B': inFiles({ pattern: 'gamma', ...content, '-B': 1 }, { pattern: 'gamma', ...content }, /beta/),
  '-C': lines({ '-C': 1 }, /beta/),
  context: lines({ context: 1 }, /beta/),
  head_limit: inFiles({ head_limit: 1 }, {}, /Go on with offset 1/),
  offset: inFiles({ offset: 9 }, {}, /only 2 entries/),
  multiline: inFiles({ pattern: 'alpha\\nbeta', multiline: true }, { pattern: 'alpha\\nbeta' }, /a\.txt/),
}

/** A field that the rest of the call leaves nothing to do for is not passed over in silence. */
const unused = (change: object, other: object, shows: RegExp): FieldCase => ({
  ...inFiles(change, other, shows),
  on: told,
})
const NOT_USED = /not used/i

export const FILE_SEAMS: Readonly<Record<string, Readonly<Record<string, FieldCase>>>> = {
  Grep: {
    ...Object.fromEntries(
      (['-n', '-o', '-A', '-B', '-C', 'context'] as const).map(name => [
        `${name} without output_mode content`,
        unused({ [name]: name === '-n' || name === '-o' ? true : 2 }, {}, NOT_USED),
      ]),
    ),
    '-A beside -o': unused({ ...content, '-o': true, '-A': 1 }, { ...content, '-o': true }, NOT_USED),
    'context beside -C': unused({ ...content, '-C': 1, context: 0 }, { ...content, '-C': 1 }, NOT_USED),
  },
  Read: {
    'pages of a text': {
      with: { file_path: 'a.txt', pages: '1' },
      without: { file_path: 'a.txt' },
      shows: /Not used for this file: pages/,
      world: FILES,
    },
    'offset of a picture': {
      with: { file_path: 'p.png', offset: 1 },
      without: { file_path: 'p.png' },
      shows: /Not used for this file: offset/,
      world: PICTURE,
    },
  },
  Edit: {
    'replace_all beside edits': {
      before: read('a.txt'),
      with: { file_path: 'a.txt', edits: [one], replace_all: true },
      without: { file_path: 'a.txt', edits: [one] },
      shows: NOT_USED,
      on: told,
      world: FILES,
    },
  },
  NotebookEdit: Object.fromEntries(
    [
      ['new_source', { new_source: 'x' }],
      ['cell_type', { cell_type: 'markdown' }],
    ].map(([name, change]) => [
      `${name} of a deleted cell`,
      {
        before: read('n.ipynb'),
        with: { notebook_path: 'n.ipynb', cell_id: 'one', edit_mode: 'delete', ...(change as object) },
        without: { notebook_path: 'n.ipynb', cell_id: 'one', edit_mode: 'delete' },
        shows: NOT_USED,
        on: told,
        world: FILES,
      },
    ]),
  ),
}

export const FILE_CASES: Readonly<Record<string, Readonly<Record<string, FieldCase>>>> = {
  Edit: EDIT,
  NotebookEdit: NOTEBOOK_EDIT,
  Grep: GREP,
  Glob: {
    pattern: { with: { pattern: '*.md' }, without: { pattern: '*.txt' }, shows: /b\.md/, world: FILES },
    path: {
      with: { pattern: '*.txt', path: 'sub' },
      without: { pattern: '*.txt' },
      shows: /^(?![\s\S]*a\.txt)[\s\S]*c\.txt/,
      world: FILES,
    },
  },
  Read: {
    file_path: {
      with: { file_path: 'b.md' },
      without: { file_path: 'sub/c.txt' },
      shows: /Alpha/,
      world: FILES,
    },
    offset: {
      with: { file_path: 'a.txt', offset: 3 },
      without: { file_path: 'a.txt' },
      shows: /^3→gamma/,
      world: FILES,
    },
    limit: {
      with: { file_path: 'a.txt', limit: 1 },
      without: { file_path: 'a.txt', limit: 2 },
      shows: /^(?![\s\S]*beta)[\s\S]*alpha/,
      world: FILES,
    },
    pages: {
      with: { file_path: 'd.pdf', pages: '7' },
      without: { file_path: 'd.pdf' },
      shows: /^! /,
      world: { prepare: ({ dir }) => writeFileSync(join(dir, 'd.pdf'), onePage()) },
    },
  },
  Write: {
    file_path: {
      with: { file_path: 'new.txt', content: 'x' },
      without: { file_path: 'else.txt', content: 'x' },
      shows: /new\.txt/,
      world: FILES,
    },
    content: {
      with: { file_path: 'new.txt', content: 'seen' },
      without: { file_path: 'new.txt', content: 'other' },
      shows: /seen/,
      on: text('new.txt'),
      world: FILES,
    },
  },
}
