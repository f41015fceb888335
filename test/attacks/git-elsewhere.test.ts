import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import type { Decision, Policy } from '../../src/protocol/permission.ts'
import { hasGit } from '../support/needs-program.ts'
import { settled } from './support/settled.ts'

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always']

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'git-elsewhere-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (...names: string[]): string => join(base, ...names)
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', [...IDENTITY, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: base, GIT_CONFIG_NOSYSTEM: '1' },
  })
const commit = (directory: string, text: string): void => {
  mkdirSync(join(directory, 'src'), { recursive: true })
  git(directory, 'init', '-q', '-b', 'main', '.')
  writeFileSync(join(directory, 'a.txt'), `${text}\n`)
  writeFileSync(join(directory, 'src/b.txt'), `${text}\n`)
  git(directory, 'add', '.')
  git(directory, 'commit', '-qm', text)
}
/** A repository with a linked worktree and a submodule, beside one that is nobody's business. */
const plant = (): void => {
  commit(at('private'), 'private')
  commit(at('library'), 'library')
  commit(at('main'), 'main')
  git(at('main'), 'submodule', '-q', 'add', at('library'), 'lib')
  git(at('main'), 'commit', '-qm', 'with a submodule')
  git(at('main'), 'worktree', 'add', '-q', at('linked'))
}

const judge = async (cwd: string, command: string): Promise<Decision> => {
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home: base, caseSensitive: true }
  const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell' as const, command }] }
  return createPermissions({ now: settled }).judge(call, policy)
}
const verdicts = async (cwd: string, lines: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const line of lines) found.push(`${(await judge(cwd, line)).verdict} ${line}`)
  return found
}

const LOOKS = [
  'git status',
  'git log --oneline -3',
  'git diff',
  'git diff HEAD --stat',
  'git show HEAD --stat',
  'git blame a.txt',
  'git grep main',
  'git ls-files | xargs wc -l',
  'git branch -a',
  'git -C src status',
]

describe.skipIf(!hasGit())('where .git is a file', () => {
  test.each(['linked', 'main/lib', 'main'])('plain looks run unasked in %s', async name => {
    plant()
    expect(await verdicts(at(name), LOOKS)).toEqual(LOOKS.map(line => `allow ${line}`))
  })

  test('a linked worktree may be named by a relative path, and lie behind a link', async () => {
    plant()
    const own = at('main/.git/worktrees/linked')
    writeFileSync(join(own, 'gitdir'), `${relative(own, at('linked/.git'))}\n`)
    writeFileSync(at('linked/.git'), `gitdir: ${relative(at('linked'), own)}\n`)
    expect(await verdicts(at('linked'), LOOKS)).toEqual(LOOKS.map(line => `allow ${line}`))
    symlinkSync(at('linked'), at('other-name'))
    expect((await judge(realpathSync(at('other-name')), 'git status')).verdict).toBe('allow')
  })

  const RISKS: readonly (readonly [string, string, readonly string[], () => void])[] = [
    [
      'a filter in the common configuration',
      'filter.x.clean',
      ['linked', 'main'],
      () => git(at('main'), 'config', 'filter.x.clean', 'evil'),
    ],
    [
      'fsmonitor in the configuration of one worktree',
      'core.fsmonitor',
      ['linked'],
      () => {
        git(at('main'), 'config', 'extensions.worktreeConfig', 'true')
        git(at('linked'), 'config', '--worktree', 'core.fsmonitor', 'evil')
      },
    ],
    [
      'a setting that is included under a condition',
      'includeif',
      ['linked', 'main'],
      () => appendFileSync(at('main/.git/config'), '[includeIf "gitdir:**"]\n\tpath = ../../x\n'),
    ],
    [
      'a driver of a submodule',
      'diff.x.textconv',
      ['main/lib', 'main'],
      () => git(at('main/lib'), 'config', 'diff.x.textconv', 'evil'),
    ],
    [
      'an update command of a submodule',
      'submodule.lib.update',
      ['main'],
      () => git(at('main'), 'config', 'submodule.lib.update', '!evil'),
    ],
  ]
  test.each(RISKS)('%s asks', async (_, key, places, make) => {
    plant()
    make()
    for (const name of places) {
      const decision = await judge(at(name), 'git status')
      expect([name, decision.verdict]).toEqual([name, 'ask'])
      expect(JSON.stringify(decision).toLowerCase()).toContain(key)
    }
  })

  test('a submodule is looked at again each time', async () => {
    plant()
    const permissions = createPermissions({ now: settled })
    const cwd = at('main')
    const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home: base, caseSensitive: true }
    const input = { command: 'git status' }
    const call = { toolName: 'Bash', input, accesses: [{ kind: 'shell' as const, command: 'git status' }] }
    expect((await permissions.judge(call, policy)).verdict).toBe('allow')
    git(at('main/lib'), 'config', 'core.fsmonitor', 'evil')
    expect((await permissions.judge(call, policy)).verdict).toBe('ask')
  })
})

