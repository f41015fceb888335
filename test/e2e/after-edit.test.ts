import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const edit = (old_string: string, new_string: string, file_path = 'a.txt') => ({
  tool: { name: 'Edit', input: { file_path, old_string, new_string } },
})

const opened = async (replies: readonly object[]): Promise<World> => {
  const world = await openWorldHere({ replies: [...replies, { text: 'done', repeat: true }] } as never)
  writeFileSync(join(world.project, 'a.txt'), 'one\ntwo\nthree\n')
  return world
}

const run = (world: World, rows: readonly object[], ...more: readonly string[]) =>
  world.run([
    '-p',
    '--permission-mode',
    'acceptEdits',
    ...more,
    '--settings',
    JSON.stringify({ afterEdit: rows }),
    '--',
    'go',
  ])

const sent = (world: World, at: number): string => JSON.stringify(world.server.requests.at(at)?.body)

test('a formatter follows an edit at once, and the next edit builds on what it made', async () => {
  await using world = await opened([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    edit('two', 'TWO  '),
    edit('TWO', '2'),
  ])
  const rows = [{ glob: '*.txt', run: "sed -i 's/ *$//' {file}", kind: 'format' }]
  expect((await run(world, rows)).code).toBe(0)
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
  expect(sent(world, 2)).toContain('reformatted by sed')
  expect(sent(world, 3)).not.toContain('changed on disk')
})

test('a formatter over a file in GBK leaves its other bytes, and one rewind brings all of them back', async () => {
  await using world = await opened([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    edit('two', '二  '),
  ])
  const path = join(world.project, 'a.txt')
  // 中文注释, twice, so that it is known for what it is.
  const chinese = Buffer.from('d6d0cec4d7a2cacd', 'hex')
  const before = Buffer.concat([chinese, Buffer.from('\ntwo\n'), chinese, Buffer.from('\n')])
  writeFileSync(path, before)
  const rows = [{ glob: '*.txt', run: "LC_ALL=C sed -i 's/ *$//' {file}", kind: 'format' }]
  expect((await run(world, rows)).code).toBe(0)
  const after = Buffer.concat([chinese, Buffer.from([0x0a, 0xb6, 0xfe, 0x0a]), chinese, Buffer.from('\n')])
  expect(readFileSync(path)).toEqual(after)
  const [session] = world.sessions()
  const said = session?.entries.find(
    ({ type, message }) => type === 'user' && JSON.stringify(message).includes('go'),
  )
  const rewind = ['-p', '--resume', session?.id ?? '', '--rewind-files', String(said?.['uuid'])]
  expect(await world.run(rewind)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(path)).toEqual(before)
})

test('a linter and a test say what is new, each in words of its own', async () => {
  await using world = await opened([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    edit('two', 'bad'),
  ])
  const rows = [
    { glob: '*.txt', run: 'grep -n bad {file} | sed "s|^\\([0-9]*\\):.*|a.txt:\\1:1: warning: odd word|"' },
    { glob: '*.txt', run: 'echo "expected two"; exit 1', kind: 'test' },
    { glob: '*.md', run: 'echo "a.txt:1:1: error: never"' },
  ]
  await run(world, rows)
  const last = sent(world, -1)
  expect(last).toContain('a.txt:2 warning lint: odd word')
  expect(last).toContain('a.txt error test: expected two')
  expect(last).not.toContain('never')
})

test.each([
  ['a folder that nobody trusts', '.capstan/settings.json', { afterEdit: [{ glob: '*', run: 'touch ran' }] }],
  [
    'settings that turn hooks off',
    '../config/settings.json',
    { afterEdit: [{ glob: '*', run: 'touch ran' }], disableAllHooks: true },
  ],
])('rows of %s run nothing', async (_, file, settings) => {
  await using world = await opened([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    edit('two', 'TWO'),
  ])
  world.put(file, JSON.stringify(settings))
  await world.run(['-p', '--permission-mode', 'acceptEdits', '--', 'go'])
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toContain('TWO')
  expect(existsSync(join(world.project, 'ran'))).toBe(false)
})

test('rows of the person run in every project', async () => {
  await using world = await opened([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    edit('two', 'TWO'),
  ])
  world.put('../config/settings.json', JSON.stringify({ afterEdit: [{ glob: '*', run: 'touch ran' }] }))
  await world.run(['-p', '--permission-mode', 'acceptEdits', '--', 'go'])
  expect(existsSync(join(world.project, 'ran'))).toBe(true)
})
