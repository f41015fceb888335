import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Behavior, Policy } from '../../../src/protocol/permission.ts'
import { runPlainly, treeOf } from './run-plainly.ts'

/** A project with names that somebody planted, and a shell that shows what they do. */
export interface RelaxedPlace {
  verdict(line: string, more?: Partial<Policy>): Promise<Behavior>
  /** Runs the line in a copy; whether it changed anything or showed what is secret or outside. */
  goesOff(line: string): boolean
  remove(): void
}

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'inside\n',
  'b.txt': 'inside too\n',
  '-ocanary.txt': 'looks like an option\n',
  'src/app.ts': 'inside\n',
  '.env': 'canary in the environment\n',
  'certs/server.key': 'canary in a key\n',
  // Without quotes these are two words, of which the second is an option or a file outside.
  'opt/a -ocanary': 'x\n',
  'odd/d ../outside.txt': 'inside\n',
  'two/a': 'x\n',
  'two/b': 'y\n',
  'script/1wcanary': 'x\n',
  'script/z': 'x\n',
  names: '../outside.txt\n',
}

const GIT = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false']

const build = (home: string): string => {
  const cwd = join(home, 'project')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  writeFileSync(join(home, 'outside.txt'), 'canary outside\n')
  writeFileSync(join(cwd, 'ls'), '#!/bin/sh\necho > canary\n')
  chmodSync(join(cwd, 'ls'), 0o755)
  symlinkSync('../outside.txt', join(cwd, 'leak'))
  symlinkSync('..', join(cwd, 'up'))
  mkdirSync(join(home, 'elsewhere/deep'), { recursive: true })
  writeFileSync(join(home, 'elsewhere/b.txt'), 'canary elsewhere\n')
  symlinkSync('../elsewhere/deep', join(cwd, 'deep'))
  const git = (at: string, ...args: string[]): void => {
    execFileSync('git', [...GIT, ...args], { cwd: at, stdio: 'ignore' })
  }
  git(cwd, 'init', '-q')
  git(cwd, 'add', '--', 'a.txt', 'odd', 'leak')
  git(cwd, 'commit', '-qm', 'start')
  mkdirSync(join(cwd, 'nested'))
  git(join(cwd, 'nested'), 'init', '-q')
  writeFileSync(join(cwd, 'nested/f'), 'x')
  git(join(cwd, 'nested'), 'config', 'core.fsmonitor', 'echo > ../canary; false')
  return cwd
}

export const createRelaxedPlace = (): RelaxedPlace => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'relaxed-')))
  const home = join(root, 'home')
  const cwd = build(home)
  const permissions = createPermissions()
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  let copies = 0
  return {
    verdict: async (line, more = {}) =>
      (
        await permissions.judge(
          { toolName: 'Bash', input: { command: line }, accesses: [{ kind: 'shell', command: line }] },
          { ...policy, ...more },
        )
      ).verdict,
    goesOff: line => {
      copies += 1
      const copy = join(root, String(copies))
      cpSync(home, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      const before = treeOf(copy)
      const { stdout } = runPlainly(line, { home: copy, cwd: join(copy, 'project') })
      const gone = stdout.includes('canary') || stdout.includes('outside.txt') || treeOf(copy) !== before
      rmSync(copy, { recursive: true })
      return gone
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