/** Each makes `project` a folder whose history, for git, is that of `private` or of what was planted. */
const POINTERS: readonly (readonly [string, () => void])[] = [
  ['a file that leads to another repository', () => point('gitdir: ../private/.git\n')],
  [
    'a file that leads to a worktree of another one',
    () => {
      git(at('private'), 'worktree', 'add', '-q', at('theirs'))
      point(readFileSync(at('theirs/.git'), 'utf8'))
    },
  ],
  [
    'a file that leads to a submodule of another one',
    () => {
      git(at('private'), 'submodule', '-q', 'add', at('private'), 'inner')
      point(`gitdir: ${at('private/.git/modules/inner')}\n`)
    },
  ],
  ['a link', () => linkGit(at('private/.git'))],
  [
    'a directory that shares another one',
    () => {
      mkdirSync(at('project/.git'))
      writeFileSync(at('project/.git/HEAD'), 'ref: refs/heads/main\n')
      writeFileSync(at('project/.git/commondir'), `${at('private/.git')}\n`)
    },
  ],
  [
    'planted notes of a worktree that share another one',
    () => {
      mkdirSync(at('project/notes/worktrees/w'), { recursive: true })
      const own = at('project/notes/worktrees/w')
      writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/main\n')
      writeFileSync(join(own, 'commondir'), `${at('private/.git')}\n`)
      writeFileSync(join(own, 'gitdir'), `${at('project/.git')}\n`)
      point(`gitdir: ${own}\n`)
    },
  ],
  [
    'a repository in the folder that names no work tree',
    () => {
      cpSync(at('private/.git'), at('project/planted'), { recursive: true })
      point('gitdir: planted\n')
    },
  ],
  [
    'a repository with objects and refs behind links',
    () => {
      ownRepository()
      for (const name of ['objects', 'refs']) {
        rmSync(at('project/.git', name), { recursive: true })
        symlinkSync(at('private/.git', name), at('project/.git', name))
      }
    },
  ],
  [
    'a repository that borrows objects',
    () => {
      ownRepository()
      const head = git(at('private'), 'rev-parse', 'HEAD')
      writeFileSync(at('project/.git/objects/info/alternates'), `${at('private/.git/objects')}\n`)
      writeFileSync(at('project/.git/refs/heads/main'), head)
    },
  ],
  [
    'a repository with a work tree elsewhere',
    () => {
      ownRepository()
      renameSync(at('project/.git'), at('project/.git2'))
      cpSync(at('private/.git'), at('project/.git'), { recursive: true })
      git(at('project'), 'config', 'core.worktree', at('private'))
    },
  ],
]
const point = (text: string): void => writeFileSync(at('project/.git'), text)
const linkGit = (target: string): void => symlinkSync(target, at('project/.git'))
const ownRepository = (): void => {
  git(at('project'), 'init', '-q', '-b', 'main', '.')
  mkdirSync(at('project/.git/objects/info'), { recursive: true })
}

describe.skipIf(!hasGit())('a pointer to somewhere else that the other side does not confirm', () => {
  test.each(POINTERS)('%s asks', async (_, make) => {
    commit(at('private'), 'private')
    mkdirSync(at('project'))
    make()
    // Git itself believes it.
    expect(git(at('project'), 'log', '--format=%s')).toContain('private')
    expect(await verdicts(at('project'), ['git log', 'git status', 'git show HEAD'])).toEqual([
      'ask git log',
      'ask git status',
      'ask git show HEAD',
    ])
  })
})
