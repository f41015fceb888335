import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import { hardenEnvironment } from '../../../src/lib/process/harden-environment.ts'
import type { Behavior, Policy } from '../../../src/protocol/permission.ts'
import type { LineContext } from './run-lines.ts'
import { settled } from './settled.ts'

/** What must never be printed: of a file outside, of a file that holds secrets, of the environment. */
export const OUTSIDE = 'CANARY-OUTSIDE'
export const SENSITIVE = 'CANARY-SENSITIVE'
export const VARIABLE = 'CANARY-VARIABLE'

/** A throw-away project with a secret beside it, in which lines are judged and run. */
export interface OptionPlace {
  readonly cwd: string
  readonly context: LineContext
  verdict(command: string): Promise<Behavior>
  /** Every file in and around the project with what is in it. */
  snapshot(): string
  remove(): void
}

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'alpha 1\nbeta 2\n',
  'b.txt': 'alpha 1\ngamma 3\n',
  't.json': '{"a":1}',
  'src/c.txt': 'delta\n',
  '.env': `KEY=${SENSITIVE}\n`,
  // A file of further words, and names that look like options.
  opts: '../outside.txt\n',
  '@opts': '../outside.txt\n.env\n',
  '-la': 'x\n',
  '-o': 'x\n',
  '-F': 'x\n',
  '-v': 'x\n',
  'x-e.txt': 'x\n',
  '--output=planted': 'x\n',
  'x=1': 'x\n',
}

const fill = (cwd: string, env: NodeJS.ProcessEnv): void => {
  mkdirSync(join(cwd, 'src'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text)
  // Names that a program completes by itself lead outside.
  for (const name of ['a.txt.gz', 'a.txt.zip']) symlinkSync('../outside.txt', join(cwd, name))
  execFileSync('tar', ['-cf', 't.tar', 'b.txt'], { cwd })
  execFileSync('gzip', ['-k', 'b.txt'], { cwd })
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env })
  git('init', '-q', '--template=', '-b', 'main')
  git('add', 'a.txt', 'src')
  git('commit', '-qm', 'one')
  writeFileSync(join(cwd, 'a.txt'), 'alpha 2\n')
  git('stash', '-q')
  writeFileSync(join(cwd, 'a.txt'), 'alpha 3\n')
}

const describe = (path: string): string => {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`
  if (!stat.isDirectory()) return `${path} ${stat.mode} ${readFileSync(path, 'latin1')}`
  const inside = readdirSync(path).map(name => describe(join(path, name)))
  return [`${path} ${stat.mode}`, ...inside].join('\n')
}

export const createOptionPlace = (programs: Readonly<Record<string, string>> = {}): OptionPlace => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'options-')))
  const home = join(base, 'home')
  const cwd = join(home, 'project')
  mkdirSync(join(base, 'bin'))
  for (const [name, target] of Object.entries(programs)) symlinkSync(target, join(base, 'bin', name))
  const hardened = hardenEnvironment(process.env, [cwd])
  const env = {
    ...hardened,
    HOME: home,
    LC_ALL: 'C',
    CANARY: VARIABLE,
    PATH: `${join(base, 'bin')}:${hardened['PATH'] ?? ''}`,
  }
  mkdirSync(cwd, { recursive: true })
  writeFileSync(join(home, 'outside.txt'), `${OUTSIDE}\n`)
  fill(cwd, env)
  const permissions = createPermissions({ now: settled })
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return {
    cwd,
    context: { cwd, env },
    async verdict(command) {
      const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell' as const, command }] }
      return (await permissions.judge(call, policy)).verdict
    },
    snapshot: () => describe(home),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
