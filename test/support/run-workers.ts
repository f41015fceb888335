import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import type { TeamBackend } from '../../src/protocol/agents/team.ts'
import { bundleProgram, COMPILED } from './bundle-program.ts'

export interface Work {
  readonly backend: TeamBackend
  readonly kind: 'files' | 'nats'
  /** The config home, or the address of the server. */
  readonly where: string
  readonly processes: number
  readonly tasks: number
  /** So many of the processes are killed while they work, each with another number of tasks. */
  readonly killed: number
}

interface Worker {
  readonly owner: string
  readonly lines: readonly string[]
  readonly wasKilled: boolean
}

/**
 * Processes work off a list while some of them are killed; what a dead one had is put back, as a leader does. Every task
 * must be done once: no two processes that lived had the same one, nobody was told twice that it is done, and nothing
 * is left.
 */
export const runWorkers = async (work: Work): Promise<void> => {
  const { backend, processes, tasks, killed } = work
  const list = backend.tasks('shared')
  for (let n = 0; n < tasks; n++) await list.create({ subject: `${n}`, description: 'd' })
  // However late a process that is to be killed comes, it finds as many tasks as it is to begin.
  let aside = 0
  for (let n = 0; n < killed; n++)
    for (let own = 0; own <= n; own++) await list.update(String(++aside), { owner: `member-${n}` })
  const script = await bundleProgram('work-tasks')
  const workers = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      runWorker(work, { script, owner: `member-${n}`, ...(n < killed ? { killAfter: 1 + 2 * n } : {}) }),
    ),
  )
  expect(workers.filter(worker => worker.wasKilled)).toHaveLength(killed)
  const listed = await list.list()
  expect(listed.filter(task => task.status !== 'completed')).toEqual([])
  expect(listed).toHaveLength(tasks)
  const ids = (verb: string, among = workers): readonly string[] =>
    among
      .flatMap(({ lines }) => lines.filter(line => line.startsWith(`${verb} `)))
      .map(line => line.slice(verb.length + 1))
  const living = workers.filter(worker => !worker.wasKilled)
  const doneTwice = ids('done').filter((id, at, all) => all.indexOf(id) !== at)
  const begunTwice = ids('start', living).filter((id, at, all) => all.indexOf(id) !== at)
  expect({ doneTwice, begunTwice, refused: ids('not_yours', living) }).toEqual({
    doneTwice: [],
    begunTwice: [],
    refused: [],
  })
  // Whoever says it is done is whom the list names.
  for (const { owner, lines } of workers)
    for (const line of lines)
      if (line.startsWith('done ')) expect(listed.find(task => task.id === line.slice(5))?.owner).toBe(owner)
}

const runWorker = async (
  { backend, kind, where }: Work,
  {
    script,
    owner,
    killAfter,
  }: { readonly script: string; readonly owner: string; readonly killAfter?: number },
): Promise<Worker> => {
  const child = spawn(process.execPath, ['--no-warnings', script, kind, where, 'shared', owner], {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === killAfter) child.kill('SIGKILL')
  }
  const [code, signal] = await exit
  if (signal === 'SIGKILL') await backend.tasks('shared').release(owner)
  else expect(code).toBe(0)
  return { owner, lines, wasKilled: signal === 'SIGKILL' }
}
