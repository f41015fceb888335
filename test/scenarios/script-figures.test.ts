import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { IN_FULL } from '../support/sample-size.ts'
import { toolResults } from '../support/tool-results.ts'

// The same four tasks done by calls of the model and by one script: what is sent for it, and that the outcome is the same.

type Call = { readonly name: string; readonly input: object }
type Options = Omit<WorldOptions, 'scenario'>

interface Task {
  readonly options: Options
  prepare?(world: World): void
  /** Replies of a model that knows what it does and calls side by side what it can. */
  readonly direct: readonly (readonly Call[])[]
  readonly code: string
  /** What has to be so in the end. */
  outcome(world: World): unknown
}

const git = (world: World, ...args: readonly string[]): string => {
  const ran = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: world.dir,
    encoding: 'utf8',
  })
  expect([args, ran.status, ran.stderr]).toEqual([args, 0, expect.anything()])
  return ran.stdout
}
const bash = (command: string): Call => ({ name: 'Bash', input: { command } })
const read = (file_path: string): Call => ({ name: 'Read', input: { file_path } })
const inGroups = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const AUTHORS = ['ann', 'ben', 'cleo']
const PACKAGE = Array.from({ length: 300 }, (_, n) => `src/part${n % 20}/file${n}.ts`)
const OLD = PACKAGE.filter((_, n) => n % 3 === 0)
const text = (n: number): string =>
  `${`export const value${n} = ${n} // some line of code\n`.repeat(30)}${n % 3 === 0 ? `oldCall(${n})\n` : ''}`

const census: Task = {
  options: { files: Object.fromEntries(PACKAGE.map((path, n) => [path, text(n)])), allow: ['Bash'] },
  prepare(world) {
    git(world, 'init', '-q')
    AUTHORS.forEach((author, at) => {
      git(world, 'add', '--', ...PACKAGE.filter((_, n) => (n / 3) % 3 === at || (at === 0 && n % 3 > 0)))
      git(world, 'commit', '-qm', author, `--author=${author} <a@b.c>`)
    })
  },
  direct: [
    [{ name: 'Grep', input: { pattern: 'oldCall\\(', output_mode: 'count', head_limit: 0 } }],
    ...inGroups(OLD, 20).map(group => group.map(path => bash(`git log -1 --format=%an -- ${path}`))),
  ],
  code: `const found = await tools.Grep({ pattern: 'oldCall\\\\(', output_mode: 'count', head_limit: 0 })
const by = {}
await Promise.all(found.map(async ({ path }) => {
  const { stdout } = await tools.Bash({ command: 'git log -1 --format=%an -- ' + path })
  ;(by[stdout.trim()] ??= []).push(path)
}))
return Object.fromEntries(Object.entries(by).map(([name, files]) => [name, files.length]).sort())`,
  outcome: () => undefined,
}

const ROWS = 2_000
const PAGE = 100
const rows = (make: (n: number) => object) =>
  sampleServer({
    result: {
      content: [],
      structuredContent: { rows: Array.from({ length: PAGE }, (_, n) => make(n)) },
    },
    tools: [
      {
        name: 'page',
        description: 'A page of rows.',
        inputSchema: { type: 'object', properties: { page: { type: 'integer' } } },
        annotations: { readOnlyHint: true },
      },
    ],
  })
const pages = (server: string): readonly Call[] =>
  Array.from({ length: ROWS / PAGE }, (_, page) => ({ name: `mcp__${server}__page`, input: { page } }))

const join2000: Task = {
  options: {
    allow: ['mcp__orders', 'mcp__people'],
    config: withServers([
      { name: 'orders', config: rows(n => ({ id: n, person: n % 7, total: n * 3, note: 'as ordered' })) },
      { name: 'people', config: rows(n => ({ id: n, name: `person ${n}`, city: 'somewhere' })) },
    ]),
  },
  direct: inGroups([...pages('orders'), ...pages('people')], 10),
  code: `const all = async server => (await Promise.all(Array.from({ length: ${ROWS / PAGE} }, (_, page) => mcp[server].page({ page })))).flatMap(({ rows }) => rows)
const [orders, people] = await Promise.all([all('orders'), all('people')])
const names = new Map(people.map(({ id, name }) => [id, name]))
const sums = {}
for (const { person, total } of orders) sums[names.get(person)] = (sums[names.get(person)] ?? 0) + total
return sums`,
  outcome: () => undefined,
}

