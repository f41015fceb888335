import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/features/commands/index.ts'
import type { Authority } from '../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleOf } from '../support/sample-size.ts'

const open = (more: Partial<WorldOptions> = {}) =>
  createWorld({ scenario: { replies: [{ text: 'Done.', repeat: true }] }, ...more })

const say = async (world: World, content: string, authority?: Authority): Promise<string> => {
  const { terminal, report } = await world.ask(content, authority ? { authority } : {})
  return terminal.kind === 'command_failed' ? `refused: ${terminal.message}` : report.text
}

const WAYS: readonly (Authority | undefined)[] = [undefined, 'client', 'owner']
const MODES = ['default', 'acceptEdits', 'dontAsk', 'plan'] as const

describe.each(MODES)('in mode %s', mode => {
  test.each(WAYS)('the check of a goal said by %s runs only what the rules allow', async authority => {
    await using world = await open({
      config: config => ({ permissions: { ...config.permissions, mode } }),
    })
    await say(world, '/goal $ touch ../canary && touch canary', authority)
    expect([existsSync(join(world.dir, 'canary')), existsSync(join(dirname(world.dir), 'canary'))]).toEqual([
      false,
      false,
    ])
  })
})

test.each([
  ['a deny rule', { deny: ['Bash(touch *)'], allow: ['Bash'] }],
  ['no shell at all', { deny: ['Bash'] }],
])('a goal does not get past %s', async (_, rules) => {
  await using world = await open(rules)
  await say(world, '/goal $ touch canary', 'owner')
  expect(existsSync(join(world.dir, 'canary'))).toBe(false)
  expect((await world.engine.query('goal'))?.status).toBe('stopped')
})

test('a goal whose command a rule allows is checked', async () => {
  await using world = await open({ allow: ['Bash(touch canary)'] })
  await say(world, '/goal $ touch canary')
  expect(existsSync(join(world.dir, 'canary'))).toBe(true)
})

/** Words that make a command do what it can. */
const ARGUMENTS = ['', 'on', 'off', 'out.md', '--yes', 'theme=dark', '..', '5', 'install x', 'dark']
/** They ask the model, or end the session: what comes of them is decided call by call. */
const ASKING = new Set(['exit', 'clear'])

const filesIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    // What every session writes about itself.
    .filter(path => !/\/(?:projects|sessions|file-history|tasks|output)\//.test(path))
    .map(path => `${path}: ${readFileSync(path, 'utf8')}`)
    .sort()

/** Commands that a prompt can hold, a few for each session: what was said goes along with every request. */
const SOME = 8
const named = COMMANDS.filter(({ name, headless }) => headless && !ASKING.has(name)).map(({ name }) => name)
const groups = Array.from({ length: Math.ceil(named.length / SOME) }, (_, at) =>
  named.slice(at * SOME, (at + 1) * SOME),
)

test.each(sampleOf(groups, 6))(
  'no command in a prompt of unknown origin changes a file, a rule, a directory, a mode or a limit (%s …)',
  async (...group) => {
    await using world = await open({ files: { 'a.txt': 'a' } })
    const root = dirname(world.dir)
    const before = filesIn(root)
    const rights = async () => {
      const { rules, directories, mode } = await world.engine.query('permissions')
      return { rules, directories, mode, budgets: await world.engine.query('budgets') }
    }
    const allowed = await rights()
    for (const name of group) {
      for (const words of ARGUMENTS) await say(world, `/${name} ${words}`.trim())
      const after = await rights()
      // To plan is to do less.
      expect({ name, ...after, mode: after.mode === 'plan' ? allowed.mode : after.mode }).toEqual({
        name,
        ...allowed,
      })
      if (after.mode === 'plan') await world.engine.send({ type: 'set_mode', mode: allowed.mode })
      expect([name, filesIn(root)]).toEqual([name, before])
    }
  },
  120_000,
)

test.each([
  ['/add-dir ..', undefined],
  ['/cd ..', undefined],
  ['/budget 5', undefined],
  ['/export out.md', undefined],
  ['/plan off', undefined],
  ['/heapdump', undefined],
  ['/feedback bad', undefined],
  ['/add-dir ..', 'client'],
  ['/cd ..', 'client'],
  ['/heapdump', 'client'],
] as const)('%s of %s is refused with a sentence', async (line, authority) => {
  await using world = await open({
    config: config => ({
      permissions: { ...config.permissions, ...(line === '/plan off' ? { mode: 'plan' } : {}) },
    }),
  })
  expect(await say(world, line, authority)).toMatch(/^refused: (?:A command in a prompt|Clients of this)/)
})

test('the same commands work for the owner', async () => {
  await using world = await open()
  await say(world, 'hi', 'owner')
  expect(await say(world, '/export out.md', 'owner')).toContain('Wrote')
  expect(await say(world, '/add-dir ..', 'owner')).toContain('Added')
})

describe('a file that a prompt names with @', () => {
  const CANARY = 'canary-4711'
  const attached = async (authority: Authority | undefined, name: string) => {
    await using world = await open({ files: { 'in.txt': CANARY, '.env': CANARY } })
    writeFileSync(join(dirname(world.dir), 'outside.txt'), CANARY)
    mkdirSync(join(dirname(world.dir), 'other'), { recursive: true })
    await say(world, `look at @${name}`, authority)
    return JSON.stringify(world.model.requests).includes(CANARY)
  }
  test.each([
    ['owner', 'in.txt', true],
    ['owner', '../outside.txt', true],
    ['owner', '.env', true],
    ['client', 'in.txt', true],
    ['client', '../outside.txt', false],
    ['client', '.env', false],
    [undefined, 'in.txt', true],
    [undefined, '../outside.txt', false],
    [undefined, '.env', false],
  ] as const)('by %s: %s is attached: %s', async (authority, name, expected) => {
    expect(await attached(authority, name)).toBe(expected)
  })
})

describe('a file that a command in a prompt names', () => {
  const CANARY = 'canary-4712'
  /** Broken, so that whoever reads it as anything says what stands there. */
  const BROKEN = `steps: [${CANARY}\n${CANARY}: {\n`
  const forms = (path: string): readonly string[] => [path, `run ${path}`, `"${path}"`, `file://${path}`]

  test.each(
    [undefined, 'client' as const].flatMap(authority => groups.map(group => [authority, group] as const)),
  )(
    'by %s: no command says or sends what stands outside, in what may hold secrets or what is denied: %s',
    async (authority, group) => {
      await using world = await open({
        files: { 'private/a.yaml': BROKEN, '.env.yaml': BROKEN },
        deny: ['Read(private/**)'],
      })
      const outside = join(dirname(world.dir), 'outside.yaml')
      writeFileSync(outside, BROKEN)
      const paths = [outside, '../outside.yaml', 'private/a.yaml', '.env.yaml']
      for (const name of group) {
        for (const words of paths.flatMap(path => (name === 'workflow' ? forms(path) : [path]))) {
          const text = await say(world, `/${name} ${words}`, authority)
          expect([name, words, text.includes(CANARY)]).toEqual([name, words, false])
        }
      }
      expect(JSON.stringify(world.model.requests)).not.toContain(CANARY)
    },
    120_000,
  )

  test.each([
    ['owner', 'in.yaml', true],
    ['owner', '../outside.yaml', true],
    ['owner', 'private/a.yaml', false],
    ['client', 'in.yaml', true],
    ['client', '../outside.yaml', false],
    [undefined, 'in.yaml', true],
    [undefined, '../outside.yaml', false],
    [undefined, 'private/a.yaml', false],
  ] as const)('by %s: the workflow %s is read: %s', async (authority, path, expected) => {
    const trusted = { level: 'project', directory: '.capstan' } as const
    await using world = await open({
      files: { 'in.yaml': BROKEN, 'private/a.yaml': BROKEN },
      deny: ['Read(private/**)'],
      config: ({ place }) => ({
        extensions: {
          list: async () => [{ source: trusted, root: join(place.cwd, '.capstan') }],
          onChanged: () => () => undefined,
        },
      }),
    })
    writeFileSync(join(dirname(world.dir), 'outside.yaml'), BROKEN)
    expect((await say(world, `/workflow run ${path}`, authority)).includes('has mistakes')).toBe(expected)
    const op = { type: 'start_workflow', wish: { path } } as const
    const sent = world.engine.send(authority ? { ...op, authority } : op)
    await expect(sent).rejects.toThrow(expected ? 'has mistakes' : "Can't read")
  })
})
