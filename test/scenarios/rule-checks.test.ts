import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { hasBubblewrap } from '../support/needs-program.ts'
import { BRIDGE } from '../support/sandboxed.ts'

const RULES = `- Log with the logger.
  forbid(src/**): console.log(
- The checks pass.
  check(src/**): sh check.sh
`
const FILES = {
  'AGENTS.md': RULES,
  'check.sh': 'test ! -f src/bad || { echo "bad is there"; exit 3; }\n',
}

const withFiles =
  (trusted: boolean) =>
  (config: EngineConfig): Partial<EngineConfig> => ({
    instructions: {
      configHome: join(config.place.home, 'config'),
      projectRoot: config.place.cwd,
      extraDirs: [],
      managed: { directories: [], owner: 0 },
      uid: process.getuid?.(),
      sources: ['user', 'project', 'local'],
      compat: true,
      trusted,
      discover: true,
      excludes: [],
    },
  })
const write = (file_path: string, content: string) => ({
  tool: { name: 'Write', input: { file_path, content } },
})
const open = (
  replies: WorldOptions['scenario']['replies'],
  {
    allow = ['Write', 'Edit', 'Bash'],
    trusted = true,
    files = FILES as Readonly<Record<string, string>>,
    more = (_: EngineConfig): Partial<EngineConfig> => ({}),
  } = {},
): Promise<World> =>
  createWorld({
    ...{ files, allow, scenario: { replies } },
    config: config => ({ ...withFiles(trusted)(config), ...more(config) }),
  })
const last = ({ model }: World, at: number): string => JSON.stringify(model.requests[at]?.messages.slice(-1))
const ruleLines = async (world: World): Promise<string> => {
  const before = world.events.length
  await world.ask('/rules')
  return JSON.stringify(world.events.slice(before))
}

test('an edit that adds what a rule forbids is told at once, and /rules tells which edit it was', async () => {
  await using world = await open([
    write('src/a.ts', 'console.log(1)\n'),
    { text: 'Done.' },
    write('lib.ts', 'console.log(1)\n'),
    { text: 'Done.' },
  ])
  await world.ask('go')
  expect(last(world, 1)).toContain('Your edit of src/a.ts breaks a rule of')
  expect(last(world, 1)).toContain('It adds: console.log(1). Mend it.')
  await world.ask('elsewhere')
  expect(last(world, 3)).not.toContain('breaks a rule')
  const said = await ruleLines(world)
  expect(said).toContain('Log with the logger. — forbids console.log(')
  expect(said).toContain('held 0, broken 1')
  expect(said).toMatch(/src\/a\.ts: console\.log\(1\)/)
  expect(said).toContain('held 1, broken 0')
})

test('a check is run when the model is done with files it is for, and what it says is told once in a turn', async () => {
  await using world = await open([
    write('src/bad', 'x\n'),
    { text: 'Done.' },
    { tool: { name: 'Bash', input: { command: 'rm src/bad' } } },
    { text: 'Mended.' },
    write('other.ts', 'x\n'),
    { text: 'Elsewhere.' },
  ])
  await world.ask('go')
  expect(world.kinds().filter(kind => kind === 'goal_continues')).toHaveLength(1)
  expect(last(world, 2)).toContain('sh check.sh said:\\nexit code 3\\nbad is there')
  expect(world.model.requests).toHaveLength(4)
  await world.ask('elsewhere')
  expect(world.model.requests).toHaveLength(6)
  const said = await ruleLines(world)
  expect(said).toContain('The checks pass. — runs sh check.sh')
  expect(said).toMatch(/held 1, broken 1/)
  expect(said).toContain('src/bad: exit code 3')
})

test('a check that nobody allows is not run, and says so', async () => {
  await using world = await open([write('src/bad', 'x\n'), { text: 'Done.' }], { allow: ['Write'] })
  await world.ask('go')
  expect(world.model.requests).toHaveLength(2)
  expect(await ruleLines(world)).toMatch(/held 0, broken 0.*not run: /)
})

test('in a folder nobody trusts nothing that its files name is run', async () => {
  await using world = await open([write('src/bad', 'x\n'), { text: 'Done.' }], { trusted: false })
  await world.ask('go')
  expect(world.model.requests).toHaveLength(2)
  expect(await ruleLines(world)).not.toContain('sh check.sh')
})

test('what an agent writes is held against the rules as well, and its files are checked', async () => {
  await using world = await open([
    { tool: { name: 'Agent', input: { description: 'd', prompt: 'WRITE IT' } } },
    { ...write('src/bad', 'console.log(1)\n'), when: { lastUserText: 'WRITE IT' } },
    { text: 'Written.', when: { toolResult: { tool: 'Write' } } },
    { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'As it is.', repeat: true },
  ] as WorldOptions['scenario']['replies'])
  await world.ask('go')
  expect(last(world, world.model.requests.length - 1)).toContain('edit of src/bad breaks a rule of')
  const said = await ruleLines(world)
  expect(said).toContain('src/bad: console.log(1)')
  expect(said).toContain('src/bad: exit code 3')
  expect(said).toContain('held 0, broken 1')
})

test.skipIf(!hasBubblewrap())(
  'a check runs in the sandbox, as commands do, and a hook can stop it',
  async () => {
    const files = {
      'AGENTS.md': '- It holds.\n  check: sh check.sh\n',
      'check.sh': 'echo out > ../outside 2>/dev/null; echo "$CAPSTAN_SANDBOX" > inside\n',
    }
    const sandbox = ({ place }: EngineConfig): Partial<EngineConfig> => ({
      sandbox: {
        settings: { enabled: true, autoAllowBashIfSandboxed: true },
        platform: process.platform,
        bridge: BRIDGE,
        configHomes: [join(place.home, 'config')],
        tmpDir: tmpdir(),
      },
    })
    const replies = [write('a.ts', 'x\n'), { text: 'Done.' }, { text: 'As it is.', repeat: true }]
    await using world = await open(replies as never, { allow: ['Write'], files, more: sandbox })
    await world.ask('go')
    expect(readFileSync(join(world.dir, 'inside'), 'utf8').trim()).not.toBe('')
    expect(existsSync(join(world.dir, '../outside'))).toBe(false)
    const heard: string[] = []
    const hook = {
      type: 'function' as const,
      run(input: object) {
        heard.push(JSON.stringify(input))
        const decision = { permissionDecision: 'deny', permissionDecisionReason: 'not now' }
        return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
      },
    }
    await using stopped = await open(replies as never, {
      files,
      more: () => ({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } }) as never,
    })
    await stopped.ask('go')
    expect(existsSync(join(stopped.dir, 'inside'))).toBe(false)
    expect([heard.length, heard[0]]).toEqual([1, expect.stringContaining('sh check.sh')])
    expect(await ruleLines(stopped)).toContain('not run: ')
  },
)

test('in plan mode no check is run', async () => {
  await using world = await open([write('src/bad', 'x\n'), { text: 'Done.' }])
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  await world.ask('go')
  expect(await ruleLines(world)).toContain('held 0, broken 0')
})