const FORTY = Array.from({ length: 40 }, (_, n) => `mod${n}.js`)
const edits: Task = {
  options: {
    files: Object.fromEntries(
      FORTY.map((path, n) => [
        path,
        `// module ${n}\n${'// text\n'.repeat(40)}exports.run = () => legacy(${n})\n`,
      ]),
    ),
    allow: ['Bash', 'Edit'],
  },
  direct: [
    ...inGroups(FORTY.map(read), 20),
    ...FORTY.map((path, n) => [
      {
        name: 'Edit',
        input: { file_path: path, old_string: `legacy(${n})`, new_string: `modern(${n}, 'strict')` },
      },
      bash(`node --check ${path}`),
    ]),
  ],
  code: `for (let n = 0; n < 40; n += 1) {
  const file_path = 'mod' + n + '.js'
  await tools.Read({ file_path })
  await tools.Edit({ file_path, old_string: 'legacy(' + n + ')', new_string: 'modern(' + n + ", 'strict')" })
  const { exitCode, stderr } = await tools.Bash({ command: 'node --check ' + file_path })
  if (exitCode !== 0) throw new Error(file_path + ': ' + stderr)
}
return 'all 40 changed and checked'`,
  outcome: world => FORTY.map(path => readFileSync(join(world.dir, path), 'utf8')),
}

const COMMITS = 30
const BROKEN = 19
const steps = (): readonly number[] => {
  const tried: number[] = []
  for (let low = 0, high = COMMITS - 1; low < high; ) {
    const middle = Math.floor((low + high) / 2)
    tried.push(middle)
    if (middle >= BROKEN) high = middle
    else low = middle + 1
  }
  return tried
}
const tryCommit = (back: string): string => `git checkout -q ${back} && sh test.sh`
const bisect: Task = {
  options: {
    files: { 'test.sh': 'test "$(cat value)" -lt 19 || { echo failed: value is too large; exit 1; }\n' },
    allow: ['Bash'],
  },
  prepare(world) {
    git(world, 'init', '-q', '-b', 'main')
    for (let n = 0; n < COMMITS; n += 1) {
      spawnSync('sh', ['-c', `echo ${n} > value`], { cwd: world.dir })
      git(world, 'add', '.')
      git(world, 'commit', '-qm', `change ${n}`)
      git(world, 'tag', `c${n}`)
    }
  },
  direct: [
    [bash('git log --oneline')],
    ...steps().map(n => [bash(tryCommit(`c${n}`))]),
    [bash('git checkout -q main')],
  ],
  code: `const { stdout } = await tools.Bash({ command: 'git log --reverse --format=%h' })
const all = stdout.trim().split('\\n')
let low = 0, high = all.length - 1
while (low < high) {
  const middle = Math.floor((low + high) / 2)
  const { exitCode } = await tools.Bash({ command: 'git checkout -q ' + all[middle] + ' && sh test.sh' })
  if (exitCode === 0) low = middle + 1
  else high = middle
}
await tools.Bash({ command: 'git checkout -q main' })
return (await tools.Bash({ command: 'git log -1 --format=%s ' + all[low] })).stdout`,
  outcome: world => git(world, 'rev-parse', '--abbrev-ref', 'HEAD'),
}

interface Figures {
  readonly requests: number
  /** Of all requests together, as they are sent. */
  readonly kilobytes: number
  readonly outcome: unknown
  readonly said: string
}

const play = async (task: Task, replies: readonly object[]): Promise<Figures> => {
  await using world = await createWorld({
    ...task.options,
    scenario: { replies: [...replies, { text: 'Done.' }] as never },
  })
  task.prepare?.(world)
  await world.ask('go')
  const { requests } = world.model
  // A test that fails while it is looked for is no mistake.
  const mistakes = toolResults(requests).filter(each => each.isError && !each.text.includes('too large'))
  expect(mistakes).toEqual([])
  const bytes = requests.reduce(
    (sum, { system, tools, messages }) => sum + JSON.stringify([system, tools, messages]).length,
    0,
  )
  return {
    requests: requests.length,
    kilobytes: Math.round(bytes / 1_000),
    outcome: task.outcome(world),
    said: toolResults(requests).at(-1)?.text ?? '',
  }
}

const TASKS: readonly [string, Task, string | RegExp][] = [
  ['a census of 300 files', census, '{"ann":34,"ben":33,"cleo":33}'],
  ['two servers joined on a key, 2,000 rows', join2000, /"person 0":/],
  ['a careful edit in 40 files', edits, 'all 40 changed and checked'],
  ['a failing test bisected over 30 commits', bisect, `change ${BROKEN}`],
]

/** One of them in every run; all where there is time. */
test.each(TASKS.filter((_, at) => IN_FULL || at === 1))(
  '%s takes a script fewer requests and bytes than calls of the model, with the same outcome',
  async (name, task, said) => {
    const direct = await play(
      task,
      task.direct.map(tools => ({ tools })),
    )
    const script = await play(task, [{ tool: { name: 'Script', input: { code: task.code } } }])
    expect(script.said).toMatch(said)
    expect(script.outcome).toEqual(direct.outcome)
    expect(script.requests).toBe(2)
    expect(script.requests).toBeLessThan(direct.requests)
    expect(script.kilobytes).toBeLessThan(direct.kilobytes)
    if (process.env['CAPSTAN_TEST_FIGURES'])
      process.stdout.write(
        `| ${name} | ${direct.requests}, ${direct.kilobytes} KB | ${script.requests}, ${script.kilobytes} KB |\n`,
      )
  },
  120_000,
)
