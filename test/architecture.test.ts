import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { checkTree, readTree } from '../scripts/architecture.mjs'

const check = (files: Record<string, string>): string[] => checkTree(new Map(Object.entries(files)))

// Whether this repository keeps these rules is asked by `npm run check`, which every `npm test` runs beside the tests.

const lib = { 'src/lib/queue.ts': 'export const a = 1\n' }
const topicB = { 'src/engine/topic-b/part.ts': 'export const b = 1\nexport type X = 1\n' }
const floor = { 'src/engine/calls/c.ts': 'export const c = 1\n' }
const CONFIG_IMPORT = "import type { A } from '../config.ts'\n"
const numbered = (prefix: string, count: number, text = 'export const a = 1\n'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}x${index}.ts`, text]))
const rows = {
  'src/features/tools/index.ts': 'export const toolRows = {\n  Sample: {\n  },\n}\n',
  'src/features/skills/late-spec.ts': "export const LATE_TOOL = 'Skilled'\n",
}
/** A tree with an entry: what is in it has to be reached from there. */
const program = (files: Record<string, string>, main = ''): Record<string, string> => ({
  'src/cli/main.ts': main,
  ...files,
})
const AREA =
  "export const sampleText = area('sample', {\n  said: { en: 'a', zh: 'b' },\n  unsaid: { en: 'a', zh: 'b' },\n})\n"
const areaAt = 'src/protocol/messages/engine/sample.ts'
const unregistered: [string, Record<string, string>, string][] = [
  [
    'a file that nobody imports',
    program({ 'src/features/tools/new/new.ts': 'export const a = 1\n' }),
    'src/features/tools/new/new.ts is imported by nobody',
  ],
  [
    'a file that only a test imports',
    program({
      'src/lib/new.ts': 'export const a = 1\n',
      'src/lib/new.test.ts': "import { a } from './new.ts'\n",
    }),
    'src/lib/new.ts is imported by nobody',
  ],
  [
    'a small helper with one user',
    program({ 'src/cli/small.ts': 'export const a = 1\n'.repeat(25) }, "import { a } from './small.ts'\n"),
    'src/cli/small.ts has 25 lines and one user: put it into src/cli/main.ts',
  ],
  [
    'a sentence nobody says',
    program({ [areaAt]: AREA, 'src/engine/a.ts': "sampleText('said')\n" }),
    `${areaAt}: nobody says the row unsaid`,
  ],
  ['an area without its Chinese', program({ [areaAt]: AREA }), `${areaAt} is an area that`],
  [
    'a hook event nobody fires',
    program({ 'src/features/hooks/events.ts': 'export const HOOK_EVENTS = {\n  Sample: { },\n}\n' }),
    'src/features/hooks/events.ts: nobody fires Sample',
  ],
  [
    'a setting nobody acts on',
    program({
      'src/features/settings/rows/a.ts': "export const rows = [\n  {\n    key: 'sample.color',\n  },\n]\n",
    }),
    'src/features/settings/rows/a.ts: nobody acts on the setting sample.color',
  ],
  [
    'an op nobody serves',
    program({ 'src/protocol/op.ts': "export type Op = { readonly type: 'sample' }\n" }),
    'src/protocol/op.ts: no part of the engine serves the op sample',
  ],
  [
    'a query nobody answers',
    program({ 'src/protocol/query.ts': 'export interface Queries {\n  readonly sample: string\n}\n' }),
    'src/protocol/query.ts: no part of the engine serves the query sample',
  ],
  [
    'an override that the host does not read',
    program({ 'src/protocol/host.ts': 'export interface Overrides {\n  readonly sample?: string\n}\n' }),
    'src/protocol/host.ts: the host does not read the override sample',
  ],
  [
    'a flag nobody reads',
    program({ 'src/cli/args/flags.ts': "const flags = [{ kind: 'switch', key: 'sample' }]\n" }),
    'src/cli/args/flags.ts: nobody reads the flag sample',
  ],
]
const broken: [string, Record<string, string>, string][] = [
  ...(
    [
      ["export const isIt = (name: string) => name === 'Sample'\n", 1],
      ['/** Like\n * Sample. */\nexport const VIEWS = {\n  Sample: view,\n}\n', 4],
      ['export const VIEWS = {\n  "Sample": view,\n}\n', 2],
      ['switch (name) {\n  case `Sample`:\n}\n', 2],
      ["const LATE = ['Skilled']\n", 1],
    ] as const
  ).flatMap(([text, line]) =>
    ['frontends/tui/view.ts', 'features/permissions/match.ts', 'engine/calls/ask.ts'].map(
      (path): [string, Record<string, string>, string] => [
        `${path} that knows a tool by its name (${text.trim().replaceAll(/\s+/g, ' ')})`,
        { ...rows, [`src/${path}`]: text },
        `src/${path}:${line} knows the tool S`,
      ],
    ),
  ),
  [
    'a file that may name tools and names none',
    { ...rows, 'src/protocol/tools/rule-names.ts': 'export const A = 1\n' },
    'src/protocol/tools/rule-names.ts names no tool any more',
  ],
  ...[
    "import { spawn } from 'node:child_process'\n",
    "import { type A, execFile } from 'child_process'\n",
    "await import('node:child_process')\n",
    "process.getBuiltinModule('node:child_process')\n",
    "import { spawnGroup } from '../../lib/process/spawn-group.ts'\n",
  ].map((text): [string, Record<string, string>, string] => [
    `a part that starts processes by itself (${text.trim()})`,
    { 'src/engine/topic-a/new.ts': text, 'src/lib/process/spawn-group.ts': 'export const spawnGroup = 1\n' },
    'src/engine/topic-a/new.ts starts processes',
  ]),
  [
    'a tool without an access or a reason',
    { 'src/features/tools/new/new.ts': 'export const t = {\n  access: () => [],\n  name: 1,\n}\n' },
    'say why in noAccess',
  ],
  [
    'a tool with some calls without an access and no reason',
    {
      'src/features/tools/new/new.ts':
        "export const t = {\n  access: ({ a }) =>\n    a\n      ? []\n      : [{ kind: 'person' }],\n  name: 1,\n}\n",
    },
    'say why in noAccess',
  ],
  [
    'a slash command that writes files by itself',
    { 'src/features/commands/help/new.ts': "import { writeFile } from 'node:fs/promises'\n" },
    'reaches beyond its host',
  ],
  [
    'a slash command that writes files beside one that asks first',
    {
      'src/features/commands/help/new.ts':
        "import { writeFile } from 'node:fs/promises'\nexport const askingCommand: Command = {\n  async run(_, { ownerOnly }) {\n    ownerOnly()\n    await writeFile('a', '')\n  },\n}\nexport const writingCommand: Command = {\n  async run() {\n    await writeFile('a', '')\n  },\n}\n",
    },
    'reaches beyond its host',
  ],
  [
    'words on stderr that nobody escaped',
    { 'src/cli/run.ts': 'process.stderr.write(error.message)\n' },
    'writes to stderr by itself',
  ],
  [
    'a feature that imports another feature',
    {
      'src/features/tools/read.ts': "import { x } from '../hooks/match.ts'\n",
      'src/features/hooks/match.ts': 'export const x = 1\n',
    },
    'may not import src/features/hooks/match.ts',
  ],
  [
    'a type import across the table',
    {
      'src/loop/run.ts': "import type { X } from '../engine/engine.ts'\n",
      'src/engine/engine.ts': 'export type X = 1\n',
    },
    'may not import src/engine/engine.ts',
  ],
  [
    'a lazy import across the table',
    {
      'src/frontends/tui/app.ts': "await import('../headless/run.ts')\n",
      'src/frontends/headless/run.ts': 'export const x = 1\n',
    },
    'may not import src/frontends/headless/run.ts',
  ],
  [
    'lib importing a layer above',
    {
      ...lib,
      'src/lib/b.ts': "export { x } from '../protocol/m.ts'\n",
      'src/protocol/m.ts': 'export const x = 1\n',
    },
    'may not import',
  ],
  [
    'a command line that reaches past the host',
    {
      'src/cli/run.ts': "import type { X } from '../engine/engine.ts'\n",
      'src/engine/engine.ts': 'export type X = 1\n',
    },
    'src/cli/run.ts may not import src/engine/engine.ts',
  ],
  [
    'a host that knows who asks it',
    {
      'src/host/host.ts': "import { x } from '../cli/exit-error.ts'\n",
      'src/cli/exit-error.ts': 'export const x = 1\n',
    },
    'may not import src/cli/exit-error.ts',
  ],
  ['an unknown layer', { 'src/stuff/x.ts': "import '../lib/queue.ts'\n", ...lib }, 'unknown layer'],
  [
    'an import of a file that is not there',
    { 'src/loop/a.ts': "import { x } from './b.ts'\n" },
    'does not exist',
  ],
  [
    'a cycle, types included',
    {
      'src/loop/a.ts': "import { x } from './b.ts'\nexport type Y = 1\n",
      'src/loop/b.ts': "import type { Y } from './a.ts'\nexport const x = 1\n",
    },
    'import cycle: src/loop/a.ts → src/loop/b.ts → src/loop/a.ts',
  ],
  ['a file that is too long', { 'src/lib/long.ts': 'export const a = 1\n'.repeat(401) }, '401 lines'],
  [
    'an engine that grows over its limit',
    { 'src/engine/engine.ts': 'export const a = 1\n'.repeat(251) },
    '251 lines; 250 is the limit',
  ],
  ['a folder that is too full', numbered('src/features/tools/', 41), 'src/features/tools has 41 files'],
  ...unregistered,
  [
    'too many who see the whole configuration',
    { 'src/engine/config.ts': 'export type A = 1\n', ...numbered('src/engine/topic-a/', 16, CONFIG_IMPORT) },
    '16 files import src/engine/config.ts',
  ],
  [
    'a topic that imports a value of another topic',
    { 'src/engine/topic-a/part.ts': "import { type X, b } from '../topic-b/part.ts'\n", ...topicB },
    'topic-a/part.ts imports values of src/engine/topic-b/part.ts',
  ],
  [
    'a topic that loads another topic later',
    { 'src/engine/topic-a/part.ts': "const b = await import('../topic-b/part.ts')\n", ...topicB },
    'topic-a/part.ts imports values of src/engine/topic-b/part.ts',
  ],
  [
    'a topic that hands on what another topic exports',
    { 'src/engine/topic-a/part.ts': "export { b } from '../topic-b/part.ts'\n", ...topicB },
    'topic-a/part.ts imports values of src/engine/topic-b/part.ts',
  ],
  [
    'a floor that imports a value of a topic',
    { 'src/engine/calls/a.ts': "import { b } from '../topic-b/part.ts'\n", ...topicB },
    'calls/a.ts imports values of src/engine/topic-b/part.ts',
  ],
  [
    'folders of the engine that import each other',
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].flatMap(name => [
        [`src/engine/${name}/x.ts`, `import type { T } from '../${name}2/y.ts'\nexport type U = T\n`],
        [`src/engine/${name}2/y.ts`, 'export type T = 1\n'],
        [`src/engine/${name}2/z.ts`, `import type { U } from '../${name}/x.ts'\nexport type V = U\n`],
      ]),
    ),
    '4 pairs of folders in src/engine import each other',
  ],
  ...['part.restarted(history)', 'this.#plan?.turnEnded?.(end)', 'parts[0]!.recorded?.(message)'].map(
    (call): [string, Record<string, string>, string] => [
      `the phase of a part called outside its scope: ${call}`,
      { 'src/engine/engine.ts': `${call}\n` },
      'phases are called in src/engine/scope.ts only',
    ],
  ),
  [
    'a part that tells its scope what happens',
    { 'src/engine/topic-a/a.ts': 'await scope.turnStarts({ said })\n' },
    'src/engine/topic-a/a.ts calls scope.turnStarts',
  ],
  ...(
    [
      ['a front end', 'src/frontends/tui/a.ts', '../../host/h.ts'],
      ['a feature', 'src/features/tools/a.ts', '../../host/h.ts'],
      ['the engine', 'src/engine/a.ts', '../host/h.ts'],
      ['the library', 'src/sdk/a.ts', '../host/h.ts'],
      ['an agent', 'src/agents/a.ts', '../loop/l.ts'],
      ['the host', 'src/host/a.ts', '../cli/c.ts'],
    ] as const
  ).map(([who, path, target]): [string, Record<string, string>, string] => [
    `${who} that reaches too far up`,
    {
      [path]: `import type { X } from '${target}'\n`,
      'src/host/h.ts': 'export type X = 1\n',
      'src/loop/l.ts': 'export type X = 1\n',
      'src/cli/c.ts': 'export type X = 1\n',
    },
    `${path} may not import`,
  ]),
  ['a name that says nothing', { 'src/lib/string-utils.ts': '' }, "'utils' says nothing"],
  ['a default export', { 'src/lib/a.ts': 'export default 1\n' }, 'default export'],
  ['mutable state at module level', { 'src/lib/a.ts': 'let counter = 0\n' }, 'mutable state'],
  ['a barrel', { 'src/lib/a.ts': "export * from './queue.ts'\n", ...lib }, 'barrel'],
  ['process.exit outside the command line', { 'src/engine/a.ts': 'process.exit(1)\n' }, 'process.exit'],
  ...[
    "spawn('git', ['status'])\n",
    "await execFile('/usr/bin/git', args)\n",
    "runToEnd({ args, program: 'git', cwd })\n",
    'execSync(`git status`)\n',
  ].map((text): (typeof broken)[number] => [
    `git that is started past its starter: ${text.trim()}`,
    { 'src/features/plugins/a.ts': text },
    'starts git by itself',
  ]),
  ['a module mock', { 'src/lib/a.test.ts': "vi.mock('./queue.ts')\n" }, 'mocks a module'],
  ['a suppression without a reason', { 'src/lib/a.ts': '// @ts-ignore\n' }, 'without a reason'],
  [
    'too many suppressions',
    { 'src/lib/a.ts': '// @ts-expect-error the types of this package are wrong\n'.repeat(100) },
    'may only fall',
  ],
]

test.each(broken)('reports %s', (_name, files, problem) => {
  expect(check(files).join('\n')).toContain(problem)
})

test('accepts imports the table allows', () => {
  expect(
    check({
      ...lib,
      'src/protocol/m.ts': "import { a } from '../lib/queue.ts'\n",
      'src/features/tools/read.ts': "import type { m } from '../../protocol/m.ts'\nimport './write.ts'\n",
      'src/features/tools/write.ts': 'export const x = 1\n',
      'src/engine/e.ts': "import { x } from '../features/tools/write.ts'\n",
      'src/host/h.ts': "import '../engine/e.ts'\n",
      'src/sdk/in-process.ts': "import '../host/h.ts'\n",
      'src/cli/c.ts': "import '../host/h.ts'\n",
      'src/testing/t.ts': "import '../engine/e.ts'\nimport '../host/h.ts'\n",
    }),
  ).toEqual([])
})

test('accepts parts that know the types of others, and phases in the places that are for them', () => {
  expect(
    check({
      ...topicB,
      'src/features/commands/help/asking.ts':
        "import { writeFile } from 'node:fs/promises'\nexport const firstCommand = {\n  run: (_, { ownerOnly }) => ownerOnly(),\n}\nexport const secondCommand = {\n  run: (_, { ownerOnly }) => ownerOnly(),\n}\n",
      ...numbered('src/features/tools/', 40),
      'src/features/tools/a.test.ts': '',
      'src/engine/config.ts': 'export type A = 1\n',
      ...numbered('src/engine/topic-a/', 15, CONFIG_IMPORT),
      ...floor,
      'src/engine/topic-a/part.ts':
        "import type { X } from '../topic-b/part.ts'\nimport { type X as Y } from '../topic-b/part.ts'\nimport { c } from '../calls/c.ts'\nexport const a = { restarted() {}, recorded: () => 1 }\n",
      'src/engine/topic-a/part.test.ts':
        "import { b } from '../topic-b/part.ts'\nawait part.restarted([], 'branch')\n",
      'src/engine/scope.ts': 'part.restarted?.(history)\n',
      'src/engine/thread.ts': 'session.scope.recorded(message)\n',
      'src/engine/engine.ts': 'export const a = 1\n'.repeat(250),
    }),
  ).toEqual([])
})

test('accepts what is registered, and small files that are small for a reason', () => {
  const used = [
    './small.ts',
    '../features/hooks/events.ts',
    '../protocol/messages/chinese.ts',
    '../engine/topic-a/part.ts',
    '../protocol/op.ts',
    '../features/settings/rows/a.ts',
    './args/flags.ts',
    '../frontends/tui/index.ts',
    '../features/schedules/across.ts',
  ]
  const text = (path: string): string => `import '${path}'\n`
  const found = check({
    'src/cli/main.ts': `${used.map(text).join('')}await import('./late.ts')\nconst flag = sample\n`,
    'src/cli/late.ts': 'export const a = 1\n',
    'src/cli/small.ts': 'export const a = 1\n'.repeat(26),
    'src/features/schedules/across.ts': 'export const a = 1\n',
    'src/frontends/tui/index.ts': "import './row.ts'\n",
    'src/frontends/tui/row.ts': 'export const a = 1\n',
    'src/protocol/op.ts': "export type Op = { readonly type: 'sample' }\n",
    'src/features/hooks/events.ts': `${'// a line\n'.repeat(30)}export const HOOK_EVENTS = {\n  Sample: { },\n}\n`,
    'src/features/settings/rows/a.ts': "export const rows = [\n  {\n    key: 'sample.color',\n  },\n]\n",
    'src/cli/args/flags.ts': `${'// a line\n'.repeat(30)}const flags = [{ kind: 'switch', key: 'sample' }]\n`,
    [areaAt]: AREA,
    'src/protocol/messages/chinese.ts': "import { sampleText } from './engine/sample.ts'\n",
    'src/engine/topic-a/part.ts':
      "sampleText('said')\nsampleText(`un${x}`)\nsampleText('unsaid')\nhooks.fire('Sample')\nconst { color } = settings.sample\nexport const ops = { sample: 1 }\n",
  })
  expect(found.filter(problem => !problem.includes('may not import'))).toEqual([])
})

/** Every file and folder of the repository that the house is made of. */
const paths = (): readonly string[] => {
  const found = ['src', 'test', 'scripts', 'docs', 'bin'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(path => !path.includes('node_modules'))
      .map(path => `/${root}/${path}`),
  )
  return [...found, '/dist/cli.mjs', '/dist/web']
}

/** A name with a slash or an ending in backquotes; `<name>` stands for any, `{a,b}` for each of several. */
const namedPaths = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w<>{},.*/-]+)`/g)]
    .map(([, name = '']) => name.replace(/\/$|\/\*$/, ''))
    .filter(name => /^[\w{<].*(?:\/|\.(?:tsx?|mjs|md)$)/.test(name) && !name.startsWith('npm'))

const DECISIONS = readdirSync('docs/decisions').map(name => `docs/decisions/${name}`)

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...DECISIONS])(
  'every path that %s names is there',
  document => {
    // What a decision asked about may be gone since.
    const text = readFileSync(document, 'utf8')
      .replaceAll(/```[\s\S]*?```/g, '')
      .replace(/## Question[\s\S]*?\n(?=## )/, '')
    const all = paths().join('\n')
    const forms = namedPaths(text).map(name => {
      const any = name
        .replaceAll('.', '\\.')
        .replaceAll(/<[^>]*>/g, '[^/\\n]+')
        .replaceAll(/\{([^}]*)\}/g, (_, each: string) => `(?:${each.replaceAll(',', '|')})`)
      return [name, new RegExp(`/${any}(?:\\n|$)`)] as const
    })
    const here = new Set(['ARCHITECTURE.md', 'CONTEXT.md', 'CONTRIBUTING.md', 'package-lock.json'])
    expect(forms.filter(([name, form]) => !here.has(name) && !form.test(all)).map(([name]) => name)).toEqual(
      [],
    )
    if (document === 'ARCHITECTURE.md') expect(forms.length).toBeGreaterThan(60)
  },
)

test('every word that CONTEXT.md explains occurs in the sources', () => {
  const code = [...(readTree('.') as ReadonlyMap<string, string>).values()].join('\n')
  const words = [...readFileSync('CONTEXT.md', 'utf8').matchAll(/^\| \*\*([^*]+)\*\* \|/gm)].map(
    ([, word = '']) => word,
  )
  const occurs = (word: string): boolean => new RegExp(word.replaceAll(/[ -]/g, '[ -]?'), 'i').test(code)
  expect(words.filter(word => !occurs(word))).toEqual([])
  expect(words.length).toBeGreaterThan(40)
})
