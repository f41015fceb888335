import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSlot } from '../../src/cli/fleet/slot.ts'
import { version } from '../../src/cli/this-program.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { openSlot } from '../support/fleet-slot.ts'
import { openFleetWorld } from '../support/fleet-world.ts'
import { hasNats, startNats } from '../support/nats-server.ts'
import { openCollector, recordsOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY, type World } from '../support/run-program.ts'

const git = (directory: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: directory,
    encoding: 'utf8',
  })

/** A world with a repository that is an owner of a fleet, and a worker of it with a home of its own. */
const openFleetHere = async (world: World, env: Readonly<Record<string, string>> = {}) => {
  const nats = await startNats()
  const fleet = await openFleetWorld(nats.url, ['owner-a', 'worker-1'])
  mkdirSync(join(world.config, 'fleet'), { recursive: true })
  writeFileSync(join(world.config, 'fleet/member.json'), JSON.stringify(fleet.fileOf('owner-a')))
  const slot = openSlot(fleet, 'worker-1', {
    tmp: world.root,
    version,
    env: { ANTHROPIC_BASE_URL: world.server.url, ANTHROPIC_API_KEY: API_KEY, ...env },
  })
  const owner = fleet.open('owner-a')
  const drain = new AbortController()
  const working = runSlot(slot.deps, drain.signal)
  return {
    said: slot.said,
    /** By the results of all jobs. */
    async spent(): Promise<number> {
      const rows = await owner.index.all('')
      return rows.reduce((sum, { text }) => sum + ((JSON.parse(text) as { usd?: number }).usd ?? 0), 0)
    },
    /** How many jobs were done. */
    async done(): Promise<number> {
      drain.abort()
      return await working
    },
    async [Symbol.asyncDispose]() {
      drain.abort()
      await working
      await fleet[Symbol.asyncDispose]()
      await nats[Symbol.asyncDispose]()
    },
  }
}

const begin = (world: World, files: Readonly<Record<string, string>>): void => {
  git(world.project, 'init', '--quiet', '--initial-branch', 'main')
  for (const [path, text] of Object.entries(files)) world.put(path, text)
  git(world.project, 'add', '--all')
  git(world.project, 'commit', '--quiet', '--message', 'the beginning')
}

const write = (path: string, content: string) => ({ name: 'Write', input: { file_path: path, content } })
const FLOW = `
name: flow
steps:
  - id: look
    prompt: LOOK around and say what there is.
  - id: build
    prompt: BUILD one and two.
    isolation: worktree
  - id: judge
    prompt: JUDGE it.
    output: { type: object, properties: { good: { type: boolean } }, required: [good] }
outputs: { said: '\${{ steps.look.output }}', built: '\${{ steps.build.output }}', good: '\${{ steps.judge.output.good }}' }
`
const REPLIES: readonly ScriptedReply[] = [
  { when: { lastUserText: /LOOK around/ }, text: 'There is a README.', repeat: true },
  {
    when: { lastUserText: /BUILD one/ },
    tools: [write('one.txt', 'one\n'), write('two.txt', 'two\n')],
    repeat: true,
  },
  { when: { toolResult: { tool: 'Write' } }, text: 'Both are built.', repeat: true },
  {
    when: { lastUserText: /JUDGE it/ },
    tool: { name: 'StructuredOutput', input: { good: true } },
    repeat: true,
  },
  { text: 'Done.', repeat: true },
]

interface Ran {
  readonly outputs: object
  readonly usd: number
  readonly steps: readonly {
    readonly id: string
    readonly state: string
    readonly worktrees?: readonly string[]
  }[]
}

