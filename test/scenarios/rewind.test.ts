import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { OpError } from '../../src/protocol/op.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

/** Everything below a directory but git's own files: path → content and mode, or where a link leads. */
const treeOf = (root: string): Record<string, string> => {
  const tree: Record<string, string> = {}
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name)
      if (entry.name === '.git') continue
      if (entry.isDirectory()) {
        tree[`${relative(root, path)}/`] = ''
        walk(path)
      } else if (entry.isSymbolicLink()) tree[relative(root, path)] = `-> ${readlinkSync(path)}`
      else
        tree[relative(root, path)] =
          `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`
    }
  }
  walk(root)
  return tree
}

const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: dirname(dir), GIT_OPTIONAL_LOCKS: '0' },
  })

const put = (world: World, name: string, content: string): string => {
  const path = join(world.dir, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

const bash = (command: string) => ({ tool: { name: 'Bash', input: { command } } })
const done = { text: 'Done.' }

/** Uuids of the messages of the person, in order. */
const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))

const start = (options: WorldOptions): Promise<World> =>
  createWorld({ allow: ['Bash', 'Edit', 'Write'], ...options })

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'dir/b.txt': 'b\n',
  'dir/deep/c.bin': 'c\0c',
  'moved/d.txt': 'd\n',
  'moved/sub/e.txt': 'e\n',
  'reset.txt': 'committed\n',
}
const COMMANDS = [
  'sed -i s/two/TWO/ a.txt && chmod 755 a.txt',
  'rm -r dir',
  'git checkout -- reset.txt 2>/dev/null || printf "committed\\n" > reset.txt',
  'mv moved elsewhere && mkdir -p new/empty && echo n > new/n.txt && ln -s a.txt link',
]

const prepare = (world: World, where: 'in git' | 'outside git'): void => {
  if (where === 'in git') {
    git(world.dir, 'init', '-q')
    put(world, '.gitignore', 'ignored/\n')
    git(world.dir, 'add', '.')
    git(world.dir, 'commit', '-qm', 'first')
    put(world, 'staged.txt', 'staged\n')
    git(world.dir, 'add', 'staged.txt')
    put(world, 'ignored/x', 'x')
  }
  put(world, 'reset.txt', 'the work of the person\n')
  put(world, 'untracked.txt', 'u\n')
  symlinkSync('a.txt', join(world.dir, 'old-link'))
}

test.each(['in git', 'outside git'] as const)(
  '%s sed -i, rm -r, git checkout and a moved directory are undone, with the list first',
  async where => {
    await using world = await start({ files: FILES, scenario: { replies: [...COMMANDS.map(bash), done] } })
    prepare(world, where)
    const before = treeOf(world.dir)
    const repository = () =>
      where === 'in git'
        ? [
            git(world.dir, 'ls-files', '-s'),
            git(world.dir, 'rev-parse', 'HEAD'),
            git(world.dir, 'stash', 'list'),
          ]
        : []
    const index = repository()
    await world.ask('break everything')
    const broken = treeOf(world.dir)
    expect(broken).not.toEqual(before)
    const messageUuid = prompts(world)[0] ?? ''
    const plan = await world.engine.rewindFiles({ messageUuid, dryRun: true })
    expect(treeOf(world.dir)).toEqual(broken)
    expect(plan).toEqual({
      canRewind: true,
      files: [
        ['a.txt', 'restore', 1, 1],
        ['dir/b.txt', 'recreate', 1, 0],
        ['dir/deep/c.bin', 'recreate', 0, 0],
        ['elsewhere/d.txt', 'delete', 0, 1],
        ['elsewhere/sub/e.txt', 'delete', 0, 1],
        ['link', 'delete', 0, 0],
        ['moved/d.txt', 'recreate', 1, 0],
        ['moved/sub/e.txt', 'recreate', 1, 0],
        ['new/empty', 'delete', 0, 0],
        ['new/n.txt', 'delete', 0, 1],
        ['reset.txt', 'restore', 1, 1],
      ].map(([path, action, insertions, deletions]) => ({
        path: join(world.dir, String(path)),
        action,
        insertions,
        deletions,
      })),
      kept: [],
      notCovered: where === 'in git' ? ['files that git ignores'] : [],
      localizedNotCovered:
        where === 'in git' ? [expect.objectContaining({ text: 'files that git ignores' })] : [],
      insertions: 5,
      deletions: 5,
    })
    const report = await world.engine.rewindFiles({ messageUuid })
    expect(report).toEqual({ ...plan, undo: expect.any(String) })
    expect(treeOf(world.dir)).toEqual(before)
    expect(repository()).toEqual(index)
    await world.engine.rewindFiles({ messageUuid: report.canRewind ? (report.undo ?? '') : '' })
    expect(treeOf(world.dir)).toEqual(broken)
    expect(world.events).toContainEqual({ type: 'files_rewound', report })
  },
)

