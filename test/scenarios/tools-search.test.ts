import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { play } from '../support/play-calls.ts'
import { toolResults } from '../support/tool-results.ts'

const FILES = {
  'src/a.ts': 'call(1)\nother\n',
  'src/b.ts': 'call(2)\n',
  'docs/c.md': 'call()\n',
  'secret/d.ts': 'call(3)\n',
}

test('an expression that is none comes back with what is wrong, and the next one finds', async () => {
  await using world = await createWorld({
    files: FILES,
    scenario: {
      replies: [
        { tool: { name: 'Grep', input: { pattern: 'call(', output_mode: 'content' } } },
        {
          when: { toolResult: { contains: 'put a backslash before it', isError: true } },
          tool: {
            name: 'Grep',
            input: { pattern: 'call\\(', output_mode: 'content', glob: '*.ts', path: 'src' },
          },
        },
        { when: { toolResult: { contains: 'src/a.ts:1:call(1)', isError: false } }, text: 'Found.' },
      ],
    },
  })
  expect((await world.ask('find the calls')).report.text).toBe('Found.')
  expect(world.model.violations).toEqual([])
})

test('a place that does not exist is told, and a pattern finds it', async () => {
  await using world = await createWorld({
    files: FILES,
    scenario: {
      replies: [
        { tool: { name: 'Glob', input: { pattern: '*.md', path: 'doc' } } },
        {
          when: { toolResult: { contains: 'doc does not exist (the current directory is', isError: true } },
          tool: { name: 'Glob', input: { pattern: '**/*.md' } },
        },
        { when: { toolResult: { contains: 'docs/c.md', isError: false } }, text: 'Found.' },
      ],
    },
  })
  expect((await world.ask('find the documents')).report.text).toBe('Found.')
})

test('a long result is read page by page with the offset it names', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'needle\n', 'b.txt': 'needle\n', 'c.txt': 'needle\n' },
    scenario: {
      replies: [
        { tool: { name: 'Grep', input: { pattern: 'needle', head_limit: '2' } } },
        {
          when: { toolResult: { contains: 'Go on with offset 2.' } },
          tool: { name: 'Grep', input: { pattern: 'needle', head_limit: 2, offset: 2 } },
        },
        { text: 'Read.' },
      ],
    },
  })
  for (const [index, name] of ['a.txt', 'b.txt', 'c.txt'].entries())
    utimesSync(join(world.dir, name), 1000 + index, 1000 + index)
  await world.ask('find all')
  expect(toolResults(world.model.requests).map(result => result.text)).toEqual([
    'c.txt\nb.txt\n(Entries 1–2 of 3. Go on with offset 2.)',
    'a.txt',
  ])
})

test('files a rule forbids to read do not appear in searches', async () => {
  await using world = await createWorld({
    files: FILES,
    deny: ['Read(secret/**)'],
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Grep', input: { pattern: 'call' } },
            { name: 'Glob', input: { pattern: '**/*.ts' } },
          ],
        },
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('look')
  const results = toolResults(world.model.requests)
  expect(results.map(result => result.text.split('\n').sort())).toEqual([
    ['docs/c.md', 'src/a.ts', 'src/b.ts'],
    ['src/a.ts', 'src/b.ts'],
  ])
})

test('without ripgrep searches work and say that it is missing', async () => {
  await using world = await createWorld({
    files: FILES,
    config: config => ({
      place: {
        ...config.place,
        env: { ...config.place.env, USE_BUILTIN_RIPGREP: '0', PATH: '/nonexistent' },
      },
    }),
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Grep', input: { pattern: 'call\\(\\d', type: 'ts', output_mode: 'count' } },
            { name: 'Glob', input: { pattern: 'docs/*' } },
          ],
        },
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('look')
  const note = '(ripgrep is missing; this was the slower built-in search.)'
  expect(toolResults(world.model.requests).map(result => result.text.split('\n').sort())).toEqual([
    [note, 'secret/d.ts:1', 'src/a.ts:1', 'src/b.ts:1'],
    [note, 'docs/c.md'],
  ])
})

test('a directory that moved is said, and so is the place where nothing was found', async () => {
  const { texts } = await play({
    files: { 'sub/a.txt': 'x', 'top.md': 'needle' },
    calls: [
      ['Bash', { command: 'cd sub && ls' }],
      ['Glob', { pattern: '*.md' }],
      ['Grep', { pattern: 'needle' }],
      ['Read', { file_path: 'top.md' }],
    ],
  })
  expect(texts.map(text => text.replaceAll(/\/\S*\/project/g, 'ROOT'))).toEqual([
    'a.txt\nThe current directory is now ROOT/sub.',
    'No files found in ROOT/sub',
    'No matches found in ROOT/sub',
    expect.stringMatching(
      /^<tool_use_error>ROOT\/sub\/top\.md does not exist \(the current directory is ROOT\/sub\)\./,
    ),
  ])
})
