import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap } from '../../../test/support/needs-program.ts'
import { type SeatbeltRules, seatbeltRules } from '../../../test/support/seatbelt-rules.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findProtected, PROTECTED_NAMES, PROTECTED_PAIRS } from '../permissions/paths/protected.ts'
import { Sandbox } from './sandbox.ts'

/**
 * A path, and what may be done with it: `r`ead, `w`rite, `u`nlink, `m`ove; after `+`, which says that nothing is there,
 * `c`reate (what is set aside at the end counts as not made). A path that ends in `/` is a directory, which is only
 * moved. Then the same for macOS where it differs, and why it has to.
 */
type Row = readonly [path: string, may: string, mac?: string, why?: string]

const PARENTS =
  'a rule goes by the path, so the directories above something hidden must not be moved; a mount moves with them'
const UNDER = 'a mount hides what lay there, and its place is a private directory; a rule can only close it'

/** What every session finds, wherever it works. */
const OUTSIDE: readonly Row[] = [
  ['home/notes.txt', 'r'],
  ['+home/new.txt', ''],
  ['home/.ssh/id_ed25519', ''],
  ['+home/.ssh/new', ''],
  ['home/.netrc', ''],
  ['home/.aws/credentials', ''],
  ['home/.npmrc', ''],
  ['home/.config/gh/hosts.yml', ''],
  ['home/.cache/x/old', 'rwum'],
  ['+home/.cache/new', 'c'],
  ['home/.cache/.npmrc', 'rwum'],
  ['home/.cache/', ''],
  ['home/Library/Keychains/login.keychain-db', ''],
  ['+home/Library/Keychains/new', ''],
  ['home/Library/Application Support/Google/Chrome/Default/Cookies', ''],
  ['home/Library/Application Support/Firefox/Profiles/a/logins.json', ''],
  ['home/Library/Application Support/com.apple.TCC/TCC.db', ''],
  ['home/Library/Application Support/Other/state.json', 'r'],
  ['home/Library/Mail/V10/MailData/x', ''],
  ['home/Library/Messages/chat.db', ''],
  ['home/Library/Cookies/Cookies.binarycookies', ''],
  ['home/Library/Safari/History.db', ''],
  ['home/Library/Group Containers/group.com.apple.notes/NoteStore.sqlite', ''],
  ['home/Library/Preferences/com.example.plist', 'r'],
  ['+home/Library/Preferences/new.plist', ''],
  ['+home/Library/LaunchAgents/new.plist', ''],
  ['config/settings.json', ''],
  ['config/results/1.txt', 'r'],
  ['+config/results/new', ''],
  ['T/other.txt', ''],
  ['+T/new-3', 'c', '', UNDER],
  ['+TMPDIR/new', 'c'],
  ['+TMPDIR/.npmrc', 'c'],
  ['+TMPDIR/tmp.aB3dE5gH7j', 'c'],
  ['/etc/passwd', 'r'],
  ['+/etc/new', ''],
  ['+/usr/bin/new', ''],
  ['+/var/new', ''],
  ['+/tmp/new-1', 'c', '', UNDER],
  ['+/var/tmp/new-2', 'c', '', UNDER],
  ['+/dev/new', 'c', '', 'bubblewrap makes a directory for devices of its own, in memory'],
]

