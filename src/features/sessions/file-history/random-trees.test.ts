import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { Message } from '../../../protocol/message.ts'
import type { RunGit } from '../../../protocol/run-git.ts'
import type { FileHistoryLine } from '../../../protocol/session/file-history.ts'
import { createFileHistory } from './file-history.ts'
import { lookAny, TICK_MS } from './stamp.ts'

const NAMES = ['a', 'b', 'd', 'd/a', 'd/e', 'd/e/b', 'f/x', 'f'] as const
const name = fc.constantFrom(...NAMES)
const text = fc.string({ maxLength: 4 })
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'tool'), at: name, text }),
  fc.record({ kind: fc.constantFrom('remove', 'folder', 'pipe'), at: name }),
  fc.record({ kind: fc.constant('link'), at: name, to: fc.constantFrom('a', 'd', '../out', 'nowhere') }),
  fc.record({ kind: fc.constant('move'), at: name, to: name }),
  fc.record({ kind: fc.constant('mode'), at: name, mode: fc.constantFrom(0o755, 0o700, 0o750) }),
)
type Step = Parameters<Parameters<typeof step.map>[0]>[0]

/** What a shell would do; whatever the system refuses is not done. */
const apply = (root: string, { kind, at, ...more }: Step): void => {
  const path = join(root, at)
  const put = (write: () => void): void => {
    mkdirSync(dirname(path), { recursive: true })
    if (kind !== 'folder') rmSync(path, { recursive: true, force: true })
    write()
  }
  try {
    if ('text' in more) put(() => writeFileSync(path, more.text))
    else if (kind === 'remove') rmSync(path, { recursive: true })
    else if (kind === 'folder') put(() => mkdirSync(path))
    else if (kind === 'pipe') put(() => execFileSync('mkfifo', [path]))
    else if (kind === 'link' && 'to' in more) put(() => symlinkSync(more.to, path))
    else if (kind === 'move' && 'to' in more) renameSync(path, join(root, more.to))
    else if ('mode' in more && !lstatSync(path).isSymbolicLink()) chmodSync(path, more.mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}

/** Path → kind, mode and content; git's own files apart. */
const treeOf = (root: string): ReadonlyMap<string, string> => {
  const tree = new Map<string, string>()
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.name === '.git') continue
      const path = join(directory, entry.name)
      const mode = (lstatSync(path).mode & 0o777).toString(8)
      if (entry.isDirectory()) walk(path)
      const what = entry.isDirectory()
        ? `${mode} directory`
        : entry.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : entry.isFile()
            ? `${mode} ${readFileSync(path, 'latin1')}`
            : 'special'
      tree.set(relative(root, path), what)
    }
  }
  walk(root)
  return tree
}

const runGit: RunGit = async ({ cwd, args, input }) => {
  try {
    const env = { PATH: process.env['PATH'], HOME: dirname(cwd), GIT_CONFIG_NOSYSTEM: '1' }
    const stdio = ['pipe', 'pipe', 'ignore'] as const
    return { kind: 'ok', output: execFileSync('git', [...args], { cwd, env, stdio: [...stdio], input }) }
  } catch {
    return { kind: 'failed', why: 'refused' }
  }
}

const open = (root: string, lines: readonly FileHistoryLine[] = []) => {
  const written: FileHistoryLine[] = [...lines]
  let ids = 0
  const history = createFileHistory({
    directory: join(root, '../copies'),
    ownDirectory: join(root, '../copies'),
    sessionId: 's',
    lines,
    caseSensitive: true,
    git: runGit,
    attributeFiles: [],
    roots: () => [root],
    note: async entry => void written.push(entry),
    noteNow: entry => void written.push(entry),
    newId: () => `id${++ids}-${lines.length}`,
    now: () => new Date(),
    elapsed: () => performance.now(),
    wasBusySince: () => false,
    isRunningSince: () => false,
    onNotice: () => undefined,
  })
  const prompt = (uuid: string): void => {
    history.see({ type: 'user', uuid, timestamp: '', message: { role: 'user', content: 'x' } } as Message)
    written.push({ message: uuid })
  }
  return { history, written, prompt }
}
type World = ReturnType<typeof open>

/** In one command, or by a tool, which is told of before it writes. */
const change = async ({ history }: World, root: string, steps: readonly Step[]): Promise<void> => {
  const ended = await history.beforeCommand('make')
  for (const each of steps) {
    const path = join(root, each.at)
    const stats = lookAny(path)
    const isPlain = existsSync(dirname(path)) && (!stats || stats.isFile()) && each.at !== 'f/x'
    if (each.kind === 'tool' && 'text' in each && isPlain && !each.at.includes('/')) {
      history.beforeWrite(path, stats ? readFileSync(path) : undefined, Buffer.from(each.text))
      writeFileSync(path, each.text)
    } else apply(root, each)
  }
  await ended()
}