test('what the person changed since, or in between, is kept and reported; with force it is overwritten and can be had back', async () => {
  await using world = await start({
    files: { 'since.txt': '1\n', 'between.txt': '1\n', 'gone.txt': '1\n', 'plain.txt': '1\n' },
    scenario: {
      replies: [bash('sed -i s/1/2/ *.txt; echo new > made.txt'), done, bash('echo 3 >> between.txt'), done],
    },
  })
  await world.ask('first')
  put(world, 'between.txt', 'mine\n')
  await world.ask('second')
  put(world, 'since.txt', 'mine\n')
  put(world, 'made.txt', 'mine\n')
  execFileSync('rm', [join(world.dir, 'gone.txt')])
  const [first = '', second = ''] = prompts(world)
  const read = (name: string) => readFileSync(join(world.dir, name), 'utf8')
  expect(await world.engine.rewindFiles({ messageUuid: second })).toMatchObject({
    files: [{ path: join(world.dir, 'between.txt'), action: 'restore' }],
    kept: [],
  })
  expect(read('between.txt')).toBe('mine\n')
  expect(await world.engine.rewindFiles({ messageUuid: first })).toMatchObject({
    files: [{ path: join(world.dir, 'plain.txt'), action: 'restore' }],
    kept: [
      {
        path: join(world.dir, 'between.txt'),
        why: 'somebody else changed it between two changes of this session',
      },
      { path: join(world.dir, 'gone.txt'), why: 'somebody else has deleted it since' },
      { path: join(world.dir, 'made.txt'), why: 'somebody else has changed it since' },
      { path: join(world.dir, 'since.txt'), why: 'somebody else has changed it since' },
    ],
  })
  const kept = ['between.txt', 'made.txt', 'plain.txt', 'since.txt'].map(read)
  expect(kept).toEqual(['mine\n', 'mine\n', '1\n', 'mine\n'])
  const forced = await world.engine.rewindFiles({ messageUuid: first, force: true })
  expect(forced).toMatchObject({ kept: [] })
  expect(treeOf(world.dir)).toEqual({
    'between.txt': '644 1\n',
    'gone.txt': '644 1\n',
    'plain.txt': '644 1\n',
    'since.txt': '644 1\n',
  })
  await world.engine.rewindFiles({ messageUuid: forced.canRewind ? (forced.undo ?? '') : '' })
  expect(['between.txt', 'made.txt', 'plain.txt', 'since.txt'].map(read)).toEqual(kept)
  expect(existsSync(join(world.dir, 'gone.txt'))).toBe(false)
})

test('edits by tools are undone after a resume, and the model has to read the file again', async () => {
  const scenario = {
    replies: [
      {
        tools: [
          { name: 'Read', input: { file_path: 'a.txt' } },
          { name: 'Write', input: { file_path: 'deep/er/new.txt', content: 'new\n' } },
        ],
      },
      { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } } },
      done,
    ],
  }
  await using first = await start({ files: { 'a.txt': 'one\ntwo\n' }, scenario })
  chmodSync(join(first.dir, 'a.txt'), 0o640)
  const before = treeOf(first.dir)
  await first.ask('edit')
  const [uuid = ''] = prompts(first)
  await first.engine[Symbol.asyncDispose]()
  await using second = await start({
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        done,
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: '2', new_string: '3' } } },
        { text: 'I see.', when: { toolResult: { isError: true } } },
      ],
    },
  })
  await second.ask('look')
  const report = await second.engine.rewindFiles({ messageUuid: uuid })
  expect(report).toMatchObject({ canRewind: true, kept: [], insertions: 1, deletions: 2 })
  expect(treeOf(first.dir)).toEqual(before)
  await second.ask('edit again')
  expect(second.model.violations).toEqual([])
  const copies = readdirSync(join(first.configHome, 'file-history')).flatMap(id =>
    readdirSync(join(first.configHome, 'file-history', id)).map(name =>
      lstatSync(join(first.configHome, 'file-history', id, name)),
    ),
  )
  expect(copies.length).toBeGreaterThan(0)
  expect(copies.filter(stats => (stats.mode & 0o077) !== 0)).toEqual([])
})

