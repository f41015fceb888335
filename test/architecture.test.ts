import { expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { checkTree, readTree } from '../scripts/architecture.mjs'

const check = (files: Record<string, string>): string[] => checkTree(new Map(Object.entries(files)))

test('this repository keeps its own rules', () => {
  const files = readTree('.')
  expect(files.size).toBeGreaterThan(20)
  expect(checkTree(files)).toEqual([])
})

const lib = { 'src/lib/queue.ts': 'export const a = 1\n' }
const broken: [string, Record<string, string>, string][] = [
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
  ['a name that says nothing', { 'src/lib/string-utils.ts': '' }, "'utils' says nothing"],
  ['a default export', { 'src/lib/a.ts': 'export default 1\n' }, 'default export'],
  ['mutable state at module level', { 'src/lib/a.ts': 'let counter = 0\n' }, 'mutable state'],
  ['a barrel', { 'src/lib/a.ts': "export * from './queue.ts'\n", ...lib }, 'barrel'],
  ['process.exit outside the command line', { 'src/engine/a.ts': 'process.exit(1)\n' }, 'process.exit'],
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
      'src/testing/t.ts': "import '../engine/e.ts'\n",
      'src/sdk/in-process.ts': "import '../host/h.ts'\n",
      'src/cli/c.ts': "import '../host/h.ts'\n",
    }),
  ).toEqual([])
})