/** What differs from a tree, and is not in a report. */
const unreported = (
  { report }: Awaited<ReturnType<World['history']['rewind']>>,
  trees: { readonly root: string; readonly before: ReadonlyMap<string, string> },
): readonly string[] => {
  if (!report.canRewind) return [report.error]
  const now = treeOf(trees.root)
  const named = [
    ...report.kept.map(({ path }) => path),
    ...report.notCovered.map(line => line.split(': ')[0] ?? ''),
  ]
  const isNamed = (path: string): boolean =>
    named.some(each => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`))
  return [...new Set([...trees.before.keys(), ...now.keys()])].filter(
    each => trees.before.get(each) !== now.get(each) && !isNamed(join(trees.root, each)),
  )
}

/** It and the directories it is in. */
const above = (path: string): readonly string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))

const outsideOf = (root: string): string => join(root, '../out')

test.runIf(process.platform === 'linux').each([
  ['a plain directory', false],
  ['a repository', true],
] as const)(
  'in %s, whatever becomes what, a rewind brings the tree back or names what it does not, and follows no link',
  async (_, git) => {
    const steps = fc.array(step, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(steps, fc.array(steps, { minLength: 1, maxLength: 3 }), async (first, turns) => {
        await using tmp = tmpDir()
        const root = join(tmp.path, 'project')
        for (const directory of [root, outsideOf(root)]) mkdirSync(directory)
        writeFileSync(join(outsideOf(root), 'theirs'), 'theirs')
        writeFileSync(join(root, 'always'), 'x')
        if (git)
          execFileSync('git', ['init', '-q', root], { env: { PATH: process.env['PATH'], HOME: tmp.path } })
        for (const each of first) apply(root, each)
        const world = open(root)
        using _history = world.history
        world.prompt('m0')
        const before = treeOf(root)
        for (const [at, turn] of turns.entries()) {
          if (at > 0) world.prompt(`m${at}`)
          await change(world, root, turn)
        }
        const broken = treeOf(root)
        const dry = await world.history.rewind({ messageUuid: 'm0', dryRun: true })
        expect(treeOf(root)).toEqual(broken)
        const outside = treeOf(outsideOf(root))
        const done = await world.history.rewind({ messageUuid: 'm0', force: true })
        // What git never lists it cannot bring back: pipes, and directories without a file or link in them.
        const isListed = (what: string): boolean => !/directory$|^special$/.test(what)
        const hasFile = (path: string): boolean =>
          [...before].some(([each, what]) => `${each}/`.startsWith(`${path}/`) && isListed(what))
        const hasNoFile = (path: string): boolean =>
          git &&
          (above(path).some(each => before.has(each) && !hasFile(each)) ||
            treeOf(root).get(path) === 'special')
        expect(unreported(done, { root, before }).filter(path => !hasNoFile(path))).toEqual([])
        expect(treeOf(outsideOf(root))).toEqual(outside)
        expect(dry.report.canRewind).toBe(true)
        const undo = done.report.canRewind ? done.report.undo : undefined
        if (undo === undefined) return
        const undone = await world.history.rewind({ messageUuid: undo, force: true })
        const isPipe = (path: string): boolean => broken.get(path) === 'special'
        expect(unreported(undone, { root, before: broken }).filter(path => !isPipe(path))).toEqual([])
        expect(treeOf(outsideOf(root))).toEqual(outside)
      }),
      { numRuns: sampleSize({ usual: 40, full: 1500 }) },
    )
  },
)

test.runIf(process.platform === 'linux').each([
  ['another directory', { kind: 'folder', at: 'f' }],
  ['another directory with a link', { kind: 'link', at: 'f/x', to: 'a' }],
] satisfies readonly (readonly [string, Step])[])(
  'in a repository, an empty directory that was moved goes, also when %s is in its place',
  async (_, later) => {
    await using tmp = tmpDir()
    const root = join(tmp.path, 'project')
    mkdirSync(join(root, 'f'), { recursive: true })
    writeFileSync(join(root, 'f/x'), 'x')
    execFileSync('git', ['init', '-q', root], { env: { PATH: process.env['PATH'], HOME: tmp.path } })
    const world = open(root)
    using _history = world.history
    world.prompt('m0')
    const before = treeOf(root)
    await change(world, root, [{ kind: 'move', at: 'f/x', to: 'a' }])
    // It must be older than what counts as having come with the command.
    const { birthtimeMs } = lstatSync(join(root, 'f'))
    await expect.poll(() => Date.now() - birthtimeMs).toBeGreaterThan(4 * TICK_MS)
    await change(world, root, [])
    await expect.poll(() => Date.now() - birthtimeMs).toBeGreaterThan(8 * TICK_MS)
    await change(world, root, [{ kind: 'move', at: 'f', to: 'b' }, later])
    await world.history.rewind({ messageUuid: 'm0', force: true })
    expect(treeOf(root)).toEqual(before)
  },
)

test.runIf(process.platform === 'linux')(
  'what commands changed before the program was killed is found by the next one, and left to force',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        async (first, cut) => {
          await using tmp = tmpDir()
          const root = join(tmp.path, 'project')
          for (const directory of [root, outsideOf(root)]) mkdirSync(directory)
          writeFileSync(join(root, 'always'), 'x')
          for (const each of first) apply(root, each)
          const before = treeOf(root)
          const killed = open(root)
          killed.prompt('m0')
          await killed.history.beforeCommand('make')
          for (const each of cut) apply(root, each)
          const next = open(root, killed.written)
          using _history = next.history
          const careful = await next.history.rewind({ messageUuid: 'm0' })
          expect(careful.changed).toEqual([])
          const done = await next.history.rewind({ messageUuid: 'm0', force: true })
          expect(unreported(done, { root, before })).toEqual([])
          expect(readdirSync(join(root, '../copies')).filter(each => each.startsWith('.'))).toEqual([])
        },
      ),
      { numRuns: sampleSize({ usual: 25, full: 1000 }) },
    )
  },
)
