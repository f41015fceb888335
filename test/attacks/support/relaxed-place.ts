import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Behavior, Policy } from '../../../src/protocol/permission.ts'
import { HARDENED_GLOBS, treeOf } from './run-plainly.ts'
import { settled } from './settled.ts'

/** A project with names that somebody planted, and a shell that shows what they do. */
export interface RelaxedPlace {
  verdict(line: string, more?: Partial<Policy>): Promise<Behavior>
  /** Runs each line in a copy of its own: those that change something or show what is secret or outside. */
  goOff(lines: readonly string[]): readonly string[]
  remove(): void
}

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'inside\n',
  'b.txt': 'inside too\n',
  '-oplanted.txt': 'looks like an option\n',
  'src/app.ts': 'inside\n',
  '.env': 'canary in the environment\n',
  'certs/server.key': 'canary in a key\n',
  // Without quotes these are two words, of which the second is an option or a file outside.
  'opt/a -ocanary': 'x\n',
  'opt/a': 'x\n',
  'odd/d ../outside.txt': 'inside\n',
  'two/a': 'x\n',
  'two/b': 'y\n',
  'script/1wcanary': 'x\n',
  'script/z': 'x\n',
  names: '../outside.txt\n',
}

const DRIVER = `
for ((i = 0; i < COUNT; i++)); do
  cp -a "$PLACE" "$i"
  (cd "$i/project" && HOME=$(cd .. && pwd) GIT_OPTIONAL_LOCKS=0 exec timeout 5 bash --noprofile --norc "../../$i.sh" > "../../$i.out" 2> /dev/null < /dev/null)
done
:`

const GIT = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false']

const build = (home: string): string => {
  const cwd = join(home, 'project')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  writeFileSync(join(home, 'outside.txt'), 'canary outside\n')
  writeFileSync(join(home, 'canary-name'), '')
  writeFileSync(join(cwd, 'ls'), '#!/bin/sh\necho > canary\n')
  chmodSync(join(cwd, 'ls'), 0o755)
  symlinkSync('../outside.txt', join(cwd, 'leak'))
  symlinkSync('../outside.txt', join(cwd, 'kept'))
  symlinkSync('..', join(cwd, 'up'))
  mkdirSync(join(home, 'elsewhere/deep'), { recursive: true })
  writeFileSync(join(home, 'elsewhere/b.txt'), 'canary elsewhere\n')
  symlinkSync('../elsewhere/deep', join(cwd, 'deep'))
  const git = (at: string, ...args: string[]): void => {
    execFileSync('git', [...GIT, ...args], { cwd: at, stdio: 'ignore' })
  }
  git(cwd, 'init', '-q', '--template=')
  git(cwd, 'add', '--', 'a.txt', 'odd', 'kept')
  git(cwd, 'commit', '-qm', 'start')
  mkdirSync(join(cwd, 'nested'))
  git(join(cwd, 'nested'), 'init', '-q', '--template=')
  writeFileSync(join(cwd, 'nested/f'), 'x')
  git(join(cwd, 'nested'), 'config', 'core.fsmonitor', 'echo > ../canary; false')
  return cwd
}

export const createRelaxedPlace = (): RelaxedPlace => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'relaxed-')))
  const home = join(root, 'home')
  const cwd = build(home)
  const permissions = createPermissions({ now: settled })
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return {
    verdict: async (line, more = {}) =>
      (
        await permissions.judge(
          { toolName: 'Bash', input: { command: line }, accesses: [{ kind: 'shell', command: line }] },
          { ...policy, ...more },
        )
      ).verdict,
    goOff: lines => {
      const runs = mkdtempSync(join(root, 'runs-'))
      for (const [at, line] of lines.entries())
        writeFileSync(join(runs, `${at}.sh`), `${HARDENED_GLOBS}\n${line}\n`)
      // One process starts all: to start them from here would take most of the time.
      execFileSync('bash', ['--noprofile', '--norc', '-c', DRIVER], {
        cwd: runs,
        env: { PATH: process.env['PATH'] ?? '', PLACE: home, COUNT: String(lines.length) },
        stdio: 'ignore',
      })
      const before = treeOf(home)
      const gone = lines.filter((_, at) => {
        const shown = readFileSync(join(runs, `${at}.out`), 'latin1')
        return /canary[ -]/.test(shown) || treeOf(join(runs, String(at))) !== before
      })
      rmSync(runs, { recursive: true, force: true })
      return gone
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
