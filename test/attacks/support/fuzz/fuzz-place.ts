import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Below the project, plain text, tracked by git. */
export const FILES = [
  ...[
    'README.md',
    'notes.md',
    'a.txt',
    'b.txt',
    'c.txt',
    'data.json',
    'table.csv',
    'src/app.ts',
    'src/index.ts',
  ],
  ...[
    'docs/guide.md',
    'docs/api.md',
    'dir with space/f.txt',
    'package.json',
    'list',
    'archive.tar',
    'archive.zip',
  ],
]
export const DIRECTORIES = ['.', 'src', 'docs', 'odd', 'dir with space', 'src/', './docs', 'srclink']
/** Names of files that lie in wait for a wildcard. */
export const PLANTED = [
  ...[
    '-o',
    '--output=made',
    '-exec',
    '-delete',
    '-la',
    '-n',
    '-e',
    '--files0-from=a.txt',
    '-fmade',
    '--help',
    '-i',
  ],
  ...[
    'a b.txt',
    "q'uote",
    'd"ouble',
    'new\nline',
    '$(touch made)',
    '`touch made`',
    ';touch made',
    '@opts',
    '=',
    '-R',
  ],
  ...[
    '--compress-program=.%ls',
    '-',
    '{}',
    '~',
    '#',
    '!',
    '[a]',
    '--to-command=touch made',
    '--pre=.%ls',
    '-ok',
  ],
]
export const SENSITIVE = [
  '.env',
  '.env.local',
  'certs/server.key',
  'secrets/credentials.json',
  'envlink',
  './.env',
]
export const OUTSIDE_PATHS = [
  ...[
    '../outside/secret.txt',
    '../outside',
    '..',
    'out/secret.txt',
    'link.txt',
    '/etc/hostname',
    '/etc/passwd',
  ],
  ...[
    '~/secret.txt',
    '~/.netrc',
    '~',
    '/',
    'src/../../outside/secret.txt',
    'up/outside/secret.txt',
    '/tmp',
    '//etc',
  ],
  ...[
    '/proc/self/environ',
    '/proc/self/cwd/../outside/secret.txt',
    '/dev/stdin',
    '/dev/tty',
    '/proc/self/fd/1',
  ],
]
/** In every file that no look may show. */
export const OUTSIDE_TOKEN = 'canary-0utside-7fdc2e'
export const SENSITIVE_TOKEN = 'canary-5ensitive-19ab4c'
/** In the environment of the program, under a name nobody may print. */
export const VARIABLE_TOKEN = 'canary-variab1e-55e0d1'

const FAKES = [
  'ls',
  'cat',
  'git',
  'sort',
  'head',
  'grep',
  'find',
  'wc',
  'gzip',
  'less',
  'sh',
  'env',
  'node_modules/.bin/ls',
]
const LINKS: readonly (readonly [string, string])[] = [
  ['link.txt', '../outside/secret.txt'],
  ['out', '../outside'],
  ['envlink', '.env'],
  ['srclink', 'src'],
  ['up', '..'],
  ['dangling', 'nowhere/made'],
]

export interface FuzzPlace {
  /** Of everything below. */
  readonly base: string
  readonly home: string
  readonly cwd: string
  /** For what the harness itself writes. */
  readonly own: string
  /** Everything in the project and beside it, one line each: what changed shows. */
  snapshot(): string
  /** Makes all of it anew, under the same names. */
  restore(): void
  remove(): void
}

const LONG_AGO = new Date(1_700_000_000_000)

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const putRepository = (cwd: string): void => {
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: dirname(cwd), GIT_CONFIG_NOSYSTEM: '1' },
    })
  }
  git('init', '-q', '-b', 'main')
  put(join(cwd, '.git/info/exclude'), '.env*\ncerts\nsecrets\n')
  git('add', '--', ...FILES)
  git('commit', '-q', '-m', 'first')
  git('tag', 'v1')
  put(join(cwd, 'b.txt'), 'beta\ngamma\n')
  git('commit', '-q', '-am', 'second')
  git('branch', 'topic')
  put(join(cwd, 'c.txt'), 'changed\n')
  // Looks changed by its times alone: whoever refreshes the index writes it.
  utimesSync(join(cwd, 'a.txt'), LONG_AGO, LONG_AGO)
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit'])
    put(join(cwd, '.git/hooks', hook), `#!/bin/sh\necho run > '${cwd}/made-by-hook'\n`)
  for (const hook of readdirSync(join(cwd, '.git/hooks'))) chmodSync(join(cwd, '.git/hooks', hook), 0o755)
}

const putAll = (home: string): void => {
  const cwd = join(home, 'project')
  for (const file of FILES) put(join(cwd, file), `${file}\nalpha 1 x\nbeta 2 y\ngamma 3 z\n`)
  put(join(cwd, 'data.json'), '{"a": [1, 2], "b": {"c": "d"}}\n')
  put(join(cwd, 'package.json'), '{"name": "p", "version": "1.0.0"}\n')
  execFileSync('tar', ['-cf', 'archive.tar', 'a.txt', 'b.txt'], { cwd })
  putRepository(cwd)
  for (const name of PLANTED) {
    put(join(cwd, name), 'planted\n')
    put(join(cwd, 'odd', name), 'planted\n')
  }
  for (const file of SENSITIVE) if (!file.includes('link')) put(join(cwd, file), `KEY=${SENSITIVE_TOKEN}\n`)
  for (const file of ['outside/secret.txt', 'secret.txt', '.netrc', '.ssh/id_rsa'])
    put(join(home, file), `${OUTSIDE_TOKEN}\n`)
  for (const [name, target] of LINKS) symlinkSync(target, join(cwd, name))
  for (const name of FAKES) {
    const path = join(cwd, name)
    put(path, `#!/bin/sh\necho run > '${cwd}/made-by-fake'\n`)
    chmodSync(path, 0o755)
  }
}

/** A project with a repository, planted names and programs, and secrets inside and beside it. */
export const createFuzzPlace = (): FuzzPlace => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'shell-fuzz-')))
  const home = join(base, 'home')
  const own = join(base, 'own')
  mkdirSync(own)
  putAll(home)
  const removed = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return {
    base,
    home,
    cwd: join(home, 'project'),
    own,
    snapshot: () => snapshotOf(home),
    restore: () => {
      removed(home)
      putAll(home)
    },
    remove: () => removed(base),
  }
}

const snapshotOf = (root: string): string => {
  const lines: string[] = []
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const path = join(directory, name)
      const about = lstatSync(path)
      const content = about.isSymbolicLink()
        ? readlinkSync(path)
        : about.isFile()
          ? createHash('sha1').update(readFileSync(path)).digest('hex')
          : ''
      lines.push(
        [JSON.stringify(path), about.mode, about.size, about.mtimeMs, about.ctimeMs, content].join(' '),
      )
      if (about.isDirectory()) walk(path)
    }
  }
  walk(root)
  return lines.join('\n')
}
