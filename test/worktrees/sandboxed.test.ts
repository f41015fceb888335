import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createChangeGit } from '../../src/features/git/change-git.ts'
import type { FetchDeps } from '../../src/features/plugins/fetch/fetch-deps.ts'
import { fetchGit } from '../../src/features/plugins/fetch/git-source.ts'
import { enterPlainGit } from '../../src/features/sandbox/git-run.ts'
import { createWorktree } from '../../src/features/worktrees/create-worktree.ts'
import type { WorktreeDeps } from '../../src/features/worktrees/deps.ts'
import { listWorktrees } from '../../src/features/worktrees/list-worktrees.ts'
import { mergeWorktree } from '../../src/features/worktrees/merge-worktree.ts'
import { removeWorktree } from '../../src/features/worktrees/remove-worktree.ts'
import { sweepWorktrees } from '../../src/features/worktrees/sweep.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import type { GitNeeds, GitSandbox } from '../../src/protocol/run-git.ts'
import { gitRepository } from '../support/git-repository.ts'
import { hasBubblewrap, hasGit } from '../support/needs-program.ts'
import { type Held, holdProject } from '../support/sandboxed.ts'

const PROGRAM = { program: '/usr/bin/bwrap', platform: 'linux' }

/** A repository whose worktrees are made in a real sandbox, with a note of every run. */
const open = (files: Readonly<Record<string, string>> = { 'a.txt': 'one\n', 'sub/b.txt': 'b\n' }) => {
  const at = gitRepository(files)
  const held: Held = holdProject({}, { roots: () => [at.root], home: at.home })
  const reaches: GitNeeds[] = []
  const sandbox: GitSandbox = {
    async enter(reach) {
      reaches.push(reach)
      return reach.programs ? await held.sandbox.enterGit(reach) : enterPlainGit(reach, PROGRAM)
    },
  }
  const ids = Array.from({ length: 200 }, (_, index) => `id${index}`)
  const deps: WorktreeDeps = {
    git: createChangeGit({ env: at.env, roots: () => [at.root], trusted: () => true, sandbox }),
    now: () => new Date(),
    newId: () => ids.shift() ?? 'last',
    owner: thisProcess(),
    mayRun: async () => true,
  }
  return {
    ...at,
    deps,
    reaches,
    sandbox,
    script(path: string, text: string) {
      at.write(path, `#!/bin/sh\n${text}`)
      chmodSync(path, 0o755)
      return path
    },
    async [Symbol.asyncDispose]() {
      await held[Symbol.asyncDispose]()
      await at[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(!hasBubblewrap() || !hasGit())('with bubblewrap and git', () => {
  test('worktrees come, are worked in, merged, swept and go as they do outside', async () => {
    await using at = open()
    const settings = { baseRef: 'head' } as const
    const made = await createWorktree({ cwd: at.root, name: 'x', settings }, at.deps)
    expect([made.branch, readFileSync(join(made.path, 'sub/b.txt'), 'utf8')]).toEqual(['worktree-x', 'b\n'])
    at.write(join(made.path, 'a.txt'), 'two\n')
    at.write(join(made.path, 'new.txt'), 'new\n')
    expect(await mergeWorktree({ main: at.root, slug: 'x' }, at.deps)).toMatchObject({ kind: 'merged' })
    expect(readFileSync(join(at.root, 'new.txt'), 'utf8')).toBe('new\n')
    at.write(join(made.path, 'lost.txt'), 'lost\n')
    const gone = await removeWorktree({ main: at.root, slug: 'x', discard: true }, at.deps)
    expect([gone.kept, at.git('show', `${gone.salvage}:lost.txt`)]).toEqual([false, 'lost'])
    expect(at.git('branch', '--list', 'worktree-x')).toBe('')
    const parts = { ...settings, sparsePaths: ['sub'] }
    const sparse = await createWorktree({ cwd: at.root, name: 'y', settings: parts, agentId: 'a1' }, at.deps)
    expect(readdirSync(sparse.path).toSorted()).toEqual(['.git', 'a.txt', 'new.txt', 'sub'])
    await at.deps.git({ cwd: at.root, args: ['worktree', 'unlock', sparse.path], writes: {} })
    expect(await sweepWorktrees(at.root, at.deps)).toEqual(['y'])
    expect(await listWorktrees(at.root, at.deps)).toEqual([])
    expect(at.git('status', '--porcelain')).toBe('')
  })

  test('from within a worktree and a submodule it is the right repository that is written', async () => {
    await using at = open()
    const first = await createWorktree({ cwd: at.root, name: 'x', settings: {} }, at.deps)
    const second = await createWorktree({ cwd: first.path, name: 'y', settings: {} }, at.deps)
    expect(dirname(second.path)).toBe(dirname(first.path))
    at.git('clone', '-q', '--bare', at.root, join(at.home, 'lib.git'))
    at.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(at.home, 'lib.git'), 'lib')
    const inner = await createWorktree({ cwd: join(at.root, 'lib'), name: 'z', settings: {} }, at.deps)
    expect(inner.path).toBe(join(at.root, 'lib/.capstan/worktrees/z'))
    expect(readFileSync(join(inner.path, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('a fetch from a server that is no ssh server is made inside, too', async () => {
    await using at = open()
    at.git('clone', '-q', '--bare', at.root, join(at.home, 'origin.git'))
    at.gitIn(join(at.home, 'origin.git'), 'update-ref', 'refs/pull/7/head', 'main')
    at.git('remote', 'add', 'origin', join(at.home, 'origin.git'))
    const made = await createWorktree({ cwd: at.root, pullRequest: 7, settings: {} }, at.deps)
    expect([made.name, existsSync(join(made.path, 'a.txt'))]).toEqual(['pr-7', true])
    expect(at.reaches.filter(({ connects }) => connects)).toHaveLength(1)
  })

  /** Made once: nothing is changed there but by a probe that got through. */
  const probed = open()
  afterAll(async () => await probed[Symbol.asyncDispose]())
  const { root } = probed
  const common = join(root, '.git')
  const checkout = join(root, '.capstan/worktrees/new')
  const PLACES: Readonly<Record<string, string>> = {
    home: join(probed.home, 'probe'),
    'main checkout': join(root, 'probe'),
    'its files': join(root, 'a.txt'),
    'system temporary': `/tmp/capstan-probe-${process.pid}`,
    'system variable': `/var/tmp/capstan-probe-${process.pid}`,
    objects: join(common, 'objects/probe'),
    references: join(common, 'refs/heads/probe'),
    notes: join(common, 'worktrees/probe'),
    'another worktree': join(checkout, '../other/probe'),
    settings: join(common, 'config'),
    'a hook': join(common, 'hooks/post-checkout'),
    attributes: join(common, 'info/attributes'),
    'the new worktree': join(checkout, 'probe'),
  }
  const REPOSITORY_PLACES = ['objects', 'references', 'notes']
  const repository = { directory: common, common }
  const REACHES: readonly (readonly [string, GitNeeds, readonly string[]])[] = [
    ['a question', {}, []],
    ['a question with a repository', { connects: true }, []],
    ['the repository', { repository, writes: {} }, REPOSITORY_PLACES],
    ['settings', { repository, writes: { settings: true } }, [...REPOSITORY_PLACES, 'settings']],
    [
      'files of a checkout',
      { repository, writes: { files: checkout } },
      [...REPOSITORY_PLACES, 'the new worktree'],
    ],
    ['a fetch', { repository, writes: {}, connects: true }, REPOSITORY_PLACES],
  ]

  test.each(REACHES)('git that was taken over writes nothing but %s', async (_, reach, writable) => {
    for (const path of [
      checkout,
      join(checkout, '../other'),
      join(common, 'worktrees'),
      join(common, 'hooks'),
    ])
      mkdirSync(path, { recursive: true })
    writeFileSync(join(common, 'info/attributes'), '')
    const { wrap } = enterPlainGit(reach, PROGRAM)
    const names = Object.entries(PLACES)
    const text = names.map(([name, path]) => `( : >> '${path}' ) && echo '${name}'`).join('\n')
    const run = wrap({ file: '/bin/sh', args: ['-c', text], cwd: root, env: { PATH: '/usr/bin:/bin' } })
    const { stdout } = spawnSync(run.file, [...run.args], { cwd: root, env: run.env, encoding: 'utf8' })
    expect(stdout.split('\n').filter(Boolean)).toEqual(
      names.map(([name]) => name).filter(name => writable.includes(name)),
    )
  })

  test.each(REACHES)('and has the network only to fetch: %s', async (_, reach) => {
    const run = enterPlainGit(reach, PROGRAM).wrap({
      file: '/bin/sh',
      args: ['-c', 'readlink /proc/self/ns/net'],
      cwd: root,
      env: {},
    })
    const { stdout } = spawnSync(run.file, [...run.args], { encoding: 'utf8' })
    const outside = `${readlinkSync('/proc/self/ns/net')}\n`
    expect(stdout === outside).toBe(reach.connects === true)
  })

  test('a question of our own is asked inside, and has nothing to write', async () => {
    await using at = open()
    await listWorktrees(at.root, at.deps)
    expect(at.reaches.length).toBeGreaterThan(0)
    expect(
      at.reaches.every(
        ({ writes, repository: none, connects, programs }) => !writes && !none && !connects && !programs,
      ),
    ).toBe(true)
  })

  /** What a program of a checkout may try, by what it would make or change. `$COMMON` is the repository's directory. */
  const ATTEMPTS: Readonly<Record<string, string>> = {
    'the main checkout': 'echo x > "$COMMON/../a.txt"',
    'a new file there': 'echo x > "$COMMON/../planted"',
    'another worktree': 'echo x > "$COMMON/../.capstan/worktrees/other/a.txt"',
    'notes about another worktree': 'echo x > "$COMMON/worktrees/other/config.worktree"',
    settings: 'echo "[core] pager = x" >> "$COMMON/config"',
    'settings that were renamed': 'mv "$COMMON/config" "$COMMON/old" && cp "$COMMON/old" "$COMMON/config"',
    home: 'echo x > "$HOME/planted"',
    'the directory of our settings':
      'mkdir -p "$COMMON/../.capstan/hooks" && echo x > "$COMMON/../.capstan/settings.json"',
  }
  /** What can be made, because nothing is there yet: it must not be there when git has ended. */
  const PLANTED: Readonly<Record<string, string>> = {
    'a hook': 'hooks/post-checkout',
    'settings of a worktree': 'config.worktree',
    'another place for settings': 'commondir',
    'a repository of a submodule': 'modules/x/config',
    attributes: 'info/attributes',
  }
  const USES: readonly (readonly [string, (at: ReturnType<typeof open>, program: string) => void])[] = [
    ['filter', (at, program) => at.git('config', 'filter.big.smudge', program)],
    ['process', (at, program) => at.git('config', 'filter.big.process', program)],
    [
      'hook',
      (at, program) => {
        at.git('config', 'core.hooksPath', join(at.root, 'tools/hooks'))
        at.script(join(at.root, 'tools/hooks/post-checkout'), `exec ${program}\n`)
      },
    ],
  ]
  const openWithPrograms = async (use: (typeof USES)[number][1], text: string) => {
    const at = open({ 'a.txt': 'one\n', 'b.bin': 'pointer\n', '.gitattributes': '*.bin filter=big\n' })
    const settings = { baseRef: 'head' } as const
    await createWorktree({ cwd: at.root, name: 'other', settings }, at.deps)
    const variables = 'COMMON=$(git rev-parse --path-format=absolute --git-common-dir)\n'
    const program = at.script(join(at.root, 'tools/program.sh'), `${variables}${text}\ncat\n`)
    use(at, program)
    const before = readFileSync(join(at.root, '.git/config'), 'utf8')
    const made = createWorktree({ cwd: at.root, name: 'x', settings }, at.deps)
    return { at, before, made: await made.then(one => one.path, String) }
  }

  test.each(USES)('a %s that the person said yes to changes nothing but the new worktree', async (_, use) => {
    const tries = Object.values(ATTEMPTS).map(line => `(${line}) 2>/dev/null`)
    const { at, before } = await openWithPrograms(use, [...tries, 'echo ran > "$PWD/mark"'].join('\n'))
    await using _at = at
    const { root: top } = at
    expect(readFileSync(join(top, 'a.txt'), 'utf8')).toBe('one\n')
    expect(readFileSync(join(top, '.capstan/worktrees/other/a.txt'), 'utf8')).toBe('one\n')
    expect(readFileSync(join(top, '.git/config'), 'utf8')).toBe(before)
    for (const path of [
      'planted',
      '.git/worktrees/other/config.worktree',
      '.capstan/hooks',
      '.capstan/settings.json',
    ])
      expect([path, existsSync(join(top, path))]).toEqual([path, false])
    expect(existsSync(join(at.home, 'planted'))).toBe(false)
    expect(at.reaches.filter(({ programs }) => programs)).toHaveLength(1)
  })

  test.each(USES)(
    'what a %s plants under a name that git obeys is gone, and there is no worktree',
    async (_, use) => {
      const lines = Object.values(PLANTED).map(
        name => `mkdir -p "$COMMON/${dirname(name)}"; [ -e "$COMMON/${name}" ] || echo x > "$COMMON/${name}"`,
      )
      const { at, made } = await openWithPrograms(use, lines.join('\n'))
      await using _at = at
      for (const name of Object.values(PLANTED))
        expect([name, existsSync(join(at.root, '.git', name))]).toEqual([name, false])
      expect(made).toMatch(/git obeys, and renamed/)
      expect((await listWorktrees(at.root, at.deps)).map(({ slug }) => slug)).toEqual(['other'])
    },
  )

  test('an approved filter that works fills the new worktree', async () => {
    const [[, use]] = USES as [(typeof USES)[number]]
    const { at, made } = await openWithPrograms(use, 'printf "content of "')
    await using _at = at
    expect(readFileSync(join(made, 'b.bin'), 'utf8')).toBe('content of pointer\n')
  })

  test('one that fails leaves nothing behind, and is told where it ran', async () => {
    const required = (at: ReturnType<typeof open>, program: string): void => {
      at.git('config', 'filter.big.smudge', program)
      at.git('config', 'filter.big.required', 'true')
    }
    const { at, made } = await openWithPrograms(required, 'echo no server >&2; exit 1')
    await using _at = at
    expect(made).toMatch(/no server[\s\S]*It ran in the sandbox/)
    expect((await listWorktrees(at.root, at.deps)).map(({ slug }) => slug)).toEqual(['other'])
    expect(at.git('branch', '--list', 'worktree-x')).toBe('')
  })

  test('a plugin is cloned inside, and only into its own directory', async () => {
    await using at = open()
    const target = join(at.home, 'clone')
    mkdirSync(target)
    const wanted = { url: `file://${at.root}` }
    const deps = { env: at.env, roots: [at.root], sandbox: at.sandbox } as unknown as FetchDeps
    expect(await fetchGit(wanted, target, deps)).toBe(at.git('rev-parse', 'HEAD'))
    expect(readFileSync(join(target, 'a.txt'), 'utf8')).toBe('one\n')
    expect(at.reaches.filter(({ connects }) => connects)).toEqual([
      { writes: { files: target }, connects: true },
    ])
    expect(at.reaches.every(({ writes }) => writes === undefined || writes.files === target)).toBe(true)
  })
})
