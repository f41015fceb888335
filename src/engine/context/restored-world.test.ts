import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageEnv } from '../../../test/support/stage-env.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { textTokens } from '../../features/context/tokens.ts'
import { createFiles, type EarlierFiles } from '../../features/files/files.ts'
import { seenContent } from '../../features/tools/seen-content.ts'
import type { AttachmentMessage } from '../../protocol/message.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { createRestoredWorld } from './restored-world.ts'

const NO_HOOKS = {
  before: async () => ({}),
  after: async () => undefined,
  handOver: () => undefined,
  sessionStart: async () => [],
}
const task = (id: string, status: TaskInfo['status']): TaskInfo => ({
  id,
  kind: 'shell',
  description: 'd',
  command: `run ${id}`,
  status,
  startedAt: 0,
})

/** A world whose model has read these files, in this order. */
const worldWith = async (
  dir: string,
  contents: Readonly<Record<string, string | Buffer>>,
  changed: readonly string[] = [],
  earlier?: EarlierFiles,
) => {
  const files = createFiles({
    ...(earlier ? { earlier } : {}),
    roots: () => [dir],
    caseSensitive: true,
    denied: () => path => path.includes('secret'),
  })
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(dir, name), content)
    const read = await files.read(join(dir, name), { maxBytes: 10_000_000 })
    files.markSeen(read, seenContent(read, 'read'))
  }
  const world = createRestoredWorld({
    files,
    changed: () => changed.map(name => join(dir, name)),
    toldElsewhere: () => (contents['plan.md'] === undefined ? undefined : join(dir, 'plan.md')),
    tasks: { list: () => [task('one', 'running'), task('two', 'completed')] },
    loadedTools: () => [],
    secrets: { clean: async value => value },
    hooks: { ...NO_HOOKS, sessionStart: async () => ['hello from a hook'] },
  })
  const restore = async (budget: number) =>
    [
      ...((await world.restore?.(budget, stageEnv())) ?? []),
      ...((await world.started?.(stageEnv())) ?? []),
    ] as readonly AttachmentMessage[]
  return { files, world, restore, seen: () => files.listSeen().map(([path]) => path.slice(dir.length + 1)) }
}
const texts = (messages: readonly AttachmentMessage[]) => messages.map(({ attachment }) => attachment.text)

test('files, running tasks and what hooks say come back, the file read last first', async () => {
  await using tmp = tmpDir()
  const { restore } = await worldWith(tmp.path, { 'a.txt': 'first\n', 'b.txt': 'second\n' })
  const restored = await restore(1_000)
  expect(restored.map(({ attachment }) => attachment.kind)).toEqual([
    'file',
    'file',
    'running_tasks',
    'session_start',
  ])
  expect(texts(restored)).toEqual([
    `You had read ${tmp.path}/b.txt. This is what is in it now:\n1→second`,
    `You had read ${tmp.path}/a.txt. This is what is in it now:\n1→first`,
    'Still running in the background:\none: run one',
    'hello from a hook',
  ])
})

test('at most five files, each within its share and all within the budget', async () => {
  await using tmp = tmpDir()
  const long = `${'x'.repeat(99)}\n`.repeat(400)
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`${n}.txt`, long]))
  const { restore } = await worldWith(tmp.path, many)
  const some = texts(await restore(50_000)).filter(text => text.startsWith('You had read'))
  expect(some).toHaveLength(5)
  expect(some[0]).toMatch(/\(Lines 1–\d+ of 400\. Go on with offset \d+\.\)$/)
  const few = texts(await restore(6_000)).filter(text => text.startsWith('You had read'))
  expect(few).toHaveLength(2)
  expect(textTokens(few.join('\n'))).toBeLessThanOrEqual(6_000)
})

test('files that were changed come before those that were read last, the last change first', async () => {
  await using tmp = tmpDir()
  const contents = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`${n}.txt`, 'x']))
  const { restore } = await worldWith(tmp.path, contents, ['1.txt', '0.txt', 'gone.txt', '1.txt'])
  const files = texts(await restore(50_000)).filter(text => text.startsWith('You had'))
  expect(files.map(text => text.replace(`${tmp.path}/`, '').split('.')[0])).toEqual([
    'You had changed 1',
    'You had changed 0',
    'You had read 6',
    'You had read 5',
    'You had read 4',
  ])
})

