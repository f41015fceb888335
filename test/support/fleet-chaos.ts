import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobView } from '../../src/features/fleet/fold.ts'
import { MOST_KILLS } from '../../src/features/fleet/names.ts'
import { openBody } from '../../src/features/fleet/record.ts'
import type { JobResult } from '../../src/features/fleet/result.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { type EvalReply, type EvalRequest, serveEvals } from './eval-server.ts'
import { type FleetWorld, openFleetWorld, workOf } from './fleet-world.ts'
import { startCluster } from './nats-cluster.ts'
import { API_KEY, PROGRAM_COMMAND } from './run-program.ts'
import { startProxy, type TcpProxy } from './tcp-proxy.ts'
import { tmpDir } from './tmp-dir.ts'

export interface ChaosWish {
  readonly seed: number
  readonly servers: number
  readonly workers: number
  readonly jobs: number
  /** Workers killed, servers killed, links cut: at generated moments between what happens. */
  readonly kills: number
  readonly serverKills: number
  readonly cuts: number
}

export interface ChaosReport {
  readonly states: Readonly<Record<string, number>>
  /** What each job did in the world, in order. */
  readonly effects: Readonly<Record<string, readonly string[]>>
  /** Patches that do not have both files as they must be. */
  readonly wrongPatches: readonly string[]
  /** Jobs with more than one result. */
  readonly doubled: readonly string[]
  /** Of jobs that failed. */
  readonly reasons: readonly string[]
  readonly asked: number
  readonly usd: number
  readonly taken: number
}

/** The same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed >>> 0 || 1
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

const STEPS = 2
const LEASE_MS = 8_000

/** Two steps with an effect outside and a file inside; whoever does not know whether one was done looks first. */
const replyTo = ({ text, step }: EvalRequest): EvalReply => {
  const name = /job-(\d+) /.exec(text)?.[1] ?? ''
  if (step >= STEPS) return { text: `job-${name} is done` }
  const { messages } = JSON.parse(text) as { readonly messages: readonly unknown[] }
  // Told of it before the step at hand, however often its worker was lost since.
  const said = messages.map(message => JSON.stringify(message))
  const isUnknown = said
    .slice(said.findLastIndex(each => /did \d+ \d/.test(each)) + 1)
    .some(each => each.includes('is unknown'))
  return { command: `bash ${isUnknown ? 'look' : 'step'}.sh ${name} ${step + 1}` }
}

const setUpFor = (effects: string): string => {
  const step = `echo "$1 $2" >> ${effects}; echo "$1 $2" > out-$2.txt; echo did $1 $2`
  const look = `grep -qx "$1 $2" ${effects} || echo "$1 $2" >> ${effects}; echo "$1 $2" > out-$2.txt; echo did $1 $2`
  return `cat > step.sh <<'EOF'\n${step}\nEOF\ncat > look.sh <<'EOF'\n${look}\nEOF\n`
}

interface Machine {
  readonly name: string
  readonly links: readonly TcpProxy[]
  child?: ChildProcess
}

/** Jobs on a fleet of real programs, while workers, servers and links fail. Resolves when every job has ended. */
export const runChaos = async (wish: ChaosWish): Promise<ChaosReport> => {
  await using tmp = tmpDir()
  await using cluster = await startCluster(wish.servers)
  const names = Array.from({ length: wish.workers }, (_, index) => `worker-${index}`)
  const urls = cluster.ports.map(port => `nats://127.0.0.1:${port}`).join(',')
  await using world = await openFleetWorld(urls, ['owner-a', ...names], wish.servers >= 3 ? 3 : 1)
  await using model = await serveEvals(replyTo)
  const machines: Machine[] = []
  for (const name of names) {
    const links = await Promise.all(cluster.ports.map(port => startProxy(port)))
    machines.push({ name, links })
  }
  try {
    const effects = join(tmp.path, 'effects')
    writeFileSync(effects, '')
    const start = (machine: Machine): void => startWorker(machine, { world, root: tmp.path, url: model.url })
    const ids = await submitAll(world, wish.jobs, effects)
    for (const machine of machines) start(machine)
    const watch = watchEnds(world, ids)
    await disturb(wish, { cluster, machines, start, settled: watch })
    await watch.all
    return await report(world, { ids, effects, asked: model.requests.length })
  } finally {
    await Promise.all(machines.map(kill))
    await Promise.all(machines.flatMap(({ links }) => links.map(link => link[Symbol.asyncDispose]())))
  }
}

const submitAll = async (world: FleetWorld, count: number, effects: string) => {
  const works = Array.from({ length: count }, (_, index) =>
    workOf({
      title: `job-${index}`,
      prompts: [`job-${index} must take its two steps`],
      setUp: setUpFor(effects),
      check: 'test -f out-1.txt && test -f out-2.txt',
      permissions: { mode: 'acceptEdits', allow: ['Bash'], deny: [] },
      limits: { seconds: 600, memoryMb: 8192, diskMb: 1024 },
    }),
  )
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const wish = { works, labels: [], version, leaseMs: LEASE_MS }
  return (await submitJobs(world.open('owner-a'), wish)).map(({ id }) => id)
}

