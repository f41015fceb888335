import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf } from '../support/run-program.ts'
import { messagesOf, resultsOf, type WireMessage } from '../support/wire-results.ts'

/** Marks of the prompt cache move from request to request; everything else must stay. */
const bytesOf = (messages: readonly WireMessage[]): readonly string[] =>
  messages.map(message => JSON.stringify(message).replaceAll(/,"cache_control":\{[^}]*\}/g, ''))

const call = (id: string, name: string, input: object) => ({ tool: { id, name, input } })
const PERMIT = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash']

const pdf = (text: string): Buffer => {
  const drawn = `BT /F1 12 Tf 20 200 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}
const notebook = (source: string): string =>
  JSON.stringify({
    cells: [{ id: 'one', cell_type: 'code', source, outputs: [], metadata: {}, execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })

test('every kind of file is read, changed and found again', async () => {
  await using world = await openWorldHere({
    replies: [
      call('text', 'Read', { file_path: 'a.txt' }),
      call('picture', 'Read', { file_path: 'p.png' }),
      call('pdf', 'Read', { file_path: 'd.pdf' }),
      call('notebook', 'Read', { file_path: 'n.ipynb' }),
      call('edit', 'Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three' }),
      call('cell', 'NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'one', new_source: 'print(2)' }),
      call('write', 'Write', { file_path: 'src/new.txt', content: 'three\n' }),
      call('glob', 'Glob', { pattern: 'src/*' }),
      call('grep', 'Grep', { pattern: 'three', output_mode: 'content', glob: '*.txt', path: 'src' }),
      { text: 'Done.' },
    ],
  })
  world.put('a.txt', 'one\ntwo\n')
  world.put('n.ipynb', notebook('print(1)'))
  writeFileSync(join(world.project, 'd.pdf'), pdf('Hello from paper'))
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#204080' } }).png()
  writeFileSync(join(world.project, 'p.png'), await picture.toBuffer())
  expect(resultOf(await world.stream(['go', ...PERMIT]))).toMatchObject({ result: 'Done.', is_error: false })
  const results = resultsOf(world)
  expect(results).toEqual({
    text: expect.stringContaining('2→two'),
    picture: expect.stringContaining('<image>'),
    pdf: expect.stringMatching(/d\.pdf, 1 page:<document>$/),
    notebook: expect.stringContaining('print(1)'),
    edit: expect.not.stringMatching(/^ERROR/),
    cell: expect.not.stringMatching(/^ERROR/),
    write: expect.not.stringMatching(/^ERROR/),
    glob: 'src/new.txt',
    grep: 'src/new.txt:1:three',
  })
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(readFileSync(join(world.project, 'n.ipynb'), 'utf8')).toContain('print(2)')
})

test('results that are too long together are kept in files, and a resumed session sends the same bytes', async () => {
  const read = (name: string) => ({ id: name, name: 'Read', input: { file_path: `${name}.txt` } })
  await using world = await openWorldHere({
    replies: [
      { tools: [read('a'), read('b'), read('c')] },
      call('loud', 'Bash', { command: 'seq 1 20000' }),
      { text: 'Done.' },
      { text: 'Again.' },
    ],
  })
  for (const name of ['a', 'b', 'c']) world.put(`${name}.txt`, `${name.repeat(79)}\n`.repeat(1000))
  // Notes taken beside the turn would be one more request, before or after its last one.
  const quiet = { env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' } }
  const first = resultOf(await world.stream(['go', ...PERMIT], quiet))
  const results = resultsOf(world)
  const lengths = ['a', 'b', 'c'].map(name => (results[name] ?? '').length > 50_000)
  expect(lengths.filter(isWhole => !isWhole)).toEqual([false])
  const kept = Object.values(results).find(text => text.includes('tool-results')) ?? ''
  const path = /\S+tool-results\S*?\.txt/.exec(kept)?.[0] ?? ''
  expect(readFileSync(path, 'utf8')).toContain('→')
  expect((results['loud'] ?? '').length).toBeLessThan(35_000)
  const before = bytesOf(messagesOf(world, -1))
  await world.stream(['again', '--resume', String(first['session_id']), ...PERMIT], quiet)
  expect(bytesOf(messagesOf(world, -1)).slice(0, before.length)).toEqual(before)
})

test('what is WebAssembly in a library is found by the built program: scripts, and code read by its syntax', async () => {
  await using world = await openWorldHere({
    replies: [
      call('script', 'Script', { code: 'return 6 * 7' }),
      call('syntax', 'SyntaxGrep', { pattern: 'answer($A)', language: 'python' }),
      call('map', 'CodeMap', {}),
      { text: 'Done.' },
    ],
  })
  world.put('a.py', 'def answer(x):\n    return x\n\nprint(answer(1))\n')
  await world.stream(['go', ...PERMIT])
  expect(resultsOf(world)).toEqual({
    script: expect.stringMatching(/\b42\b/),
    syntax: expect.stringContaining('a.py:4:print(answer(1))'),
    map: expect.stringContaining('a.py'),
  })
})