test('one large file leaves room for the others', async () => {
  await using tmp = tmpDir()
  const long = `${'x'.repeat(99)}\n`.repeat(400)
  const { restore } = await worldWith(tmp.path, { 'small.txt': 'x', 'large.txt': long })
  const restored = texts(await restore(1_000))
  expect(restored.join('\n')).toContain('small.txt')
  expect(restored[0]?.length).toBeLessThan(2_000)
})

test('what is gone, denied, binary or too large is left out', async () => {
  await using tmp = tmpDir()
  const { restore } = await worldWith(tmp.path, {
    'gone.txt': 'x',
    'secret.txt': 'x',
    'data.bin': Buffer.from([0, 1, 2]),
    'large.txt': 'x'.repeat(2_000_000),
    'kept.txt': 'x',
  })
  rmSync(join(tmp.path, 'gone.txt'))
  expect(texts(await restore(50_000)).filter(text => text.startsWith('You had read'))).toEqual([
    expect.stringContaining('kept.txt'),
  ])
})

test('when the boundary is on disk only what was given again counts as seen', async () => {
  await using tmp = tmpDir()
  const contents = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`${n}.txt`, 'x']))
  const { restore, world, seen, files } = await worldWith(tmp.path, contents)
  await restore(50_000)
  expect(seen()).toHaveLength(7)
  world.settle()
  expect(seen().sort()).toEqual(['2.txt', '3.txt', '4.txt', '5.txt', '6.txt'])
  expect(files.seen(join(tmp.path, '6.txt'))).toMatchObject({ by: 'read' })
})

test('the plan is given back once, with its approval, and counts as seen all the same', async () => {
  await using tmp = tmpDir()
  const contents = { 'plan.md': '# Plan\n', 'a.txt': 'first\n' }
  const { restore, world, seen } = await worldWith(tmp.path, contents, ['plan.md'])
  const restored = await restore(1_000)
  expect(texts(restored).filter(text => text.includes('# Plan'))).toEqual([])
  expect(texts(restored)[0]).toContain('a.txt')
  world.settle()
  expect(seen().sort()).toEqual(['a.txt', 'plan.md'])
})

test('a compaction that keeps the newest messages gives no files again and forgets none', async () => {
  await using tmp = tmpDir()
  const { restore, world, seen } = await worldWith(tmp.path, { 'a.txt': 'x' })
  expect((await restore(0)).map(({ attachment }) => attachment.kind)).toEqual([
    'running_tasks',
    'session_start',
  ])
  world.settle()
  expect(seen()).toEqual(['a.txt'])
})

test('a file whose directory became a link is not restored from where that leads', async () => {
  await using tmp = tmpDir()
  const [dir, outside] = [join(tmp.path, 'project'), join(tmp.path, 'outside')]
  for (const directory of [join(dir, 'sub'), outside]) mkdirSync(directory, { recursive: true })
  const { restore } = await worldWith(dir, { 'sub/a.txt': 'inside', 'b.txt': 'kept' })
  writeFileSync(join(outside, 'a.txt'), 'CANARY')
  rmSync(join(dir, 'sub'), { recursive: true })
  symlinkSync(outside, join(dir, 'sub'))
  const text = JSON.stringify(await restore(10_000))
  expect([text.includes('kept'), text.includes('CANARY')]).toEqual([true, false])
})

test('a file of an earlier run that changed since, which was told, is named among those that were read', async () => {
  await using tmp = tmpDir()
  const dir = realpathSync(tmp.path)
  for (const name of ['gone.ts', 'secret.ts']) writeFileSync(join(dir, name), 'new\n')
  const { files, restore } = await worldWith(dir, { 'a.ts': 'a\n' }, [], {
    paths: () => [],
    outdated: () => ['missing.ts', 'secret.ts', 'gone.ts', 'a.ts'].map(name => join(dir, name)),
    recall: () => undefined,
  })
  expect(files.listOutdated()).toContain(join(dir, 'gone.ts'))
  const said = texts(await restore(100_000)).join('\n')
  expect(said).toContain(
    `Files you had read that are not shown here:\n${join(dir, 'gone.ts')} (changed since then)`,
  )
  expect(said).not.toMatch(/secret|a\.ts \(changed/)
})
