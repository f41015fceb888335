import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { canOverlay, hasBubblewrap } from '../support/needs-program.ts'
import { BRIDGE } from '../support/sandboxed.ts'

const isPossible = hasBubblewrap() && canOverlay()

const bash = (command: string, more = {}) => ({ tool: { name: 'Bash', input: { command, ...more } } })

const trying =
  (more: (config: EngineConfig) => Partial<EngineConfig> = () => ({})) =>
  (config: EngineConfig): Partial<EngineConfig> => ({
    permissions: { ...config.permissions, canAsk: true },
    tryFirst: choiceFor(config),
    ...more(config),
  })

const choiceFor = ({ place }: EngineConfig, settings = {}): NonNullable<EngineConfig['tryFirst']> => ({
  settings,
  platform: process.platform,
  bridge: BRIDGE,
  configHomes: [join(place.home, 'config')],
  tmpDir: tmpdir(),
})

interface Opened extends World {
  readonly asked: PermissionRequest[]
}

type Answer = PermissionAnswer | ((request: PermissionRequest, world: World) => PermissionAnswer)

/** Every question is answered so. */
const open = async (
  {
    commands,
    ...options
  }: Omit<WorldOptions, 'scenario'> & { readonly commands: readonly ReturnType<typeof bash>[] },
  answer: Answer = { behavior: 'allow' },
): Promise<Opened> => {
  const world = await createWorld({
    config: trying(),
    ...options,
    scenario: { replies: [...commands, { text: 'Done.' }] },
  })
  const asked: PermissionRequest[] = []
  void (async () => {
    for await (const event of world.engine.events()) {
      if (event.type !== 'permission_request') continue
      asked.push(event.request)
      const reply = typeof answer === 'function' ? answer(event.request, world) : answer
      await world.engine.send({ type: 'answer_permission', id: event.request.id, answer: reply })
    }
  })()
  return Object.assign(world, { asked })
}

const triedIn = ({ asked: [first] }: Opened) => first?.details?.tried
const saidIn = (world: Opened): string => (triedIn(world)?.said ?? []).map(({ text }) => text).join('\n')
const lastResult = ({ model }: World): string => JSON.stringify(model.requests.at(-1)?.messages.at(-1))
const fileIn = ({ dir }: World, name: string): string | undefined =>
  existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : undefined
/** Nothing of a trial is left beside the settings. */
const left = ({ configHome }: World): readonly string[] => {
  const copies = join(configHome, 'copies')
  return existsSync(copies) ? readdirSync(copies) : []
}
const FILES = { 'a.txt': 'one\n', 'd/x': 'x\n', 'd/y': 'y\n' }
const CHANGES = 'echo two >> a.txt; rm -r d; mkdir d; echo z > d/z; echo said; exit 3'

test.skipIf(!isPossible)(
  'the question shows what a command changes and prints; kept, that is applied, and the command does not run again',
  async () => {
    await using world = await open({ files: FILES, commands: [bash(`date +%s%N > when; ${CHANGES}`)] })
    const before = Date.now()
    await world.ask('go')
    const [request] = world.asked
    expect(request?.details?.diff?.text).toContain(' one\n+two\n')
    expect(request?.details?.diff?.text).toContain('\\ d/z\n+z')
    expect(triedIn(world)).toMatchObject({ canKeep: true, count: 5, exitCode: 3, hosts: [] })
    expect(triedIn(world)?.listed.map(({ text }) => text)).toEqual([
      '~ a.txt',
      '- d/x',
      '- d/y',
      '+ d/z (new)',
      '+ when (new)',
    ])
    expect(triedIn(world)?.output).toContain('said')
    expect([fileIn(world, 'a.txt'), fileIn(world, 'd/z'), fileIn(world, 'd/x')]).toEqual([
      'one\ntwo\n',
      'z\n',
      undefined,
    ])
    expect(lastResult(world)).toMatch(
      /Exit code 3[\s\S]*said[\s\S]*the person looked at what it changed and kept that/,
    )
    expect(Number(fileIn(world, 'when')) / 1e6).toBeGreaterThanOrEqual(before - 1)
    const runs = (await world.engine.query('effects')).filter(({ kind }) => kind === 'command')
    expect(runs.map(({ outcome }) => outcome)).toEqual(['failed'])
    expect(left(world)).toEqual([])
    // What it changed can be taken back like what any command changed.
    const turn = world.events.flatMap(event =>
      event.type === 'turn_started' ? [event.turn.userMessageUuid] : [],
    )[0]
    await world.engine.rewind({ messageUuid: turn ?? '', what: 'code' })
    expect([fileIn(world, 'a.txt'), fileIn(world, 'd/x'), fileIn(world, 'd/z')]).toEqual([
      'one\n',
      'x\n',
      undefined,
    ])
  },
)

