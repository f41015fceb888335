import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installLibrary, runExamples } from '../../support/packed-library.ts'
import { openWorld, REPOSITORY, type World } from '../../support/run-program.ts'

const scenario = {
  replies: [
    { when: { lastUserText: 'What does this project do' }, text: 'It counts sheep.' },
    {
      when: { lastUserText: 'notes.txt' },
      text: 'Working on it.',
      tool: { name: 'Bash', input: { command: 'touch notes.txt' } },
    },
    { when: { lastUserText: 'pear' }, tool: { name: 'mcp__shop__price', input: { fruit: 'pear' } } },
    { when: { lastUserText: 'Publish' }, tool: { name: 'Bash', input: { command: 'git push origin' } } },
    { when: { lastUserText: 'Which word' }, text: 'It was plover.' },
    {
      when: { lastUserText: 'hello.txt' },
      tool: { name: 'Write', input: { file_path: 'hello.txt', content: 'hello' } },
    },
    { text: 'All done.', repeat: true },
  ],
}

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld(scenario)
  folder = installLibrary(world)
})
afterAll(() => world[Symbol.asyncDispose]())

const EXAMPLES: Readonly<Record<string, (printed: string) => void>> = {
  'one-shot.mjs': printed => expect(printed).toBe('It counts sheep.\n'),
  'permissions.mjs'(printed) {
    expect(printed).toContain('Working on it.')
    expect(printed).toContain('asked: Bash {"command":"touch notes.txt"}')
    expect(printed).toContain('success after 2 turns')
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true)
  },
  'own-tool.mjs'(printed) {
    expect(printed).toContain('4 cents')
    expect(printed).toContain('All done.')
  },
  'hooks.mjs'(printed) {
    expect(printed).toContain('about to run: git push origin')
    expect(printed).toContain('Pushing is left to people.')
  },
  'sessions.mjs'(printed) {
    expect(printed).toBe('the plover [birds]\ntrue\nuser\nassistant\nIt was plover.\n')
  },
  'in-process.mjs'(printed) {
    expect(printed).toBe('asked: Write\nAll done.\n')
    expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('hello')
  },
  'scripted.test.mjs'(printed) {
    expect(printed).toMatch(/pass 3\b/)
    expect(printed).toMatch(/fail 0\b/)
  },
}

const isTest = (name: string): boolean => name.includes('.test.')

test('every example of the library runs from an empty folder with the packed package', async () => {
  expect(readdirSync(join(REPOSITORY, 'examples/sdk')).sort()).toEqual(Object.keys(EXAMPLES).sort())
  const names = Object.keys(EXAMPLES)
  // Its tests are begun by the runtime once it is loaded: it is alone.
  const [alone, together] = [names.filter(isTest), names.filter(name => !isTest(name))]
  for (const some of [together, alone]) {
    const printed = await runExamples(world, folder, some)
    expect(printed).toHaveLength(some.length)
    for (const [at, name] of some.entries()) EXAMPLES[name]?.(printed[at] ?? '')
  }
})

test('the declarations of the packed package type-check in a strict project', () => {
  const types = join(folder, 'node_modules/@types')
  mkdirSync(types)
  symlinkSync(join(REPOSITORY, 'node_modules/@types/node'), join(types, 'node'))
  writeFileSync(join(folder, 'typed.mts'), TYPED)
  const flags =
    '--noEmit --strict --module nodenext --target es2024 --lib esnext --types node --singleThreaded'.split(
      ' ',
    )
  const { stdout } = spawnSync(join(REPOSITORY, 'node_modules/.bin/tsc'), [...flags, 'typed.mts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GOGC: 'off' },
  })
  expect(stdout).toBe('')
  rmSync(types, { recursive: true })
})

const TYPED = `
import { createSdkMcpServer, openHost, query, tool, type Options } from 'capstan-sdk'
import { openTestSession } from 'capstan-sdk/testing'
import { z } from 'zod'
const round = tool('round', 'Rounds', { a: z.number() }, async ({ a }) => ({ content: [{ type: 'text', text: a.toFixed() }] }))
// @ts-expect-error the input has no b
tool('round', 'Rounds', { a: z.number() }, async ({ b }) => ({ content: [{ type: 'text', text: String(b) }] }))
const options: Options = {
  mcpServers: { math: createSdkMcpServer({ name: 'math', tools: [round] }) },
  canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }),
}
for await (const message of query({ prompt: 'x', options }))
  if (message.type === 'result' && message.subtype === 'success') message.result.length
await using host = await openHost()
await (await host.open()).send({ type: 'submit', content: 'x' })
await using session = await openTestSession({ scenario: { replies: [{ text: 'x' }] } })
export const called = (await session.ask('x')).calls[0]?.name
`

test('the packed package brings no runtime and nothing that would shadow node', () => {
  const place = join(folder, 'node_modules/capstan-sdk')
  const { dependencies, ...rest } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['zod'])
  expect(rest.os).toEqual(['!win32'])
  const brought = ['optionalDependencies', 'peerDependencies', 'bundledDependencies', 'bin', 'scripts']
  expect(brought.filter(name => name in rest)).toEqual([])
  expect(readdirSync(place).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'types'])
})