describe.skipIf(!hasNats())('work of agents on a fleet', () => {
  test('a workflow has the same outputs, costs the same and leaves the same in its worktree', async () => {
    await using world = await openWorldHere({ replies: [...REPLIES] })
    begin(world, { 'README.md': 'Nothing yet.\n', '.capstan/workflows/flow.yaml': FLOW })
    const run = ['workflow', 'run', 'flow', '--trust', '--permission-mode', 'acceptEdits', '--json']
    const here = await world.run(run)
    expect([here.code, here.stderr]).toEqual([0, expect.not.stringContaining('capstan:')])
    const asked = world.server.requests.length
    await using fleet = await openFleetHere(world)
    const there = await world.run([...run, '--fleet'])
    expect([there.code, there.stderr]).toEqual([0, expect.not.stringContaining('capstan:')])
    expect(await fleet.done()).toBe(3)
    expect(world.server.requests).toHaveLength(asked * 2)
    const [one, two] = [here, there].map(({ stdout }) => JSON.parse(stdout) as Ran)
    expect(two?.outputs).toEqual(one?.outputs)
    expect(two?.outputs).toEqual({ said: 'There is a README.', built: 'Both are built.', good: true })
    // Here it is told what the workers were charged, each job by its own account.
    expect(two?.usd).toBeCloseTo(await fleet.spent(), 10)
    const leftIn = ({ steps }: Ran = { outputs: {}, usd: 0, steps: [] }) =>
      git(steps.find(({ id }) => id === 'build')?.worktrees?.[0] ?? '', 'status', '--porcelain')
    expect(leftIn(two)).toBe(leftIn(one))
    expect(leftIn(two)).toBe('?? one.txt\n?? two.txt\n')
  })

  test('a review has the same findings', async () => {
    const finding = {
      file: 'a.js',
      line: 1,
      severity: 'error',
      title: 'It throws',
      why: 'Always.',
      shows: 'Run it.',
    }
    const structured = (input: object) => ({ tool: { name: 'StructuredOutput', input } })
    await using world = await openWorldHere({
      replies: [
        {
          when: { lastUserText: /Try to refute/ },
          ...structured({ verdict: 'real', why: 'Seen.' }),
          repeat: true,
        },
        { when: { lastUserText: /logic, edge cases/ }, ...structured({ findings: [finding] }), repeat: true },
        { when: { lastUserText: /You look for this/ }, ...structured({ findings: [] }), repeat: true },
        { text: 'Done.', repeat: true },
      ],
    })
    begin(world, { 'a.js': 'console.log(1)\n' })
    world.put('a.js', "throw new Error('no')\n")
    const run = ['review', '--budget-usd', '5', '--only', 'correctness,security', '--format', 'json']
    const here = await world.run(run)
    await using fleet = await openFleetHere(world)
    const there = await world.run([...run, '--fleet'])
    expect([there.code, here.code]).toEqual([1, 1])
    expect(await fleet.done()).toBe(3)
    const [one, two] = [here, there].map(
      ({ stdout }) => JSON.parse(stdout) as { readonly findings: unknown; readonly counts: unknown },
    )
    expect([two?.findings, two?.counts]).toEqual([one?.findings, one?.counts])
    expect(two?.findings).toMatchObject([{ title: 'It throws', verdict: 'real' }])
  })

  test('a batch leaves the same branches with the same commits', async () => {
    const unit = (name: string): object => ({
      description: `unit ${name}`,
      prompt: `UNIT ${name}: write ${name}.txt and commit it.`,
      isolation: 'worktree',
    })
    const commit = (name: string): ScriptedReply => ({
      when: { lastUserText: new RegExp(`UNIT ${name}`) },
      tools: [
        write(`${name}.txt`, `${name}\n`),
        {
          name: 'Bash',
          input: {
            command: `git add . && git -c user.name=m -c user.email=m@m commit -qm 'Write ${name}'`,
            description: 'commit it',
          },
        },
      ],
      repeat: true,
    })
    const units = ['one', 'two'].map(name => ({ name: 'Agent', input: unit(name) }))
    await using world = await openWorldHere({
      replies: [
        commit('one'),
        commit('two'),
        { when: { toolResult: { tool: 'Bash' } }, text: 'RESULT: done', repeat: true },
        { when: { toolResult: { tool: 'Agent' } }, text: 'All units are done.', repeat: true },
        { when: { lastUserText: /One change in many places/ }, tools: units, repeat: true },
        { text: 'Done.', repeat: true },
      ],
    })
    begin(world, { 'README.md': 'Nothing yet.\n' })
    const run = async (words: string) => {
      const args = ['-p', `/batch ${words}`, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash']
      const ended = await world.run([...args, '--trust'])
      expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('All units are done.')])
      const branches = git(world.project, 'branch', '--format', '%(refname:short)')
        .trim()
        .split('\n')
        .filter(name => name !== 'main')
      const made = branches.map(name => git(world.project, 'log', '-1', '--format=%s', '--stat', name)).sort()
      for (const tree of git(world.project, 'worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm))
        if (tree[1] !== world.project)
          git(world.project, 'worktree', 'remove', '--force', '--force', tree[1] ?? '')
      for (const name of branches) git(world.project, 'branch', '-D', name)
      return made
    }
    const here = await run('write one and two')
    await using fleet = await openFleetHere(world)
    const there = await run('--fleet write one and two')
    expect(await fleet.done()).toBe(2)
    expect(there).toEqual(here)
    expect(there[0]).toContain('Write one')
  })

  test('a job and the call that began it are one trace, seen in a receiver', async () => {
    await using collector = await openCollector()
    const env = {
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
    }
    const unit = { description: 'a unit', prompt: 'UNIT one: say so.', isolation: 'worktree' }
    await using world = await openWorldHere({
      replies: [
        { when: { lastUserText: /UNIT one/ }, text: 'RESULT: done', repeat: true },
        { when: { toolResult: { tool: 'Agent' } }, text: 'All done.', repeat: true },
        { when: { lastUserText: /many places/ }, tools: [{ name: 'Agent', input: unit }], repeat: true },
        { text: 'Done.', repeat: true },
      ],
    })
    begin(world, { 'README.md': 'Nothing yet.\n' })
    await using fleet = await openFleetHere(world, env)
    const ended = await world.run(['-p', '/batch --fleet say one', '--trust'], { env })
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('All done.')])
    expect(await fleet.done()).toBe(1)
    interface Span {
      readonly name: string
      readonly traceId: string
      readonly spanId: string
      readonly parentSpanId?: string
    }
    const spans = recordsOf(collector, 'traces') as unknown as readonly Span[]
    const turns = spans.filter(({ name }) => name === 'claude_code.interaction')
    expect(new Set(turns.map(({ traceId }) => traceId)).size).toBe(1)
    const there = turns.find(({ parentSpanId }) => parentSpanId)
    expect(spans.find(({ spanId }) => spanId === there?.parentSpanId)?.name).toMatch(/^claude_code\.tool/)
  })
})
