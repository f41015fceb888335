import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { checkTree, readTree } from '../scripts/architecture.mjs'

/** How something is added: what is written, and the one line that makes it known. */
interface Recipe {
  readonly write?: readonly [path: string, text: string]
  /** Another file of the same folder. */
  readonly also?: readonly [path: string, text: string]
  readonly register: {
    readonly in: string
    /** The line behind which it goes. */
    readonly after: string
    readonly line: string
    /** What the line needs to know by name. */
    readonly import?: string
  }
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  'a tool': {
    write: [
      'src/features/tools/sample/sample.ts',
      `import type * as z from 'zod'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({})

export const sampleTool: Tool<z.infer<typeof input>, string> = {
  name: 'Sample',
  present,
  description: 'Says that it ran',
  input,
  noAccess: 'it repeats the words it is given',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async () => 'the sample tool ran'),
  show: text => [{ type: 'text', text }],
}
`,
    ],
    also: [
      'src/features/tools/sample/present.ts',
      `import type { Present } from '../../../protocol/messages/presentation.ts'

export const present: Present = (_, output) => ({
  kind: 'other',
  subject: { type: 'text', text: 'the sample subject' },
  ...(output === undefined ? {} : { outcome: 'the sample outcome' }),
})
`,
    ],
    register: {
      in: 'src/features/tools/index.ts',
      after: 'export const toolRows: Readonly<Record<string, ToolRow>> = {',
      line: "  Sample: { load: () => import('./sample/sample.ts').then(module => module.sampleTool), present: () => import('./sample/present.ts') },",
    },
  },
  'a slash command': {
    write: [
      'src/features/commands/help/sample.ts',
      `import type { Command } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const sampleCommand: Command = {
  ...described('sample'),
  group: 'help',
  headless: true,
  run: async () => shown(helpAnswer('sample_ran')),
}
`,
    ],
    register: {
      in: 'src/features/commands/index.ts',
      after: '  exitCommand,',
      line: '  sampleCommand,',
      import: "import { sampleCommand } from './help/sample.ts'",
    },
  },
  'what lists say of the command': {
    register: {
      in: 'src/protocol/messages/commands/list.ts',
      after: "export const commandListText = area('command-list', {",
      line: "  sample: { en: 'Say that it ran', zh: '说明它运行过' },",
    },
  },
  'a sentence for people': {
    register: {
      in: 'src/protocol/messages/commands/help.ts',
      after: "export const helpAnswer = area('commands-help', {",
      line: "  sample_ran: { en: 'the sample command ran', zh: '示例命令已运行' },",
    },
  },
  'a hook event': {
    register: {
      in: 'src/features/hooks/events.ts',
      after: 'export const HOOK_EVENTS = {',
      line: "  SampleHeard: { matcherField: '', block: 'feedback', decides: false, rewritesOutput: false },",
    },
  },
  'a part that fires it': {
    write: [
      'src/engine/sample/part.ts',
      `import type { Hooks } from '../hooks/part.ts'
import type { Part } from '../scope.ts'

export const createSample = (hooks: Pick<Hooks, 'fire'>): Part => ({
  news: [{ name: 'sample', collect: () => [{ kind: 'sample', text: 'a fact of the sample part' }] }],
  async turnStarts() {
    await hooks.fire('SampleHeard', {}, new AbortController().signal)
  },
})
`,
    ],
    register: {
      in: 'src/engine/thread.ts',
      after: '  scope.add(createReminders({ config, prompt, ports: { ...ports, leases } }))',
      line: '  scope.add(createSample(hooks))',
      import: "import { createSample } from './sample/part.ts'",
    },
  },
  'a provider': {
    write: [
      'src/features/models/providers/sample.ts',
      `import type { Provider } from './provider.ts'

export const sample: Provider = {
  name: 'sample',
  title: 'Sample models',
  protocol: 'anthropic',
  endpoint: { url: 'https://models.example.com', variable: 'SAMPLE_BASE_URL' },
  auth: [{ kind: 'key', variable: 'SAMPLE_API_KEY', headers: key => ({ 'x-api-key': key }) }],
  framing: 'sse',
  secretNames: ['SAMPLE_API_KEY'],
  readError: ({ body }) => (JSON.stringify(body).includes('E7') ? { kind: 'billing_error' } : undefined),
}
`,
    ],
    register: {
      in: 'src/features/models/providers/index.ts',
      after: '  anthropic,',
      line: '  sample,',
      import: "import { sample } from './sample.ts'",
    },
  },
}

