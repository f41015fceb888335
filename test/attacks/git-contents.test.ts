import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import type { Behavior, Policy } from '../../src/protocol/permission.ts'
import { commandsIn } from '../support/permission-place.ts'
import { runLines } from './support/run-lines.ts'
import { settled } from './support/settled.ts'

const SECRET = 'CANARY-DENIED'
let home: string
let cwd: string
let blob: string

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' })

/** A repository in whose history there is a file that a rule keeps from being read. */
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'contents-')))
  cwd = join(home, 'project')
  mkdirSync(join(cwd, 'secrets'), { recursive: true })
  mkdirSync(join(cwd, 'src'))
  git('init', '-q', '-b', 'main')
  writeFileSync(join(cwd, 'secrets/key.txt'), `${SECRET}\n`)
  writeFileSync(join(cwd, 'src/app.ts'), 'one\n')
  git('add', '.')
  git('commit', '-qm', 'one')
  git('mv', 'secrets/key.txt', 'moved.txt')
  git('commit', '-qm', 'two')
  mkdirSync(join(cwd, 'secrets'), { recursive: true })
  writeFileSync(join(cwd, 'secrets/key.txt'), `${SECRET} 2\n`)
  git('add', '.')
  git('commit', '-qm', 'three')
  writeFileSync(join(cwd, 'secrets/key.txt'), `${SECRET} 3\n`)
  git('stash', '-q')
  writeFileSync(join(cwd, 'secrets/key.txt'), `${SECRET} 4\n`)
  git('add', '.')
  blob = git('rev-parse', 'HEAD:secrets/key.txt').trim()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const permissions = createPermissions({ now: settled })
const verdict = async (command: string, deny: readonly string[]): Promise<Behavior> => {
  const rules = deny.map(text => ({ text, behavior: 'deny', source: 'local', anchor: cwd }) as const)
  const policy: Policy = { mode: 'default', rules, roots: [cwd], cwd, home, caseSensitive: true }
  const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell' as const, command }] }
  return (await permissions.judge(call, policy)).verdict
}
/** What each line prints, all of them started by one shell. */
const run = async (commands: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await runLines(commands, { cwd, env: process.env })).map(({ line, output }) => [line, output]))

const SHOWING = `
git log -p ¦ git log -p -1 ¦ git show ¦ git show HEAD ¦ git diff --cached ¦ git diff HEAD~1 HEAD ¦ git log -U5
git log --unified ¦ git log --cc -p ¦ git stash show -p ¦ git stash list -p ¦ git reflog -p ¦ git status -v
git log -p --word-diff ¦ git log -p --color-words ¦ git log --patch-with-stat ¦ git log -W -p ¦ git diff HEAD
git show BLOB ¦ git show --stat BLOB ¦ git show -s BLOB ¦ git cat-file -p BLOB ¦ git cat-file blob BLOB ¦ git diff BLOB HEAD:src/app.ts
git log -p --follow -- moved.txt ¦ git grep CANARY ¦ git log -p -- . ¦ git diff HEAD -- '*' ¦ git show HEAD -- 's*'
git log --binary ¦ git log --patch ¦ git log -u ¦ git diff --staged --stat -p ¦ git reflog show --patch
`
const NAMING = `
git show HEAD:secrets/key.txt ¦ git cat-file -p HEAD:secrets/key.txt ¦ git blame secrets/key.txt
git log -p -- secrets/key.txt ¦ git diff HEAD -- secrets ¦ git show :secrets/key.txt ¦ git show HEAD:./secrets/key.txt
`

const LISTING = `
git log --oneline ¦ git log --stat -3 ¦ git diff --stat ¦ git diff --name-only HEAD ¦ git show --stat HEAD ¦ git show -s
git show --name-status HEAD~1 ¦ git status ¦ git stash list ¦ git stash show --stat ¦ git cat-file -t HEAD
git diff -- src/app.ts ¦ git diff HEAD src/app.ts ¦ git log -p -- src/app.ts ¦ git show HEAD -- src/app.ts
git blame src/app.ts ¦ git show HEAD:./src/app.ts ¦ git shortlog -sn HEAD ¦ git diff HEAD~1..HEAD --numstat
`

describe('with a rule that keeps a file from being read', () => {
  let shown: ReadonlyMap<string, string>
  beforeAll(async () => {
    const lines = [SHOWING, NAMING, LISTING].flatMap(commandsIn)
    shown = await run(lines.map(withBlob))
  })
  const withBlob = (command: string): string => command.replace('BLOB', blob)

  test.each(commandsIn(SHOWING))('%j shows its content, and asks', async command => {
    const line = withBlob(command)
    expect(shown.get(line)).toContain(SECRET)
    expect(await verdict(line, [])).toBe('allow')
    expect(await verdict(line, ['Read(./secrets/**)'])).toBe('ask')
  })

  test.each(commandsIn(NAMING))('%j names it, and is denied', async command => {
    expect(shown.get(command)).toContain(SECRET)
    expect(await verdict(command, ['Read(./secrets/**)'])).toBe('deny')
  })

  test.each(commandsIn(LISTING))('%j shows names and counts, or files that may be read', async command => {
    expect(shown.get(command)).toBeDefined()
    expect(shown.get(command)).not.toContain(SECRET)
    expect(await verdict(command, ['Read(./secrets/**)'])).toBe('allow')
  })

  test('a rule that keeps all files from being read denies what shows any', async () => {
    expect(await verdict('git log -p', ['Read'])).toBe('deny')
    expect(await verdict('git show', ['Read(./**)'])).toBe('deny')
  })
})

/** Options that stand alone, for which the list of those that print parts of files has to be complete. */
test('no option of a history that counts as a look at names prints a part of a file', async () => {
  const { LOG } = await import('../../src/features/permissions/shell/git-log-flags.ts')
  const words = [...[...(LOG.short ?? '')].map(one => `-${one}`), ...(LOG.long ?? []).map(one => `--${one}`)]
  const optional = (LOG.longOptional ?? []).map(one => `--${one}`)
  const allowed: string[] = []
  for (const word of [...words, ...optional, '-U3', '-M', '-C', '-Salpha', '-GCANARY']) {
    const line = `git log ${word}`
    if ((await verdict(line, ['Read(./secrets/**)'])) === 'allow') allowed.push(line)
  }
  expect(allowed.length).toBeGreaterThan(20)
  const shown = await run(allowed)
  expect(allowed.filter(line => shown.get(line)?.includes(SECRET))).toEqual([])
})