test.skipIf(!isPossible)('discarded, nothing is left of it; for real, the command runs', async () => {
  await using no = await open(
    { files: FILES, commands: [bash(CHANGES)] },
    { behavior: 'deny', message: 'not that' },
  )
  await no.ask('go')
  expect([fileIn(no, 'a.txt'), fileIn(no, 'd/x'), fileIn(no, 'd/z')]).toEqual(['one\n', 'x\n', undefined])
  expect([no.asked.length, left(no)]).toEqual([1, []])
  expect(lastResult(no)).toContain('not that')
  await using real = await open(
    { files: FILES, commands: [bash('echo $CAPSTAN_SANDBOX. > in; echo ran >> log')] },
    { behavior: 'allow', forReal: true },
  )
  await real.ask('go')
  expect([fileIn(real, 'in'), fileIn(real, 'log')]).toEqual(['.\n', 'ran\n'])
  expect([lastResult(real).includes('kept that'), left(real)]).toEqual([false, []])
})

test.skipIf(!isPossible)(
  'a file that changed while the question was open is not overwritten: nothing is kept, and that is said',
  async () => {
    await using world = await open(
      { files: FILES, commands: [bash('echo two >> a.txt; echo new > b.txt')] },
      (_, { dir }) => {
        writeFileSync(join(dir, 'a.txt'), 'mine\n')
        return { behavior: 'allow' }
      },
    )
    await world.ask('go')
    expect([fileIn(world, 'a.txt'), fileIn(world, 'b.txt')]).toEqual(['mine\n', undefined])
    expect(lastResult(world)).toMatch(/Nothing was changed[\s\S]*a\.txt[\s\S]*Run it again/)
    expect(left(world)).toEqual([])
  },
)

test.skipIf(!isPossible)('the network is closed in a copy, and what was asked for is shown', async () => {
  const fetches = `node -e "fetch('https://example.test/x').catch(e => { console.log('no'); process.exit(7) })"`
  await using world = await open({ files: FILES, commands: [bash(`${fetches}; echo a > after`)] })
  await world.ask('go')
  expect(triedIn(world)).toMatchObject({ canKeep: true, hosts: ['example.test'] })
  expect(saidIn(world)).toContain('It asked for the network, which a copy has none of: example.test.')
})

test.skipIf(!isPossible)(
  'commands that leave the machine, and those nobody waits for, are only asked about',
  async () => {
    const commands = [
      'git push origin main',
      'npm install left-pad',
      'sudo rm -rf x',
      'kill 1234567',
      'echo x > f &',
    ]
    await using world = await open(
      {
        files: FILES,
        commands: [
          ...commands.map(command => bash(command)),
          bash('touch t', { run_in_background: true }),
          bash('touch t', { dangerouslyDisableSandbox: true }),
        ],
      },
      { behavior: 'deny', message: 'no' },
    )
    await world.ask('go')
    expect(world.asked.map(({ details }) => details?.tried)).toEqual(Array(7).fill(undefined))
  },
)

