import { expect, test } from 'vitest'
import { notebookCode } from './notebook-code.ts'

const notebook = (cells: readonly object[], metadata: object = {}): string =>
  JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 })
const code = (source: string | readonly string[]) => ({ cell_type: 'code', source })

test('the code of a notebook is one text, and each of its lines has a cell', () => {
  const made = notebookCode(
    notebook([
      { cell_type: 'markdown', source: '# x' },
      code(['import os\n', 'x = 1']),
      code('%matplotlib inline\n!ls\nfiles = !ls -l\nif x:\n    !rm y\nx?\ny = x % 2'),
      code('%%bash\necho hi'),
      code('print(x)'),
    ]),
  )
  expect(made?.text.split('\n')).toEqual([
    ...['import os', 'x = 1', 'pass', 'pass', 'files = None', 'if x:', '    pass', 'pass', 'y = x % 2'],
    ...['', '', 'print(x)', ''],
  ])
  expect([1, 3, 9, 12].map(line => made?.placeOf(line))).toEqual([
    { cell: 2, line: 1 },
    { cell: 3, line: 1 },
    { cell: 3, line: 7 },
    { cell: 5, line: 1 },
  ])
})

test.each([
  ['another language', notebook([code('1')], { kernelspec: { language: 'R' } })],
  ['no cells', '{}'],
  ['no JSON', 'cells'],
])('%s: there is nothing to show', (_, raw) => {
  expect(notebookCode(raw)).toBeUndefined()
})