let copy = ''

const writtenBy = ({ write, also }: Recipe): readonly (readonly [path: string, text: string])[] =>
  [write, also].filter(file => file !== undefined)

const add = ({ register, ...recipe }: Recipe): void => {
  for (const [path, text] of writtenBy({ register, ...recipe })) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text, { flag: 'wx' })
  }
  const path = join(copy, register.in)
  const lines = readFileSync(path, 'utf8').split('\n')
  const at = lines.indexOf(register.after)
  if (at < 0) throw new Error(`${register.in} has no line "${register.after}"`)
  lines.splice(at + 1, 0, register.line)
  if (register.import !== undefined) lines.unshift(register.import)
  writeFileSync(path, lines.join('\n'))
}

/** Output of a program that must end well. */
const run = async (command: string, args: readonly string[]): Promise<string> => {
  // Whatever is compiled here is over before its garbage is worth collecting.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }
  const child = spawn(command, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', data => (output += data))
  child.stderr.on('data', data => (output += data))
  const code = await new Promise(resolve => child.on('close', resolve))
  return code === 0 ? output : `${command} ended with ${code}: ${output}`
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'capstan-recipes-'))
  for (const name of ['src', 'test/support', 'tsconfig.json', 'package.json', 'VERSION'])
    cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  for (const recipe of Object.values(RECIPES)) add(recipe)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the copy differs by a new file and one line for each recipe, and by what the lines import', () => {
  const before: ReadonlyMap<string, string> = readTree('.')
  const after: ReadonlyMap<string, string> = readTree(copy)
  const added = [...after.keys()].filter(path => !before.has(path))
  expect(added.toSorted()).toEqual(
    Object.values(RECIPES)
      .flatMap(recipe => writtenBy(recipe).map(([path]) => path))
      .toSorted(),
  )
  const changed = [...before]
    .filter(([path, text]) => after.get(path) !== text)
    .map(([path, text]) => {
      const known = new Set(text.split('\n'))
      const lines = (after.get(path) ?? '').split('\n').filter(line => !known.has(line))
      return [path, lines.filter(line => !line.startsWith('import '))]
    })
  expect(Object.fromEntries(changed)).toEqual(
    Object.fromEntries(Object.values(RECIPES).map(({ register }) => [register.in, [register.line]])),
  )
})

test('the copy keeps the rules of the house', () => {
  expect(checkTree(readTree(copy))).toEqual([])
})

test('the compiler finds nothing to add', { timeout: 240_000 }, async () => {
  const files = Object.values(RECIPES).flatMap(recipe => [
    ...writtenBy(recipe).map(([path]) => path),
    recipe.register.in,
  ])
  writeFileSync(
    join(copy, 'tsconfig.recipes.json'),
    JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
  )
  const args = ['--noEmit', '--checkers', '1', '-p', 'tsconfig.recipes.json']
  expect(await run(join(copy, 'node_modules/.bin/tsc'), args)).toBe('')
})

/**
 * Asks the copy for all that was added, and tells. As a program of its own: in this process a second tree would be
 * transformed and evaluated beside the first, which costs five times as much.
 */
