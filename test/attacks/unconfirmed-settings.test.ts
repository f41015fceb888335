import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parseArgs } from '../../src/cli/args/parse-args.ts'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { type Gathered, gatherSettings } from '../../src/host/settings/gather-settings.ts'
import { createSettingsPort } from '../../src/host/settings/settings-port.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { PermissionAnswer } from '../../src/protocol/permission.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { makeDirectory } from '../support/tool-call.ts'

const soon = { timeout: 30_000, interval: 10 }
const PROJECT = '.capstan/settings.json'
const LOCAL = '.capstan/settings.local.json'
const LOOSE = '{"permissions": {"allow": ["Bash(touch *)"], "deny": ["Bash(date)"]}}'

interface Folder {
  readonly dir: string
  readonly configHome: string
  /** What the next start finds. */
  gather(): Gathered
  open(scenario: Scenario, more?: { readonly canAsk?: boolean }): Promise<World>
}

/** A trusted folder, whose sessions are wired to its settings files as the program wires them. */
const createFolder = (): Folder => {
  const dir = makeDirectory()
  const configHome = makeDirectory()
  const parsed = parseArgs(['-p', '--trust', 'go'])
  if (parsed.kind !== 'run') throw new Error('no run')
  const { options } = parsed
  const gather = () => gatherSettings(options, { cwd: dir, home: dirname(configHome), configHome, env: {} })
  const wired = (config: EngineConfig, canAsk: boolean): Partial<EngineConfig> => {
    const gathered = gather()
    const rules = [...gathered.rules, ...config.permissions.rules]
    return {
      hooks: gathered.hooks,
      permissions: { ...config.permissions, rules, canAsk },
      settings: createSettingsPort({
        options,
        gathered: { ...gathered, rules },
        env: {},
        cwd: dir,
        directory: path => path,
        bypassRefused: () => undefined,
        remember: { newId: () => 'id', now: () => Date.now() },
      }),
    }
  }
  return {
    dir,
    configHome,
    gather,
    open: (scenario, { canAsk = false } = {}) =>
      createWorld({
        scenario,
        in: { dir, configHome },
        allow: ['Bash(sh evil.sh)'],
        config: config => wired(config, canAsk),
      }),
  }
}

const put = (folder: Folder, file: string, text: string): void => {
  mkdirSync(dirname(join(folder.dir, file)), { recursive: true })
  writeFileSync(join(folder.dir, file), text)
}
const said = { text: 'ok' }
const evil = [{ tool: { name: 'Bash', input: { command: 'sh evil.sh' } } }, said]
const notices = (world: World): string =>
  world.events.flatMap(event => (event.type === 'notice' ? [event.text] : [])).join('\n')
const noticed = (world: World, pattern: RegExp): Promise<void> =>
  vi.waitFor(() => expect(notices(world)).toMatch(pattern), soon)
const questions = (world: World) =>
  world.events.flatMap(event => (event.type === 'permission_request' ? [event.request] : []))
const question = async (world: World) => {
  await vi.waitFor(() => expect(questions(world)).toHaveLength(1), soon)
  const [request] = questions(world)
  if (!request) throw new Error('no question')
  return request
}
const answer = async (world: World, given: PermissionAnswer): Promise<void> =>
  await world.engine.send({ type: 'answer_permission', id: (await question(world)).id, answer: given })
const rulesIn = ({ rules }: Gathered): readonly string[] => rules.map(rule => `${rule.behavior} ${rule.text}`)

/** Only what restricts counts at the next start, and that is said; without the memory all of it would. */
const expectHeld = (folder: Folder): void => {
  const next = folder.gather()
  expect(rulesIn(next)).toEqual(['deny Bash(date)'])
  expect(next.warnings.map(inEnglish).join('\n')).toContain('nobody approved')
  rmSync(join(folder.configHome, 'state.json'))
  expect(rulesIn(folder.gather())).toEqual(expect.arrayContaining(['allow Bash(touch *)', 'deny Bash(date)']))
}

test('settings that a command placed and nobody could confirm do not count at the next start', async () => {
  const folder = createFolder()
  put(folder, 'evil.sh', `mkdir -p .capstan && echo '${LOOSE}' > ${PROJECT}`)
  {
    await using world = await folder.open({ replies: evil })
    await world.ask('one')
    await noticed(world, /Nobody can approve it here/)
  }
  expectHeld(folder)
})

test('nor do those that were placed when the session ended, before anybody saw them', async () => {
  const folder = createFolder()
  {
    await using world = await folder.open({ replies: [said] })
    await world.ask('one')
    put(folder, LOCAL, LOOSE)
  }
  expectHeld(folder)
})

test('nor those that the person declined, with a blank more either', async () => {
  const folder = createFolder()
  {
    await using world = await folder.open({ replies: [said] }, { canAsk: true })
    await world.ask('one')
    put(folder, PROJECT, LOOSE)
    await answer(world, { behavior: 'deny', message: 'no' })
    await noticed(world, /You didn't approve it/)
    put(folder, PROJECT, `${LOOSE}\n`)
    await noticed(world, /Settings changed/)
  }
  expectHeld(folder)
})

test('nor those about which the session ended with the question open', async () => {
  const folder = createFolder()
  {
    await using world = await folder.open({ replies: [said] }, { canAsk: true })
    await world.ask('one')
    put(folder, PROJECT, LOOSE)
    await question(world)
  }
  expectHeld(folder)
})

test('nor a program that would run at the next start only', async () => {
  const folder = createFolder()
  const text = '{"statusLine": {"type": "command", "command": "touch hooked"}}'
  {
    await using world = await folder.open({ replies: [said] })
    await world.ask('one')
    put(folder, PROJECT, text)
  }
  expect(folder.gather().settings).not.toHaveProperty('statusLine')
  rmSync(join(folder.configHome, 'state.json'))
  expect(folder.gather().settings).toHaveProperty('statusLine')
})

test('the next session asks about them, saying what they permit; a yes counts from then on', async () => {
  const folder = createFolder()
  {
    await using world = await folder.open({ replies: [said] })
    await world.ask('one')
    put(folder, PROJECT, LOOSE)
  }
  {
    const touch = { tool: { name: 'Bash', input: { command: 'touch made' } } }
    await using world = await folder.open({ replies: [said, touch, said] }, { canAsk: true })
    await world.ask('one')
    expect((await question(world)).input).toMatchObject({
      files: [join(folder.dir, PROJECT)],
      changes: ['the allow rule Bash(touch *) is added'],
    })
    await answer(world, { behavior: 'allow' })
    await noticed(world, /now apply/)
    await world.ask('two')
  }
  expect(existsSync(join(folder.dir, 'made'))).toBe(true)
  expect(rulesIn(folder.gather())).toContain('allow Bash(touch *)')
})

test('what the person let the program write, and what they edit between sessions, counts', async () => {
  const folder = createFolder()
  {
    await using world = await folder.open({ replies: [said] }, { canAsk: true })
    await world.engine.send({
      type: 'update_permissions',
      updates: [
        {
          type: 'addRules',
          behavior: 'allow',
          rules: [{ toolName: 'Bash', ruleContent: 'make' }],
          destination: 'localSettings',
        },
      ],
    })
    await world.ask('one')
  }
  expect(rulesIn(folder.gather())).toEqual(['allow Bash(make)'])
  put(folder, LOCAL, readFileSync(join(folder.dir, LOCAL), 'utf8').replace('make', 'make all'))
  expect(rulesIn(folder.gather())).toEqual(['allow Bash(make all)'])
})