const PROJECT: readonly Row[] = [
  ['project/a.txt', 'rwum'],
  ['+project/new.txt', 'c'],
  ['project/src/deep/b.txt', 'rwum'],
  ['project/src/deep/', 'm'],
  ['project/', ''],
  ['project/with "signs" [a^b] {1}/c.txt', 'rwum'],
  ['project/with "signs" [a^b] {1}/.npmrc', 'r'],
  ['project/größe/d.txt', 'rwum'],
  ['+project/größe/.envrc', ''],
  ['project/link', 'rum'],
  ['project/.npmrc', 'r'],
  ['+project/.NPMRC', ''],
  ['+project/.envrc', ''],
  ['+project/src/.envrc', ''],
  ['+project/npmrc', 'c'],
  ['+project/a.npmrc', 'c'],
  ['+project/.npmrc.bak', 'c'],
  ['project/.vscode/settings.json', 'r'],
  ['+project/.vscode/new.json', ''],
  ['project/.vscode/', ''],
  ['project/lib/.vscode/tasks.json', 'r'],
  ['+project/lib/.vscode/new.json', ''],
  ['project/lib/', 'm'],
  ['+project/.idea/new.xml', ''],
  ['+project/.husky/pre-commit', ''],
  ['+project/.claude/settings.json', ''],
  ['project/.capstan/worktrees/x/src/b.txt', 'r'],
  ['+project/.capstan/worktrees/x/new.txt', ''],
  ['project/.capstan/settings.json', 'r'],
  ['+project/.config/git/config', ''],
  ['+project/.config/other/x', 'c'],
  ['project/deep/er/.env', ''],
  ['project/deep/er/', ''],
  ['project/deep/', ''],
  ['project/deep/er/f.txt', 'rwum'],
  ['project/hidden/a', ''],
  ['+project/hidden/new', ''],
  ['project/hidden/', ''],
  ['project/frozen/a', 'r'],
  ['+project/frozen/new', ''],
  ['project/frozen/', ''],
  ['project/.git/HEAD', 'rwum'],
  ['project/.git/index', 'rwum'],
  ['+project/.git/index.lock', 'c'],
  ['+project/.git/refs/heads/new', 'c'],
  ['+project/.git/objects/new', 'c'],
  ['project/.git/config', 'r'],
  ['+project/.git/config.lock', 'c'],
  ['project/.git/hooks/pre-commit.sample', 'r'],
  ['+project/.git/hooks/pre-commit', ''],
  ['+project/.git/info/attributes', ''],
  ['project/.git/info/exclude', 'rwum'],
  ['project/.git/worktrees/x/index', 'r'],
  ['project/.git/worktrees/x/commondir', 'r'],
  ['+project/.git/config.worktree', ''],
  ['project/.git/', ''],
  ['project/nested/.git/config', 'r'],
  ['project/nested/.git/HEAD', 'rwum'],
  ['+project/nested/.git/hooks/post-commit', ''],
  ['project/nested/.git/', ''],
  ['project/nested/', 'm', '', PARENTS],
]

/** A session in a worktree, whose repository lies above it. */
const WORKTREE: readonly Row[] = [
  ['project/.capstan/worktrees/x/src/b.txt', 'rwum'],
  ['project/.capstan/worktrees/x/src/', 'm'],
  ['+project/.capstan/worktrees/x/new.txt', 'c'],
  ['+project/.capstan/worktrees/x/src/new.txt', 'c'],
  ['project/.capstan/worktrees/x/.npmrc', 'r'],
  ['+project/.capstan/worktrees/x/.envrc', ''],
  ['+project/.capstan/worktrees/x/.vscode/new.json', ''],
  ['+project/.capstan/worktrees/x/.capstan/settings.json', ''],
  ['project/.capstan/worktrees/x/', ''],
  ['+project/.capstan/worktrees/y/new.txt', ''],
  ['project/.capstan/settings.json', 'r'],
  ['+project/.capstan/new', ''],
  ['project/.git/worktrees/x/index', 'rwum'],
  ['+project/.git/worktrees/x/index.lock', 'c'],
  ['project/.git/worktrees/x/HEAD', 'rwum'],
  ['project/.git/worktrees/x/commondir', 'r'],
  ['project/.git/worktrees/x/gitdir', 'r'],
  ['project/.git/worktrees/x/', ''],
  ['+project/.git/worktrees/new', ''],
  ['project/.git/worktrees/', ''],
  ['+project/.git/refs/heads/new', 'c'],
  ['+project/.git/objects/new', 'c'],
  ['project/.git/HEAD', 'rwum'],
  ['project/.git/config', 'r'],
  ['+project/.git/config.lock', 'c'],
  ['+project/.git/hooks/pre-commit', ''],
  ['project/.git/', ''],
  ['project/a.txt', 'r'],
  ['+project/new.txt', ''],
  ['project/.npmrc', 'r'],
]

/** Both are working directories: what the outer one protects ends where the inner one begins. */
const BOTH: readonly Row[] = [
  ['project/a.txt', 'rwum'],
  ['project/.npmrc', 'r'],
  ['+project/.envrc', ''],
  ['project/.capstan/settings.json', 'r'],
  ['+project/.capstan/new', ''],
  ['project/.capstan/', ''],
  ['project/.capstan/worktrees/', ''],
  ['+project/.capstan/worktrees/y/new.txt', ''],
  ['project/.capstan/worktrees/x/src/b.txt', 'rwum'],
  ['+project/.capstan/worktrees/x/new.txt', 'c'],
  ['project/.capstan/worktrees/x/.npmrc', 'r'],
  ['+project/.capstan/worktrees/x/.envrc', ''],
  ['project/.git/worktrees/x/index', 'rwum'],
  ['+project/.git/worktrees/x/index.lock', 'c'],
  ['project/.git/worktrees/x/gitdir', 'r'],
  ['project/.git/config', 'r'],
  ['project/.git/HEAD', 'rwum'],
]

const SCENES: readonly (readonly [name: string, roots: readonly string[], rows: readonly Row[]])[] = [
  ['a project', ['project'], [...OUTSIDE, ...PROJECT]],
  ['a worktree of it', ['project/.capstan/worktrees/x'], [...OUTSIDE, ...WORKTREE]],
  ['both', ['project', 'project/.capstan/worktrees/x'], BOTH],
]