const PROBE = `import { COMMANDS } from './src/features/commands/index.ts'
import { PROVIDER_SECRETS, PROVIDERS } from './src/features/models/providers/index.ts'
import { createServer } from 'node:http'
import { createProviderModel } from './src/features/models/providers/create-model.ts'
import { createPathNames } from './src/frontends/acp/path-names.ts'
import { abilitiesOf } from './src/frontends/acp/abilities.ts'
import { ConversationUpdates } from './src/frontends/acp/updates/conversation-updates.ts'
import { plainly } from './src/frontends/plain/paint.ts'
import { startPlain } from './src/frontends/plain/plain-state.ts'
import { showEvent } from './src/frontends/plain/show-event.ts'
import { transcriptOf } from './src/frontends/tui/state/items-of.ts'
import { renderItem } from './src/frontends/tui/transcript/render-item.ts'
import { rowsOf } from './src/frontends/web/state/rows-of.ts'
import { factsOf } from './src/frontends/web/state/tool-facts.ts'
import { en } from './src/frontends/web/text/en.ts'
import { fakeView } from './test/support/fake-look.ts'
import { createWorld } from './test/support/engine-bench.ts'

await using world = await createWorld({
  presented: true,
  scenario: { replies: [{ tool: { name: 'Sample', input: {} } }, { text: 'Done.' }] },
  config: () => ({ hooks: { SampleHeard: [{ hooks: [{ type: 'command', command: 'true' }] }] } }),
})
await world.ask('/sample')
await world.ask('Try the tool.')
const { requests } = world.model
const messages = await world.engine.query('history')
const view = await fakeView({ width: 80 })
const names = createPathNames('/w', [])
let plain = startPlain('/w')
const plainText = world.events.map(event => {
  const shown = showEvent(plain, event, plainly)
  plain = shown.state
  return shown.text
}).join('')
const seen = {
  tui: transcriptOf(messages).done.flatMap(item => renderItem(item, view)).join('\\n'),
  plain: plainText,
  web: JSON.stringify(rowsOf(messages).rows.map(row => (row.kind === 'tool' ? factsOf(row, en, '/w') : ''))),
  acp: JSON.stringify(new ConversationUpdates(names, abilitiesOf(undefined), () => 'i').replay(messages)),
}
const server = createServer((_, response) => response.writeHead(418).end('{"oops":"E7"}')).listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const baseUrl = \`http://127.0.0.1:\${server.address().port}\`
const sample = await createProviderModel(PROVIDERS.find(({ name }) => name === 'sample'), { baseUrl, userAgent: 'probe' })
const refused = await sample.stream(requests[0], new AbortController().signal).next().catch(error => error.kind)
server.close()
process.stdout.write(JSON.stringify({
  refused,
  commands: COMMANDS.map(({ name }) => name),
  providers: PROVIDERS.map(({ name }) => name),
  secrets: PROVIDER_SECRETS,
  offered: requests[0]?.tools?.map(({ name }) => name),
  messages: requests.map(({ messages }) => JSON.stringify(messages)),
  seen,
  events: JSON.stringify(world.events),
  fired: world.events.flatMap(event => (event.type === 'hook' ? [event.hook.event] : [])),
}))
`

test('what was added is there: offered, listed, heard and called', { timeout: 240_000 }, async () => {
  writeFileSync(join(copy, 'probe.ts'), PROBE)
  const output = await run(process.execPath, ['--no-warnings', 'probe.ts'])
  expect(output).toMatch(/^\{/)
  const told = JSON.parse(output)
  expect(told.commands).toContain('sample')
  expect(told.providers).toContain('sample')
  // The error reader of its row is the one that is asked.
  expect(told.refused).toBe('billing_error')
  // Whatever opens the way to a provider is kept from children.
  expect(told.secrets).toContain('SAMPLE_API_KEY')
  const [first, second] = told.messages
  expect(told.offered).toContain('Sample')
  expect(first).toContain('a fact of the sample part')
  expect(second).toContain('the sample tool ran')
  for (const shown of Object.values(told.seen)) expect(shown).toContain('the sample subject')
  for (const shown of [told.seen.tui, told.seen.plain, told.seen.web])
    expect(shown).toContain('the sample outcome')
  expect(told.messages.join()).not.toContain('the sample subject')
  expect(told.events).toContain('the sample command ran')
  expect(new Set(told.fired)).toEqual(new Set(['SampleHeard']))
})

test('a tool that does not say how its calls are shown does not compile', { timeout: 240_000 }, async () => {
  const path = join(copy, 'src/features/tools/sample/silent.ts')
  const text = readFileSync(join(copy, 'src/features/tools/sample/sample.ts'), 'utf8')
  writeFileSync(path, text.replace('  present,\n', ''))
  writeFileSync(
    join(copy, 'tsconfig.silent.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      files: ['src/features/tools/sample/silent.ts'],
      include: [],
    }),
  )
  const args = ['--noEmit', '--checkers', '1', '-p', 'tsconfig.silent.json']
  expect(await run(join(copy, 'node_modules/.bin/tsc'), args)).toContain("Property 'present' is missing")
})
