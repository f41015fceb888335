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
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY, type World } from '../support/run-program.ts'

const git = (directory: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: directory,
    encoding: 'utf8',
  })

/** A world with a repository that is an owner of a fleet, and a worker of it with a home of its own. */
const openFleetHere = async (world: World) => {
  const nats = await startNats()
  const fleet = await openFleetWorld(nats.url, ['owner-a', 'worker-1'])
  mkdirSync(join(world.config, 'fleet'), { recursive: true })
  writeFileSync(join(world.config, 'fleet/member.json'), JSON.stringify(fleet.fileOf('owner-a')))
  const slot = openSlot(fleet, 'worker-1', {
    tmp: world.root,
    version,
    env: { ANTHROPIC_BASE_URL: world.server.url, ANTHROPIC_API_KEY: API_KEY },
  })
  const drain = new AbortController()
  const working = runSlot(slot.deps, drain.signal)
  return {
    said: slot.said,
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
  readonly steps: readonly { readonly id: string; readonly state: string; readonly worktree?: string }[]
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
    expect(two?.usd).toBeCloseTo(one?.usd ?? -1, 10)
    const leftIn = ({ steps }: Ran = { outputs: {}, usd: 0, steps: [] }) =>
      git(steps.find(({ id }) => id === 'build')?.worktree ?? '', 'status', '--porcelain')
    expect(leftIn(two)).toBe(leftIn(one))
    expect(leftIn(two)).toBe('?? one.txt\n?? two.txt\n')
  })
})