const FILE = ['r', 'w', 'u', 'm'] as const
type Operation = (typeof FILE)[number] | 'c'

const operationsOf = (path: string): readonly Operation[] => {
  if (path.startsWith('+')) return ['c']
  if (path.startsWith('/')) return ['r']
  return path.endsWith('/') ? ['m'] : FILE
}

/** What a program inside tries, one after the other; what was allowed is undone. */
const TRY_ALL = `
const fs = require('fs')
const [table] = process.argv.slice(1)
const may = {
  r: path => fs.readFileSync(path).length > 0,
  w: path => (fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY)), true),
  c: path => (fs.closeSync(fs.openSync(path, 'wx')), true),
  m: path => {
    const to = path.replace(/[/]?$/, '.moved')
    fs.renameSync(path, to)
    fs.renameSync(to, path)
    return true
  },
  u: path => {
    const was = fs.readFileSync(path)
    fs.unlinkSync(path)
    fs.writeFileSync(path, was)
    return true
  },
}
const answer = ([operation, path]) => {
  try { return may[operation](path) } catch (error) { return false }
}
console.log(JSON.stringify(JSON.parse(fs.readFileSync(table, 'utf8')).map(answer)))
`

/** What the kernel of macOS asks of a profile for each. */
const mayOnMac = (rules: SeatbeltRules, operation: Operation, path: string): boolean => {
  const plain = path.replace(/(?<=.)\/$/, '')
  switch (operation) {
    case 'r':
      return rules.allows('file-read-data', plain)
    case 'w':
      return rules.allows('file-write-data', plain)
    case 'c':
      return rules.allows('file-write-create', plain)
    case 'u':
      return rules.allows('file-write-unlink', plain) && rules.allows('file-write-create', plain)
    case 'm':
      return rules.allows('file-write-unlink', plain) && rules.allows('file-write-create', `${plain}.moved`)
  }
}

const put = (path: string, text = 'what was there'): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Every row's file, or the directory it is to be made in, in repositories such as git makes them. */
const build = (root: string): void => {
  const x = join(root, 'project/.capstan/worktrees/x')
  for (const [, , rows] of SCENES)
    for (const [path] of rows)
      if (!/^\+?(?:\/|TMPDIR)|\/$/.test(path) && !path.startsWith('+')) put(join(root, path))
  for (const name of [
    '.git/refs/heads',
    '.git/objects',
    '.git/hooks',
    'nested/.git/refs',
    'nested/.git/objects',
  ])
    mkdirSync(join(root, 'project', name), { recursive: true })
  put(join(x, '.git'), `gitdir: ${join(root, 'project/.git/worktrees/x')}\n`)
  put(join(root, 'project/.git/worktrees/x/gitdir'), `${join(x, '.git')}\n`)
  put(join(root, 'project/.git/worktrees/x/commondir'), '../..\n')
  for (const name of ['.idea', '.config/git', '.config/other', '.capstan/worktrees/y'])
    mkdirSync(join(root, 'project', name), { recursive: true })
  mkdirSync(join(x, '.vscode'))
  mkdirSync(join(x, '.capstan'))
  mkdirSync(join(root, 'home/Library/LaunchAgents'), { recursive: true })
  rmSync(join(root, 'project/link'))
  symlinkSync(join(root, 'home/notes.txt'), join(root, 'project/link'))
}

const NODE = realpathSync(process.execPath)

const sandboxOf = (platform: 'linux' | 'darwin', root: string, roots: readonly string[]): Sandbox =>
  new Sandbox({
    settings: {
      filesystem: {
        denyRead: [join(root, 'project/hidden')],
        denyWrite: [join(root, 'project/frozen')],
        allowWrite: ['~/.cache'],
      },
    },
    platform,
    program: '/usr/bin/bwrap',
    bridge: { command: [NODE], files: [] },
    roots: () => roots.map(name => join(root, name)),
    home: join(root, 'home'),
    configHomes: [join(root, 'config')],
    // All of it lies in /tmp, which is closed: shown again, so that it can be tried.
    readable: () => [root, join(root, 'config/results'), NODE],
    denied: () => ({ paths: [], isDenied: name => name === '.env' }),
    isProtected: path => findProtected(path) !== undefined,
    protectedNames: [...PROTECTED_NAMES, ...PROTECTED_PAIRS],
    env: {},
    tmpDir: root,
    userTemp: join(root, 'T'),
    now: () => Date.now(),
    newToken: () => 'token',
  })

