import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { TaskWork } from '../../protocol/agents/task-work.ts'
import type { WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import type { CostGrowth, CostState } from '../../protocol/usage.ts'
import type { AgentPlan } from '../plan-agent.ts'
import { type RemoteMemberOptions, RemoteMembers } from './remote-members.ts'

/** A member that says what it has spent and then stays. */
const MEMBER = `
const file = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'))
const line = require('net').createConnection(file.line)
const say = value => line.write(JSON.stringify(value) + '\\n')
const cost = usd => ({ totalCostUSD: usd, unpricedModels: [], modelUsage: {} })
const shown = { requests: 1, toolUses: 2, tokens: 3, lastAction: 'looks' }
say(file.secret)
say({ type: 'here', pid: process.pid })
say({ type: 'state', status: 'running', shown, cost: cost(1) })
say({ type: 'nonsense' })
say({ type: 'denied', denials: 'none' })
say({ type: 'denied', denials: [{ tool_name: 'Bash', tool_use_id: 'b1', tool_input: { command: 'x' } }] })
say({ type: 'state', status: 'idle', shown, cost: cost(3) })
process.on('SIGTERM', () => { say({ type: 'left' }); line.end(() => process.exit(0)) })
`

const info = {
  id: 'a1',
  name: 'ann',
  description: 'd',
  status: 'running',
  model: 'm',
  tokens: 0,
  toolUses: 0,
}
const plan = (cwd: string) => ({ info: { ...info, cwd }, spec: { member: { team: 'crew' } } }) as AgentPlan

const open = (dir: string, more: Partial<RemoteMemberOptions> = {}) => {
  const works: TaskWork[] = []
  const growths: CostGrowth[] = []
  const changes: AgentInfo[] = []
  const away = new RemoteMembers({
    command: [process.execPath, '-e', MEMBER],
    env: { PATH: process.env['PATH'] },
    overrides: { maxBudgetUsd: 9 },
    directory: dir,
    tasks: {
      add: work => {
        works.push(work)
        return { ...work, id: 'a1', status: 'running', startedAt: 0 }
      },
    },
    outputFile: id => join(dir, id),
    changed: changed => void changes.push(changed),
    now: () => 5,
    budgetLeft: () => 4,
    spent: growth => void growths.push(growth),
    askToStop: () => Promise.reject(new Error('out of reach')),
    hear: async () => undefined,
    settled: () => undefined,
    denied: () => undefined,
    ended: async () => ({ words: '', released: [] }),
    ...more,
  })
  return { away, works, growths, changes }
}

test('what a member in a process of its own does and spends is known to its leader, whose books grow by the difference', async () => {
  await using tmp = tmpDir()
  const denied: string[] = []
  const { away, growths } = open(tmp.path, {
    denied: denials => void denied.push(...denials.map(one => one.tool_use_id)),
  })
  await away.start(plan(tmp.path), { leader: 'l', prompt: 'p' })
  await expect
    .poll(() => away.list())
    .toMatchObject([{ status: 'idle', usd: 3, tokens: 3, toolUses: 2, lastAction: 'looks' }])
  expect(growths.map(({ before, after }) => [before?.totalCostUSD, after.totalCostUSD])).toEqual([
    [undefined, 1],
    [1, 3],
  ])
  expect(denied).toEqual(['b1'])
  await away[Symbol.asyncDispose]()
})

test('where the leader may spend no more, its member is asked to stop and ends with that reason', async () => {
  await using tmp = tmpDir()
  const asked: string[] = []
  const finish = vi.fn(
    async (): Promise<WorktreeEnd> => ({ kept: true, path: '/w', branch: 'b', reason: 'r' }),
  )
  const { away, works, changes } = open(tmp.path, {
    spent: ({ after }: { after: CostState }) => (after.totalCostUSD > 2 ? 'Used up.' : undefined),
    async askToStop(name) {
      asked.push(name)
      // It cannot be asked: it is told at once.
      throw new Error('out of reach')
    },
  })
  await away.start({ ...plan(tmp.path), worktree: { finish } as never }, { leader: 'l', prompt: 'p' })
  expect(await works[0]?.ended).toMatchObject({
    status: 'stopped',
    reason: 'Used up.',
    usage: { tokens: 3, toolUses: 2 },
    worktree: { path: '/w', branch: 'b' },
  })
  expect(asked).toEqual(['ann'])
  expect(finish).toHaveBeenCalledOnce()
  await expect.poll(() => changes.at(-1)).toMatchObject({ status: 'stopped', endedAt: 5 })
})