test.skipIf(!isPossible)('what needs no question, and what a rule forbids, is not tried', async () => {
  await using world = await open({
    files: FILES,
    allow: ['Bash(touch *)'],
    deny: ['Bash(rm *)'],
    commands: [bash('touch t'), bash('rm a.txt'), bash('ls')],
  })
  await world.ask('go')
  expect([world.asked, existsSync(join(world.configHome, 'copies'))]).toEqual([[], false])
  expect([fileIn(world, 't'), fileIn(world, 'a.txt')]).toEqual(['', 'one\n'])
})

test.skipIf(!isPossible)('one that does not end in its time cannot be kept: a yes runs it', async () => {
  await using world = await open(
    {
      files: FILES,
      commands: [
        bash('echo a >> log; until [ -e go ]; do sleep 0.02; done; echo b >> log', { timeout: 1500 }),
      ],
    },
    (_, { dir }) => {
      writeFileSync(join(dir, 'go'), '')
      return { behavior: 'allow' }
    },
  )
  await world.ask('go')
  expect(triedIn(world)).toMatchObject({ canKeep: false, count: 0 })
  expect(saidIn(world)).toContain('didn’t finish')
  expect([fileIn(world, 'log'), left(world)]).toEqual(['a\nb\n', []])
})

test.skipIf(!isPossible)(
  'with the sandbox on, protected names stay as they are, and files below /tmp are those of the sandbox',
  async () => {
    await using world = await open({
      files: { ...FILES, '.vscode/settings.json': '{}\n' },
      commands: [
        bash(
          'echo 1 > .vscode/settings.json; mkdir .husky; echo 2 > .husky/pre-commit; echo t > /tmp/mine; echo ok > fine',
        ),
        bash('cat /tmp/mine > seen'),
      ],
      config: trying(config => ({ sandbox: choiceFor(config) })),
    })
    await world.ask('go')
    expect([
      fileIn(world, '.vscode/settings.json'),
      fileIn(world, '.husky/pre-commit'),
      fileIn(world, 'fine'),
    ]).toEqual(['{}\n', undefined, 'ok\n'])
    expect(saidIn(world)).toContain('Not part of it, whatever you answer')
    expect(fileIn(world, 'seen')).toBe('t\n')
  },
)

test.skipIf(!isPossible)('the directory it ends in counts only when it is kept', async () => {
  const commands = [bash('mkdir sub && cd sub'), bash('pwd > where')]
  await using kept = await open({ files: FILES, commands })
  await kept.ask('go')
  expect(fileIn(kept, 'sub/where')).toBe(`${join(kept.dir, 'sub')}\n`)
  let count = 0
  await using not = await open({ files: FILES, commands }, () => {
    count += 1
    return count === 1 ? { behavior: 'deny', message: 'no' } : { behavior: 'allow' }
  })
  await not.ask('go')
  expect(fileIn(not, 'where')).toBe(`${not.dir}\n`)
})

test.skipIf(!isPossible)(
  'links out of the working directory, hard links and sockets lead nowhere',
  async () => {
    await using world = await open({
      files: FILES,
      commands: [bash('echo bad > out/file; echo bad >> hard; echo done')],
      config: trying(),
    })
    const outside = join(world.dir, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file'), 'good\n')
    const { linkSync, symlinkSync } = await import('node:fs')
    symlinkSync(outside, join(world.dir, 'out'))
    linkSync(join(outside, 'file'), join(world.dir, 'hard'))
    await world.ask('go')
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('good\n')
    expect(fileIn(world, 'hard')).toBe('good\nbad\n')
    expect(triedIn(world)?.files.map(({ path }) => path)).toEqual([join(world.dir, 'hard')])
  },
)

test('where no copy can be had the question comes as usual, and why is said once', async () => {
  await using world = await open({
    files: FILES,
    commands: [bash('echo a >> log'), bash('echo b >> log')],
    config: trying(config => ({
      place: { ...config.place, env: { ...config.place.env, PATH: '/nowhere' } },
    })),
  })
  await world.ask('go')
  expect(world.asked.map(({ details }) => details?.tried)).toEqual([undefined, undefined])
  expect(
    world.events.filter(event => event.type === 'notice' && /tried on a copy/.test(event.text)),
  ).toHaveLength(1)
})