const enter = (sandbox: Sandbox, root: string, cwd: string) =>
  sandbox.enter({
    file: NODE,
    args: ['-e', TRY_ALL, join(root, 'config/results/table.json')],
    cwd: join(root, cwd),
    env: {},
    writable: join(root, 'config/results/end.cwd'),
    run: { command: 'try all' },
  })

interface Try {
  readonly operation: Operation
  readonly path: string
}

const triesOf = (rows: readonly Row[]): readonly Try[] =>
  rows.flatMap(([path]) => operationsOf(path).map(operation => ({ operation, path: path.replace('+', '') })))

/** `TMPDIR/x` as a program there finds it. */
const placed = (path: string, root: string, tmp: string): string =>
  path.startsWith('/') ? path : path.startsWith('TMPDIR') ? path.replace('TMPDIR', tmp) : join(root, path)

/** As the table is written: for each path the signs of what may be done. */
const summed = (tries: readonly Try[], may: readonly boolean[]): ReadonlyMap<string, string> => {
  const sums = new Map<string, string>()
  for (const [at, { path, operation }] of tries.entries())
    sums.set(path, `${sums.get(path) ?? ''}${may[at] ? operation : ''}`)
  return sums
}

const onMac = async (root: string, roots: readonly string[], tries: readonly Try[]) => {
  await using sandbox = sandboxOf('darwin', root, roots)
  const entered = await enter(sandbox, root, roots[0] ?? '')
  entered.leave({ code: 0, output: '' })
  const rules = seatbeltRules(entered.args[1] ?? '')
  const { TMPDIR = '' } = entered.env
  // Links are followed before anything is asked.
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
  return {
    rules,
    env: entered.env,
    may: summed(
      tries,
      tries.map(({ operation, path }) => {
        const at = placed(path, root, TMPDIR)
        return mayOnMac(rules, operation, operation === 'r' || operation === 'w' ? real(at) : at)
      }),
    ),
  }
}

const onLinux = async (root: string, roots: readonly string[], tries: readonly Try[]) => {
  await using sandbox = sandboxOf('linux', root, roots)
  const paths = tries.map(({ operation, path }) => [operation, placed(path, root, '/tmp')] as const)
  put(join(root, 'config/results/table.json'), JSON.stringify(paths))
  const entered = await enter(sandbox, root, roots[0] ?? '')
  const output = execFileSync(entered.file, entered.args, { env: entered.env, encoding: 'utf8' })
  entered.leave({ code: 0, output: '' })
  const done = JSON.parse(output) as readonly boolean[]
  const isKept = (path: string): boolean => {
    if (!path.startsWith(join(root, 'project'))) return true
    const isThere = existsSync(path)
    rmSync(path, { force: true })
    return isThere
  }
  return summed(
    tries,
    paths.map(([operation, path], at) => done[at] === true && (operation !== 'c' || isKept(path))),
  )
}

const expected = (rows: readonly Row[], system: 'mac' | 'linux') =>
  new Map(rows.map(([path, may, mac]) => [path.replace('+', ''), system === 'mac' ? (mac ?? may) : may]))

describe.each(SCENES)('%s', (_name, roots, rows) => {
  const tries = triesOf(rows)

  test('the profile for macOS allows what the table says', async () => {
    await using tmp = tmpDir()
    const root = realpathSync(tmp.path)
    build(root)
    expect((await onMac(root, roots, tries)).may).toEqual(expected(rows, 'mac'))
  })

  test.skipIf(!hasBubblewrap())('bubblewrap allows what the table says', async () => {
    await using tmp = tmpDir()
    const root = realpathSync(tmp.path)
    build(root)
    expect(await onLinux(root, roots, tries)).toEqual(expected(rows, 'linux'))
  })
})

test('the table is large, and every difference has a reason', () => {
  const rows = SCENES.flatMap(([, , all]) => all)
  expect(triesOf(rows).length).toBeGreaterThan(300)
  expect(rows.filter(([, , mac, why]) => (mac === undefined) !== (why === undefined))).toEqual([])
  if (!hasBubblewrap()) console.log('bubblewrap is not here: the table was evaluated for macOS only')
})

test('the private directory is the one that programs of macOS ask the system for', async () => {
  await using tmp = tmpDir()
  const root = realpathSync(tmp.path)
  build(root)
  const { env, rules } = await onMac(root, ['project'], [])
  const own = env['TMPDIR'] ?? ''
  expect(dirname(own)).toBe(join(root, 'T'))
  expect(env).toMatchObject({
    DIRHELPER_USER_DIR_SUFFIX: own.slice(root.length + 3),
    TMPPREFIX: `${own}/zsh`,
  })
  expect(rules.allows('file-write-unlink', own)).toBe(false)
  expect(existsSync(own)).toBe(false)
})
