import { mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'

const call = (name: string, input: object) => ({ tool: { name, input } })
/** The next reply, given only when the result before it says what it should. */
const after = (contains: string, reply: object, isError = true) => ({
  ...reply,
  when: { toolResult: { contains, isError } },
})
const FILES = ['Edit', 'Write', 'NotebookEdit']

test('Edit: a model that edits unread, with line numbers, with spaces for tabs and ambiguously gets there by what it is told', async () => {
  await using world = await createWorld({
    files: { 'a.py': 'def f():\n\treturn 1\n\ndef g():\n\treturn 1\n' },
    allow: FILES,
    scenario: {
      replies: [
        call('Edit', { file_path: 'a.py', old_string: 'return 1', new_string: 'return 2' }),
        after('has not been read. Read it first', call('Read', { file_path: 'a.py' })),
        after(
          '5→\treturn 1',
          call('Edit', { file_path: 'a.py', old_string: '4→def g():\n5→\treturn 1', new_string: 'x' }),
          false,
        ),
        after(
          'leave number and arrow out',
          call('Edit', { file_path: 'a.py', old_string: 'def g():\n    return 1', new_string: 'x' }),
        ),
        after(
          'indented with 1 tab in the file, with 4 spaces in old_string',
          call('Edit', { file_path: 'a.py', old_string: '\treturn 1', new_string: '\treturn 2' }),
        ),
        after(
          'occurs 2 times, at lines 2, 5',
          call('Edit', {
            file_path: 'a.py',
            old_string: 'def g():\n\treturn 1',
            new_string: 'def g():\n\treturn 2',
          }),
        ),
        { text: 'Done.', when: { toolResult: { contains: 'Edited' } } },
      ],
    },
  })
  const end = await world.ask('make g return 2')
  expect([end.report.text, readFileSync(join(world.dir, 'a.py'), 'utf8')]).toEqual([
    'Done.',
    'def f():\n\treturn 1\n\ndef g():\n\treturn 2\n',
  ])
})

test('Edit: several edits of which one fails change nothing, and pass when it is mended', async () => {
  const edits = (second: string) => ({
    file_path: 'a.txt',
    edits: [
      { old_string: 'one', new_string: '1' },
      { old_string: second, new_string: '2' },
    ],
  })
  await using world = await createWorld({
    files: { 'a.txt': 'one\r\ntwo\r\n' },
    allow: FILES,
    scenario: {
      replies: [
        call('Read', { file_path: 'a.txt' }),
        call('Edit', edits('tow')),
        after('None of the edits was made', call('Edit', edits('two'))),
        { text: 'Done.', when: { toolResult: { contains: '(2 replacements)' } } },
      ],
    },
  })
  const end = await world.ask('use digits')
  expect([end.report.text, readFileSync(join(world.dir, 'a.txt'), 'utf8')]).toEqual(['Done.', '1\r\n2\r\n'])
})

test('Write: a file that exists is read first, then overwritten', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'old\n' },
    allow: FILES,
    scenario: {
      replies: [
        call('Write', { file_path: 'a.txt', content: 'new\n' }),
        after('exists but has not been read', call('Read', { file_path: 'a.txt' })),
        call('Write', { file_path: 'a.txt', content: 'new\n' }),
        { text: 'Done.', when: { toolResult: { contains: '(1 line)' } } },
      ],
    },
  })
  const end = await world.ask('renew it')
  expect([end.report.text, readFileSync(join(world.dir, 'a.txt'), 'utf8')]).toEqual(['Done.', 'new\n'])
})

test('Read: a wrong name, a file too long and an unchanged file are answered with the way on', async () => {
  await using world = await createWorld({
    files: { 'src/config.ts': `${'x'.repeat(99)}\n`.repeat(3000) },
    scenario: {
      replies: [
        call('Read', { file_path: 'src/config.js' }),
        after('Did you mean', call('Read', { file_path: 'src/config.ts' })),
        after(
          'Read a part with offset and limit',
          call('Read', { file_path: 'src/config.ts', offset: 1, limit: 2 }),
        ),
        after(
          'Go on with offset 3',
          call('Read', { file_path: 'src/config.ts', offset: 1, limit: 2 }),
          false,
        ),
        { text: 'Done.', when: { toolResult: { contains: 'unchanged since you last read this' } } },
      ],
    },
  })
  expect((await world.ask('look')).report.text).toBe('Done.')
})

test('Read: an image reaches the model as an image, and the transcript as described', async () => {
  await using world = await createWorld({
    scenario: { replies: [call('Read', { file_path: 'a.png' }), { text: 'A red square.' }] },
  })
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  writeFileSync(join(world.dir, 'a.png'), png)
  await world.ask('what is it?')
  const data = png.toString('base64')
  expect(world.model.requests.at(-1)?.messages.at(-1)?.content).toMatchObject([
    {
      type: 'tool_result',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
        { type: 'text', text: '(9×9)' },
      ],
    },
  ])
  const entry = readFileSync(world.sessionPath, 'utf8')
    .split('\n')
    .filter(line => line.includes('toolUseResult'))
    .map(line => JSON.parse(line))
  expect(entry[0].toolUseResult).toMatchObject({ type: 'image', file: { base64: data, type: 'image/png' } })
})

test('NotebookEdit: Edit on a notebook leads to it, an unknown cell to the known ones', async () => {
  const source = {
    cell_type: 'code',
    execution_count: null,
    id: 'calc',
    metadata: {},
    outputs: [],
    source: ['x = 1'],
  }
  const notebook = JSON.stringify({ cells: [source], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)
  const edit = (cell_id: string) =>
    call('NotebookEdit', { notebook_path: 'a.ipynb', cell_id, new_source: 'x = 2' })
  await using world = await createWorld({
    files: { 'a.ipynb': notebook },
    allow: FILES,
    scenario: {
      replies: [
        call('Edit', { file_path: 'a.ipynb', old_string: 'x = 1', new_string: 'x = 2' }),
        after('with NotebookEdit', edit('calc')),
        after('has not been read', call('Read', { file_path: 'a.ipynb' })),
        after('<cell id="calc"', edit('first'), false),
        after('Cells: calc.', edit('calc')),
        { text: 'Done.', when: { toolResult: { contains: 'Replaced cell calc' } } },
      ],
    },
  })
  const end = await world.ask('set x to 2')
  expect([end.report.text, readFileSync(join(world.dir, 'a.ipynb'), 'utf8')]).toEqual([
    'Done.',
    notebook.replace('x = 1', 'x = 2'),
  ])
})

test('a link that leads out of the project is written through by no tool', async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-outside-')))
  const victim = join(outside, 'victim.txt')
  writeFileSync(victim, 'safe')
  await using world = await createWorld({
    allow: FILES,
    scenario: {
      replies: [
        call('Write', { file_path: 'link.txt', content: 'x' }),
        call('Edit', { file_path: 'link.txt', old_string: 'safe', new_string: 'x' }),
        { text: 'No.' },
      ],
    },
  })
  symlinkSync(victim, join(world.dir, 'link.txt'))
  await world.ask('go')
  expect(readFileSync(victim, 'utf8')).toBe('safe')
})