test('a call that only reads takes no baseline and leaves no line in the session file', async () => {
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: { replies: [bash('cat a.txt'), done] },
  })
  await world.ask('look')
  expect(readFileSync(world.sessionPath, 'utf8')).not.toContain('file-history')
  expect(existsSync(join(world.configHome, 'file-history'))).toBe(false)
})

test('an unknown message is refused with a reason, and nothing is rewound during a turn', async () => {
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: { replies: [bash('echo b > a.txt'), done] },
  })
  const missing = '00000000-0000-4000-8000-00000000dead'
  expect(await world.engine.rewindFiles({ messageUuid: missing })).toEqual({
    canRewind: false,
    error: `There is no message ${missing} of yours in this session.`,
    localized: expect.objectContaining({ values: { uuid: missing } }),
  })
  const asked = world.ask('change')
  await expect(world.engine.rewindFiles({ messageUuid: missing })).rejects.toThrow(OpError)
  await asked
})

test('files that a command no longer ignores are not taken for new ones', async () => {
  await using world = await start({
    files: { '.gitignore': 'build/\n', 'build/out.txt': 'hours of work\n' },
    scenario: { replies: [bash('sleep 0.1; : > .gitignore; echo 1 > made.txt'), done] },
  })
  git(world.dir, 'init', '-q')
  // Old enough to be told from a file of the command.
  await new Promise(resolve => setTimeout(resolve, 60))
  await world.ask('stop ignoring')
  expect(await world.engine.rewindFiles({ messageUuid: prompts(world)[0] ?? '' })).toMatchObject({
    files: [{ action: 'restore' }, { action: 'delete', path: join(world.dir, 'made.txt') }],
    notCovered: [expect.stringContaining('build/out.txt'), 'files that git ignores'],
  })
  expect(treeOf(world.dir)).toMatchObject({
    '.gitignore': '644 build/\n',
    'build/out.txt': '644 hours of work\n',
  })
})

test('what background work changed is reported and left to force', async () => {
  const hold = mkdtempSync(join(tmpdir(), 'capstan-hold-'))
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: {
              command: `while [ -e ${hold} ]; do sleep 0.02; done; echo b > a.txt`,
              description: 'later',
              run_in_background: true,
            },
          },
        },
        done,
      ],
    },
  })
  await world.ask('start it')
  rmSync(hold, { recursive: true })
  while (readFileSync(join(world.dir, 'a.txt'), 'utf8') !== 'b\n')
    await new Promise(resolve => setTimeout(resolve, 10))
  const messageUuid = prompts(world)[0] ?? ''
  expect(await world.engine.rewindFiles({ messageUuid })).toMatchObject({
    files: [],
    kept: [{ path: join(world.dir, 'a.txt'), why: expect.stringContaining('in the background') }],
  })
  await world.engine.rewindFiles({ messageUuid, force: true })
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('a\n')
})

test('without room for a copy nothing is written, and the model is told why', async () => {
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'b' } } },
        {
          text: 'I see.',
          when: { toolResult: { isError: true, contains: 'a copy of it could not be kept' } },
        },
      ],
    },
  })
  mkdirSync(world.configHome, { recursive: true })
  writeFileSync(join(world.configHome, 'file-history'), 'in the way')
  await world.ask('write')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('a\n')
  expect(world.model.violations).toEqual([])
})

test('a command runs although its changes cannot be recorded, and that is said once', async () => {
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: { replies: [bash('echo b > a.txt'), bash('echo c > a.txt'), done] },
  })
  mkdirSync(world.configHome, { recursive: true })
  writeFileSync(join(world.configHome, 'file-history'), 'in the way')
  await world.ask('write')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('c\n')
  const notices = world.events.filter(event => event.type === 'notice')
  expect(notices).toEqual([
    expect.objectContaining({ text: expect.stringContaining("aren't recorded for /rewind") }),
  ])
})

test('what a hook makes of a written file counts as ours', async () => {
  await using world = await start({
    files: { 'a.txt': 'a\n' },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'b' } } },
        done,
      ],
    },
    config: config => ({
      hooks: {
        PostToolUse: [
          {
            matcher: 'Write',
            hooks: [{ type: 'command', command: `echo formatted > ${config.place.cwd}/a.txt` }],
          },
        ],
      },
    }),
  })
  await world.ask('write')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('formatted\n')
  await world.engine.rewindFiles({ messageUuid: prompts(world)[0] ?? '' })
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('a\n')
})
