import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldHere } from '../support/run-here.ts'
import { openWorld } from '../support/run-program.ts'

const CENSUS = `// Counts what is old
const found = await tools.Grep({ pattern: 'old', glob: '*.txt' })
print('found', found.length, ...args)
for (const { path } of found) {
  await tools.Read({ file_path: path })
  await tools.Edit({ file_path: path, old_string: 'old', new_string: 'new' })
}
return { changed: found.length }
`

const open = async (replies: readonly object[] = []) => {
  const world = await openWorld({ replies: replies as never })
  world.put('a.txt', 'old\n')
  world.put('b.txt', 'old\n')
  world.put('census.js', CENSUS)
  return world
}
const entriesIn = (path: string): readonly { readonly type: string; readonly uuid?: string }[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
const read = (world: Awaited<ReturnType<typeof open>>, name: string) =>
  readFileSync(join(world.project, name), 'utf8')

test('a script runs without a model under the rules of -p; one rewind takes back what it changed', async () => {
  await using world = await open()
  const { run } = heldHere(world)
  const denied = await run(['script', 'census.js'])
  expect([denied.code, denied.stdout]).toEqual([1, 'found 2\n'])
  expect(denied.stderr).toMatch(/Error in line 6 of the script: .*Edits need approval/)
  expect(read(world, 'a.txt')).toBe('old\n')
  const done = await run(['script', '--permission-mode', 'acceptEdits', 'census.js', 'one', '--two'])
  expect([done.code, done.stdout, done.stderr]).toEqual([0, 'found 2 one --two\n{"changed":2}\n', ''])
  expect([read(world, 'a.txt'), read(world, 'b.txt')]).toEqual(['new\n', 'new\n'])
  expect(world.server.requests).toEqual([])
  expect((await run(['ledger', '--json'])).stdout).toContain('a.txt')
  const listed = (await run(['sessions', 'list', '--json'])).stdout.split('\n')[0] ?? ''
  const session = JSON.parse(listed)
  const prompt = entriesIn(session.path).find(({ type }) => type === 'user')
  await run(['-p', '--resume', session.id, '--rewind-files', prompt?.uuid ?? ''])
  expect([read(world, 'a.txt'), read(world, 'b.txt')]).toEqual(['old\n', 'old\n'])
})

test('--json tells what a program wants to know; what cannot be run ends with 2', async () => {
  await using world = await open()
  const { run } = heldHere(world)
  const { code, stdout } = await run(['script', '--json', 'census.js'])
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      ok: false,
      printed: 'found 2\n',
      calls: [
        { tool: 'Grep', count: 1, failed: 0 },
        { tool: 'Read', count: 1, failed: 0 },
        { tool: 'Edit', count: 1, failed: 1 },
      ],
      denials: [expect.objectContaining({ tool_name: 'Edit' })],
      error: expect.stringContaining('Error in line 6'),
    },
  ])
  expect((await run(['script', 'none.js'])).code).toBe(2)
  expect((await run(['script', '--allowedTools', 'Bash'])).code).toBe(2)
  expect((await run(['script', '--json', '--bogus', 'census.js'])).code).toBe(2)
  world.put('agent', "return await tools.Agent({ description: 'd', prompt: 'p', subagent_type: 'Explore' })")
  expect((await run(['script', '--', 'agent'])).stderr).toContain('has no model')
  world.put('long.js', "print('x'.repeat(300_000)); return 'y'")
  const long = await run(['script', 'long.js'])
  expect([long.code, long.stdout.length]).toEqual([0, 300_003])
})

test('a script of a folder runs from its file once the folder is trusted; what it ships is shown with its trust', async () => {
  const call = (lastUserText: string, input: object) => ({
    when: { lastUserText },
    tool: { name: 'Script', input },
  })
  const file = { file: 'census.js', args: ['mine'] }
  const done = { text: 'Done.', repeat: true, when: { toolResult: { tool: 'Script' } } }
  await using world = await open([done, call('ONE', file), call('TWO', file)])
  const { run } = heldHere(world)
  await run(['-p', 'ONE', '--permission-mode', 'acceptEdits'])
  expect(JSON.stringify(world.server.requests.at(-1))).toContain('This folder is not trusted')
  await run(['-p', 'TWO', '--permission-mode', 'acceptEdits', '--trust'])
  expect(JSON.stringify(world.server.requests.at(-1))).toContain('found 2 mine')
  expect(read(world, 'a.txt')).toBe('new\n')
  // Kept as /script save keeps it.
  world.put('.capstan/skills/greet/SKILL.md', '---\ndescription: Says hi\n---\nx')
  world.put('.capstan/skills/greet/greet.capstan.js', "#!/usr/bin/env -S capstan script\nreturn 'hi ' + args")
  const again = await run(['script', '.capstan/skills/greet/greet.capstan.js', 'you'])
  expect([again.code, again.stdout]).toEqual([0, 'hi you\n'])
  expect((await run(['trust', '--json'])).stdout).toContain('script greet.capstan.js')
  // A prompt is not the person at the keyboard.
  expect((await run(['-p', '--continue', '/script save greet'])).code).toBe(1)
})
