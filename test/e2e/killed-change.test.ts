import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { RewindReport } from '../../src/protocol/session/file-history.ts'
import { seededRandom } from '../support/crash-run.ts'
import { heldHere } from '../support/run-here.ts'
import { IS_NATIVE_PROGRAM, openWorld, type World } from '../support/run-program.ts'
import { sampleSize } from '../support/sample-size.ts'

const PRELOAD = join(import.meta.dirname, '../support/kill-at-change.mjs')
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: 'old', outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})
const FILES = { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'deep/c.txt': 'c\n', 'n.ipynb': NOTEBOOK }

interface Call {
  readonly name: string
  readonly input: object
}

/** What is killed: a tool call, or a command that kills the program itself once it has changed something. */
const CHANGES: Readonly<Record<string, (kill: string) => readonly Call[]>> = {
  'Write of a new file': () => [{ name: 'Write', input: { file_path: 'new/er/n.txt', content: 'n\n' } }],
  Write: () => [
    { name: 'Read', input: { file_path: 'b.txt' } },
    { name: 'Write', input: { file_path: 'b.txt', content: 'B\n' } },
  ],
  Edit: () => [
    { name: 'Read', input: { file_path: 'a.txt' } },
    { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } },
  ],
  NotebookEdit: () => [
    { name: 'Read', input: { file_path: 'n.ipynb' } },
    { name: 'NotebookEdit', input: { notebook_path: 'n.ipynb', cell_id: 'c1', new_source: 'new' } },
  ],
  Bash: kill => [{ name: 'Bash', input: { command: `echo c > a.txt; rm -r deep; echo n > n.txt; ${kill}` } }],
  'Bash in the background': kill => [
    {
      name: 'Bash',
      input: { command: `sleep 0.1; echo c > a.txt; rm -r deep; ${kill}`, run_in_background: true },
    },
  ],
}
const THREADS = ['the conversation', 'an agent', 'an agent in the background'] as const

const kinds = Object.keys(CHANGES).flatMap(change => THREADS.map(thread => ({ change, thread })))

/** The calls one after the other, in whichever thread is told to change something. */
const repliesFor = (calls: readonly Call[], thread: (typeof THREADS)[number]): readonly ScriptedReply[] => {
  const work = calls.map((call, at) => ({
    when: at === 0 ? { lastUserText: 'change it' } : { toolResult: { tool: calls[at - 1]?.name ?? '' } },
    tool: call,
  }))
  // What it has in the background ends with an agent: it must still be at work when the command kills the program.
  const last = {
    when: { toolResult: { tool: calls.at(-1)?.name ?? '' } },
    text: 'changed',
    blockDelaysMs: [calls.at(-1)?.name === 'Bash' ? 20_000 : 0],
  }
  const agent = {
    name: 'Agent',
    input: {
      description: 'change',
      prompt: 'change it',
      run_in_background: thread === 'an agent in the background',
    },
  }
  return [
    ...work,
    last,
    ...(thread === 'the conversation' ? [] : [{ when: { lastUserText: 'go' }, tool: agent }]),
    { text: 'done', repeat: true },
  ]
}

/** Everything below a directory: path → what it is and holds. */
const treeOf = (root: string): Readonly<Record<string, string>> => {
  const tree: Record<string, string> = {}
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name)
      const stats = lstatSync(path)
      const mode = (stats.mode & 0o777).toString(8)
      if (stats.isDirectory()) walk(path)
      tree[relative(root, path)] = stats.isFile()
        ? `${mode} ${readFileSync(path, 'latin1')}`
        : stats.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : `${mode} directory`
    }
  }
  walk(root)
  return tree
}

const rewind = async (world: World, more: readonly string[]) => {
  const [session] = world.sessions()
  const prompt = session?.entries.find(entry => entry.type === 'user')
  const args = ['-p', '--resume', session?.id ?? '', '--rewind-files', String(prompt?.['uuid'])]
  const ended = await heldHere(world).run([...args, '--output-format', 'json', ...more])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(ended.stdout) as Extract<RewindReport, { canRewind: true }>
}

interface Kill {
  readonly change: string
  readonly thread: (typeof THREADS)[number]
  readonly when: 'before' | number
}

const killAt = async ({ change, thread, when }: Kill): Promise<void> => {
  const pidFile = 'PIDFILE'
  const delay = typeof when === 'number' ? `sleep ${when / 1000}; ` : ''
  const calls =
    CHANGES[change]?.(`${delay}kill -9 $(cat "$OLDPWD"/../${pidFile} 2>/dev/null || cat ../${pidFile})`) ?? []
  const prompt = thread === 'the conversation' ? 'change it' : 'go'
  await using world = await openWorld({ replies: repliesFor(calls, thread) })
  for (const [name, content] of Object.entries(FILES)) world.put(name, content)
  const before = treeOf(world.project)
  const kill = { below: world.project, nth: 1, when, pidFile: join(world.root, pidFile) }
  const ended = await world.stream(['--allowedTools', 'Bash,Edit,Write,NotebookEdit,Agent', '--', prompt], {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, CAPSTAN_KILL: JSON.stringify(kill) },
  })
  expect(ended).toMatchObject({ signal: 'SIGKILL' })
  const after = treeOf(world.project)
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => before[name] !== after[name],
  )
  const plan = await rewind(world, ['--dry-run'])
  const known = new Set([...plan.files, ...plan.kept].map(({ path }) => relative(world.project, path)))
  // A directory that comes or goes with a file of the report need not be in it.
  const isKnown = (name: string): boolean =>
    known.has(name) || [...known].some(path => path.startsWith(`${name}/`))
  expect(changed.filter(name => !isKnown(name))).toEqual([])
  await rewind(world, ['--rewind-force'])
  expect(treeOf(world.project)).toEqual(before)
}

/** In every run each change once, each thread and each moment; a step through the kinds that meets all of them. */
const KILLS = sampleSize({ usual: 6, full: 500 })
const PER_TEST = 10
const STEP = 7

const kills = (): readonly Kill[] => {
  const random = seededRandom(29)
  return Array.from({ length: KILLS }, (_, at) => {
    const kind = kinds[(at * STEP) % kinds.length] ?? { change: 'Edit', thread: 'the conversation' as const }
    // Before, at once, within the next milliseconds, or within twenty.
    const moments = ['before', 0, random() * 3, random() * 20] as const
    // Each round of kinds begins with another moment.
    return { ...kind, when: moments[(at + Math.floor(at / kinds.length)) % moments.length] ?? 0 }
  })
}

const parts = Array.from({ length: Math.ceil(KILLS / PER_TEST) }, (_, part) =>
  kills().slice(part * PER_TEST, (part + 1) * PER_TEST),
)

test.runIf(!IS_NATIVE_PROGRAM).each(parts.map((part, at) => [at, part] as const))(
  'a program that is killed around the change of a file leaves none that a rewind does not know (%i)',
  async (_, part) => {
    for (const kill of part)
      await killAt(kill).catch((error: unknown) => {
        throw new Error(`killed ${JSON.stringify(kill)}`, { cause: error })
      })
  },
)
