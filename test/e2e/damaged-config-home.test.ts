import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHistoryPort } from '../../src/cli/tui/history-port.ts'
import { createAuthStore } from '../../src/features/mcp/oauth/auth-store.ts'
import { storeSecret } from '../../src/features/plugins/store/secrets.ts'
import { addToAssistantDay } from '../../src/features/schedules/assistant-book.ts'
import { changeDurableState } from '../../src/features/schedules/durable-state.ts'
import { createTaskList } from '../../src/features/task-list/task-list.ts'
import { createTeams } from '../../src/features/team-files/team-configs.ts'
import { Vault } from '../../src/host/credentials/vault.ts'
import { readStoredObject } from '../../src/lib/files/stored-object.ts'
import { type Mutated, mutateFile, seededRandom } from '../support/mutate-file.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'
import { IN_FULL, sampleSize } from '../support/sample-size.ts'

const RULE = 'Bash(touch *)'
const SETTINGS = { permissions: { deny: [RULE], ask: ['Bash(ls *)'] }, model: 'sonnet', theme: 'dark' }
const clock = { newId: randomUUID, now: () => Date.now() }
const TEAM = { name: 'crew', createdAt: 1, leadAgentId: 'lead@crew', members: [] }

let world: World
let whole: string
const said: string[] = []

/** Everything that reads a file of the config home and then writes it. What goes wrong is a sentence, never a crash. */
const OPERATIONS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  run: async ({ run }) => await run(['-p', '--allowedTools', RULE, '--', 'go']),
  trust: async ({ run }) => await run(['trust', '--yes']),
  server: async ({ run }) =>
    await run(['mcp', 'add', '-s', 'user', `s${randomUUID().slice(0, 8)}`, '--', 'true']),
  setting: async ({ run }) => await run(['config', 'set', 'theme', 'light']),
  ...(IN_FULL ? { doctor: async ({ run }: World) => await run(['doctor']) } : {}),
  sessions: async ({ run }) => await run(['sessions', 'list']),
  plugins: async ({ run }) => await run(['plugin', 'list']),
  key: async ({ config }) => {
    const vault = new Vault({
      configHome: config,
      env: {},
      ...clock,
      openKeychain: async () => undefined,
      warn: ({ text }) => said.push(text),
    })
    await vault.keep('other', { kind: 'key', apiKey: 'second' })
  },
  signIn: async ({ config }) => {
    const store = createAuthStore(config, { name: 'b', url: 'http://b' }, clock)
    await store.change(() => ({ tokens: { a: 1 } }))
  },
  secret: async ({ config }) => await storeSecret(config, { id: 'p@m', key: 'k', value: 'v' }, clock),
  answer: async ({ config }) =>
    changeDurableState(join(config, 'schedules/a.json'), { answers: { y: 'yes' } }),
  assistant: async ({ config }) =>
    void addToAssistantDay(join(config, 'assistant.json'), new Date(), { usd: 1, ticks: 1 }),
  task: async ({ config }) =>
    await createTaskList({ directory: join(config, 'tasks/l'), ...clock }).create({
      subject: 's',
      description: 'd',
    } as never),
  team: async ({ config }) =>
    await createTeams({ directory: join(config, 'teams'), removeTasks: async () => {}, ...clock }).create(
      TEAM,
    ),
  history: async ({ config, project }) => {
    const failed: unknown[] = []
    const port = createHistoryPort({
      configHome: config,
      cwd: project,
      env: {},
      ...clock,
      onError: e => failed.push(e),
    })
    await port.load()
    port.add({ text: randomUUID(), mode: 'prompt', at: 1 })
    await new Promise(resolve => setImmediate(resolve))
  },
}

const operate = async (): Promise<readonly string[]> => {
  const crashes: string[] = []
  for (const [name, act] of Object.entries(OPERATIONS))
    try {
      const ended = await act(world)
      if (/something went wrong inside|^\s+at /m.test(JSON.stringify(ended ?? ''))) crashes.push(name)
    } catch (error) {
      // A boundary error in words is an answer; anything of the language itself is a bug.
      if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
        crashes.push(`${name}: ${String(error)}`)
    }
  return crashes
}

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(name =>
    lstatSync(join(directory, name)).isFile(),
  )

/** Made again from the rest at any time, or of a process that runs. */
const isDerived = (name: string): boolean => /^cache\/|\.lock$|^shell-snapshots\/|^debug\//.test(name)

beforeAll(async () => {
  world = await openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tool: { name: 'Bash', input: { command: 'touch made' } }, repeat: true },
    ],
  })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(SETTINGS, null, 2), { mode: 0o600 })
  const keys = {
    apiKey: 'first',
    providers: { one: { apiKey: 'k1', since: 1 }, two: { apiKey: 'k2' } },
    later: [1],
  }
  writeFileSync(join(world.config, 'credentials.json'), JSON.stringify(keys, null, 2), { mode: 0o600 })
  const memory = join(world.config, 'projects', 'memory', 'MEMORY.md')
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, '- [a](a.md): b\n')
  expect(await operate()).toEqual([])
  whole = `${world.config}.whole`
  cpSync(world.config, whole, { recursive: true })
})
afterAll(() => world[Symbol.asyncDispose]())

/** Whether the bytes are somewhere: as they are, or with something added behind them. */
const isKept = (file: string, { bytes, type }: Mutated): boolean => {
  const beside = readdirSync(dirname(file)).map(name => join(dirname(file), name))
  if (!bytes) return beside.some(each => (lstatSync(each).mode & 0o170000) === type && each.startsWith(file))
  return beside.some(
    each => lstatSync(each).isFile() && readFileSync(each).subarray(0, bytes.length).equals(bytes),
  )
}

/** Its deny rule is not there any more, and nothing tells that it was. */
const isOtherRule = (file: string, { bytes }: Mutated): boolean => {
  const text = bytes?.toString('utf8') ?? ''
  const read = file.endsWith('settings.json') && readStoredObject(`${file}.as-mutated`)
  return Boolean(read && read.kind === 'object' && !text.includes(`"${RULE}"`))
}

test('whatever is damaged in the config home: no crash, no lost byte, no rule lost without a word', async () => {
  const names = filesIn(whole).filter(name => !isDerived(name))
  expect(names.length).toBeGreaterThan(12)
  const random = seededRandom(29)
  const perFile = sampleSize({ usual: 1, full: 50 })
  const wrong: object[] = []
  for (const [index, name] of names.entries())
    for (let round = 0; round < perFile; round++) {
      rmSync(world.config, { recursive: true, force: true })
      cpSync(whole, world.config, { recursive: true })
      rmSync(join(world.project, 'made'), { force: true })
      const file = join(world.config, name)
      const mutated = mutateFile(file, perFile < 50 ? index : round, random)
      if (mutated.bytes) writeFileSync(`${file}.as-mutated`, mutated.bytes)
      const skips = isOtherRule(file, mutated)
      // The highest id of a task list is a bare number.
      const isNumber = /^\uFEFF?\s*\d+\s*$/.test(mutated.bytes?.toString('utf8') ?? '')
      const understood =
        mutated.bytes && (isNumber || readStoredObject(`${file}.as-mutated`).kind === 'object')
      rmSync(`${file}.as-mutated`, { force: true })
      const crashes = await operate()
      const lost = !understood && !isKept(file, mutated)
      const ran = existsSync(join(world.project, 'made')) && !skips
      if (crashes.length > 0 || lost || ran)
        wrong.push({ file: relative(world.config, file), mutation: mutated.name, crashes, lost, ran })
    }
  expect(wrong).toEqual([])
})
