import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const OK = { text: 'ok', repeat: true } as const

const bodies = (world: World): readonly string[] =>
  world.server.requests.map(({ body }) => JSON.stringify(body))

const putUserFile = (world: World, text: string): void => {
  mkdirSync(join(world.home, '.claude'), { recursive: true })
  writeFileSync(join(world.home, '.claude/CLAUDE.md'), text)
}

test('the first request carries the files of the person and the project in order', async () => {
  await using world = await openWorldHere({ replies: [OK] })
  putUserFile(world, 'I like short answers.')
  world.put('AGENTS.md', 'This project uses tabs.\n<!-- hidden from you -->')
  world.put('.claude/rules/always.md', 'Rules are rules.')
  const { code, stderr } = await world.run(['-p', 'hello'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [body = ''] = bodies(world)
  const at = ['I like short answers.', 'This project uses tabs.', 'Rules are rules.', 'hello'].map(text =>
    body.indexOf(text),
  )
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
  expect(body).not.toContain('hidden from you')
  expect(body).toContain('has not said that this folder is trusted')
})

test('a hostile project cannot bring in files of the person, and that is said', async () => {
  await using world = await openWorldHere({ replies: [OK] })
  const secret = join(world.home, 'secret.txt')
  writeFileSync(secret, 'the secret')
  world.put('CLAUDE.md', `@~/secret.txt @${secret} @../home/secret.txt Hello\u202e there.`)
  symlinkSync(secret, join(world.project, 'AGENTS.md'))
  const { code, lines } = await world.stream(['hello'])
  expect(code).toBe(0)
  const [body = ''] = bodies(world)
  expect(body).not.toContain('the secret')
  expect(body).toContain('Hello\\\\u{202e} there.')
  expect(JSON.stringify(lines)).toContain('is not imported: it lies outside the folder')
})

test.each([
  ['--bare', ['--bare'], {}],
  ['no sources', ['--setting-sources', ''], {}],
  ['a variable', [], { CAPSTAN_DISABLE_CLAUDE_MDS: '1' }],
  ['an exclude', ['--settings', '{"claudeMdExcludes":["**/*.md"]}'], {}],
])('%s leaves the files out', async (_, args, env) => {
  await using world = await openWorldHere({ replies: [OK] })
  putUserFile(world, 'words of the user file')
  world.put('AGENTS.md', 'words of the project file')
  expect((await world.run(['-p', 'hello', ...args], { env })).code).toBe(0)
  expect(bodies(world)[0]).not.toMatch(/words of the (?:user|project) file/)
})

test('a resumed session begins with the same bytes although the files have changed', async () => {
  await using world = await openWorldHere({ replies: [OK] })
  world.put('AGENTS.md', 'old words')
  await world.run(['-p', 'one'])
  world.put('AGENTS.md', 'new words')
  await world.run(['-p', 'two', '--continue'])
  const [first, second] = world.server.requests.map(
    ({ body }) => body as { messages: { content: unknown[] }[] },
  )
  expect(second?.messages[0]?.content[0]).toEqual(first?.messages[0]?.content[0])
  expect(bodies(world)[1]).not.toContain('new words')
})