interface WorkerPlace {
  readonly world: FleetWorld
  readonly root: string
  readonly url: string
}

const startWorker = (machine: Machine, { world, root, url }: WorkerPlace): void => {
  const home = join(root, machine.name)
  const config = join(home, '.capstan')
  mkdirSync(join(config, 'fleet'), { recursive: true })
  const file = {
    ...world.fileOf(machine.name),
    url: machine.links.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
  }
  writeFileSync(join(config, 'fleet/member.json'), JSON.stringify(file))
  const [program, ...args] = PROGRAM_COMMAND
  machine.child = spawn(program, [...args, 'worker', '--no-sandbox', '--allow', '*'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: root,
      CAPSTAN_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: API_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  })
}

const kill = async ({ child }: Machine): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Every job that has ended counts as one moment. */
const watchEnds = (world: FleetWorld, ids: readonly string[]) => {
  const owner = world.open('owner-a')
  let ended = 0
  const views = new Map<string, JobView>()
  const look = async (id: string): Promise<void> => {
    const log = owner.log(id)
    const over = Promise.withResolvers<void>()
    const see = async (): Promise<void> => {
      const view = await log.refresh()
      views.set(id, view)
      if (view.state !== 'queued' && view.state !== 'running') over.resolve()
    }
    const unwatch = await log.watch(() => void see().catch(over.reject))
    // A message may be lost while its server is killed: it is looked again.
    const timer = setInterval(() => void see().catch(() => {}), 2_000)
    await see()
    await over.promise
    clearInterval(timer)
    unwatch()
    ended++
  }
  /** Who has a job that two were lost with already. */
  const endangered = (): ReadonlySet<string> =>
    new Set(
      [...views.values()].flatMap(({ holder, lost }) =>
        holder && lost.length >= MOST_KILLS - 1 ? [holder.by] : [],
      ),
    )
  return { all: Promise.all(ids.map(look)), ended: () => ended, total: ids.length, endangered }
}

interface Disturbed {
  readonly cluster: Awaited<ReturnType<typeof startCluster>>
  readonly machines: readonly Machine[]
  start(machine: Machine): void
  readonly settled: ReturnType<typeof watchEnds>
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const disturb = async (wish: ChaosWish, at: Disturbed): Promise<void> => {
  const random = randomOf(wish.seed)
  const kinds = [
    ...Array.from({ length: wish.kills }, () => 'kill' as const),
    ...Array.from({ length: wish.serverKills }, () => 'server' as const),
    ...Array.from({ length: wish.cuts }, () => 'cut' as const),
  ]
  const order = kinds.map(kind => ({ kind, key: random(1_000_000) })).sort((a, b) => a.key - b.key)
  for (const { kind } of order) {
    if (at.settled.ended() === at.settled.total) return
    await pause(300 + random(1_500))
    const machine = at.machines[random(at.machines.length)]
    if (!machine) continue
    // Three workers lost with one job would set it aside, as they should.
    if (at.settled.endangered().has(machine.name)) continue
    if (kind === 'kill') {
      await kill(machine)
      at.start(machine)
    } else if (kind === 'cut') {
      for (const link of machine.links) link.cut()
      await pause(200 + random(2_000))
      for (const link of machine.links) link.restore()
    } else {
      const index = random(at.cluster.ports.length)
      await at.cluster.kill(index)
      await pause(300 + random(1_000))
      at.cluster.start(index)
    }
  }
}

const report = async (
  world: FleetWorld,
  {
    ids,
    effects,
    asked,
  }: { readonly ids: readonly string[]; readonly effects: string; readonly asked: number },
): Promise<ChaosReport> => {
  const owner = world.open('owner-a')
  const states: Record<string, number> = {}
  const [doubled, wrongPatches, reasons]: [string[], string[], string[]] = [[], [], []]
  let [usd, taken] = [0, 0]
  for (const [index, id] of ids.entries()) {
    const log = owner.log(id)
    const view = await log.refresh()
    states[view.state] = (states[view.state] ?? 0) + 1
    const results = view.records.filter(({ head }) => head.kind === 'result')
    if (results.length !== 1) doubled.push(id)
    const opened = owner.open(log)
    if (!view.result || 'problem' in opened) continue
    const result = openBody(view.result, opened.key) as JobResult
    usd += result.usd
    if (result.outcome !== 'done') reasons.push(`${id}: ${result.why}`)
    taken += view.lost.length
    const patch = Buffer.from(result.patch?.data ?? '', 'base64').toString()
    const has = [1, 2].every(
      step => patch.split('\n').filter(line => line === `+${index} ${step}`).length === 1,
    )
    if (!has) wrongPatches.push(id)
  }
  const done: Record<string, string[]> = {}
  const lines = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    const [job = '', step = ''] = line.split(' ')
    done[job] = [...(done[job] ?? []), step]
  }
  return { states, effects: done, wrongPatches, doubled, reasons, asked, usd, taken }
}
