import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findTasks } from '../../features/evals/find-tasks.ts'
import { type EvalPlan, runsOf, variantsOf } from '../../features/evals/plan.ts'
import type { RunPorts } from '../../features/evals/run/ports.ts'
import { type AllEnded, runAll } from '../../features/evals/run/run-all.ts'
import { isNoRoom } from '../../features/evals/run/run-one.ts'
import { createRun, type RunStore } from '../../features/evals/run/run-store.ts'
import type { EvalTask, TaskProblem } from '../../features/evals/task.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { errorText } from '../../lib/error-text.ts'
import { type FileLock, tryFileLock } from '../../lib/files/file-lock.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { listenForSignals } from '../terminal.ts'
import { findRun } from './find-run.ts'
import { createLiveTable } from './live-table.ts'
import { findSandbox, isThere, makePorts, memoryRoom, runsFolder, workFolder } from './make-ports.ts'
import { type RunArgs, readBudget, readRunArgs } from './run-args.ts'
import { summaryLines } from './tables.ts'
import { writeReports } from './write-reports.ts'

/** `capstan eval run` */
export const run = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const args = readRunArgs(argv, deps.cwd)
  const budgetUsd = readBudget(args.text('--budget-usd'))
  const { store, lock } = openStore(args, deps)
  const { plan } = store
  const signal = listenForSignals()
  const command = resumeCommand(store, args, deps)
  const live = createLiveTable(plan, process.stderr, deps.localize)
  deps.warn(evalText('begun', { id: plan.id, count: String(runsOf(plan).length), command }))
  let ended: AllEnded
  const fleet = args.switches.has('--fleet') ? await openFleetHere(store, deps) : undefined
  try {
    const place = { env: deps.process.env, ...(await findSandbox(deps, plan.sandbox && needsSandbox(plan))) }
    ended = await runAll({
      store,
      ports: fleet?.ports(makePorts(deps, { store, place })) ?? makePorts(deps, { store, place }),
      workOf: key => join(workFolder(plan.id), key),
      signal,
      jobs: args.text('--jobs') === undefined ? (fleet?.slots ?? args.jobs) : args.jobs,
      keepCopies: args.switches.has('--keep'),
      changed: progress => live.show(progress),
      ...memoryRoom(),
      ...(budgetUsd === undefined ? {} : { budgetUsd }),
    })
  } catch (error) {
    if (!isNoRoom(error)) throw error
    throw new ExitError(1, evalText('no_room', { why: errorText(error), command }))
  } finally {
    live.clear()
    await fleet?.close()
    lock.release()
  }
  const results = store.results()
  await deps.write(`${summaryLines(plan, results, deps.localize).join('\n')}\n`)
  await writeReports(store, args.text, deps)
  const left = runsOf(plan).length - results.length
  if (ended === 'stopped') {
    deps.warn(evalText('stopped', { command }))
    return signalCode(signal.reason)
  }
  if (ended === 'budget') {
    const usd = formatUsd(budgetUsd ?? 0)
    deps.warn(evalText('budget', { usd, left: String(left), total: String(results.length + left), command }))
    return 3
  }
  if (!args.switches.has('--keep')) rmSync(workFolder(plan.id), { recursive: true, force: true })
  return results.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped') ? 0 : 1
}

/** Only where it is asked for is anything of it loaded. */
const openFleetHere = async (store: RunStore, deps: SessionsDeps) => {
  const { checkFleetFlags, fleetPorts, slotsOf } = await import('./fleet-session.ts')
  const { connectFleet, readMember } = await import('../fleet/fleet-home.ts')
  const { sizeOf } = await import('../fleet/submit.ts')
  const { setUpFleet } = await import('../../features/fleet/setup.ts')
  checkFleetFlags(store)
  const fleet = connectFleet(readMember({ configHome: deps.configHome, roles: ['owner'] }))
  await fleet.connection.run(async nats => await setUpFleet(nats, await sizeOf(fleet)))
  return {
    slots: await slotsOf(fleet),
    ports: (here: RunPorts): RunPorts => fleetPorts({ fleet, store, deps, here }),
    close: () => fleet.connection.close(),
  }
}

/** Tasks in containers bring their own border. */
const needsSandbox = ({ tasks }: EvalPlan): boolean => tasks.some(({ container }) => !container)

const resumeCommand = ({ plan, directory }: RunStore, args: RunArgs, deps: SessionsDeps): string => {
  const where = args.text('--out') === undefined ? plan.id : directory
  return `${programCommand(deps.process.env)} eval run --resume ${where}`
}

/** Nobody else works in it, from before its plan is written. */
const lockRun = (directory: string, id: string): FileLock => {
  const options = { newId: randomUUID, now: () => Date.now(), uncheckableMs: 60_000 }
  const attempt = tryFileLock(join(directory, 'lock'), options)
  if (!('lock' in attempt)) throw new ExitError(1, evalText('busy', { id }))
  return attempt.lock
}

interface LockedRun {
  readonly store: RunStore
  readonly lock: FileLock
}

const openStore = (args: RunArgs, deps: SessionsDeps): LockedRun => {
  const resumed = args.text('--resume')
  if (resumed !== undefined) {
    const store = findRun(resumed, deps)
    const changed = store.plan.tasks.filter(task => digestOf(task) !== task.digest).map(({ name }) => name)
    if (changed.length > 0) throw new ExitError(2, evalText('changed_tasks', { names: changed }))
    return { store, lock: lockRun(store.directory, store.plan.id) }
  }
  const id = `${new Date(deps.now).toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`
  const out = args.text('--out')
  const directory = out === undefined ? join(runsFolder(deps.configHome), id) : resolve(deps.cwd, out)
  const plan = { ...planOf(args, deps), id, createdAt: new Date(deps.now).toISOString() }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockRun(directory, directory)
  try {
    if (isThere(join(directory, 'plan.json'))) throw new ExitError(2, evalText('exists', { path: directory }))
    const store = createRun(directory, plan)
    if (out !== undefined) linkRun(join(runsFolder(deps.configHome), id), directory)
    return { store, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Wherever it is kept, lists and the page find it. */
const linkRun = (path: string, directory: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    symlinkSync(directory, path)
  } catch {
    // A file system without links: it is found by its directory.
  }
}

const planOf = (args: RunArgs, deps: SessionsDeps): Omit<EvalPlan, 'id' | 'createdAt'> => {
  const replayed = args.text('--replay')
  if (replayed !== undefined) {
    const { plan, directory } = findRun(replayed, deps)
    return {
      ...plan,
      replay: directory,
      record: false,
      tasks: plan.tasks.map(task => ({ ...task, digest: digestOf(task) })),
    }
  }
  const judge = args.text('--judge')
  return {
    version: 1,
    tasks: tasksOf(args, deps).map(task => ({ ...task, digest: digestOf(task) })),
    variants: variantsOf(args.matrix),
    times: args.times,
    flags: args.flags,
    sandbox: !args.switches.has('--no-sandbox'),
    record: args.switches.has('--record'),
    ...(judge === undefined ? {} : { judge }),
  }
}

/** The tasks of a command line; throws a sentence where there are none, or some that can't be read. */
export const tasksOf = (
  args: Pick<RunArgs, 'paths' | 'only' | 'text'>,
  deps: SessionsDeps,
): readonly EvalTask[] => {
  const usual = resolve(deps.cwd, 'evals')
  const paths = args.paths.length > 0 ? args.paths : isThere(usual) ? [usual] : []
  const option = (flag: string): string | undefined => args.text(flag)
  const [repos, testCommand, setupCommand] = ['--repos', '--test-command', '--setup-command'].map(option)
  const { tasks, problems } = findTasks({
    paths: paths.map(path => resolve(deps.cwd, path)),
    only: args.only,
    ...(repos === undefined ? {} : { repos: resolve(deps.cwd, repos) }),
    ...(testCommand === undefined ? {} : { testCommand }),
    ...(setupCommand === undefined ? {} : { setupCommand }),
  })
  if (problems.length > 0)
    throw new ExitError(2, evalText('wrong_tasks', { problems: problems.map(problemText) }))
  if (tasks.length === 0) throw new ExitError(2, evalText('no_tasks'))
  return tasks
}

const problemText = ({ source, line, message }: TaskProblem): LocalizedText =>
  evalText('problem', { source: line === undefined ? source : `${source}:${line}`, message })

/** Of a task and what lies in its folder: results of another one can't be put together with its own. */
const digestOf = ({ digest: _, ...task }: EvalTask & { readonly digest?: string }): string => {
  const hash = createHash('sha256').update(JSON.stringify(task))
  if (task.format !== 'swe-bench') addFolder(hash, task.source)
  return hash.digest('hex')
}

const addFolder = (hash: ReturnType<typeof createHash>, path: string): void => {
  for (const name of readdirSync(path).sort()) {
    const full = join(path, name)
    const facts = lstatSync(full)
    hash.update(`${name}\0${facts.isDirectory() ? 'd' : facts.size}\0`)
    if (facts.isDirectory() && name !== '.git') addFolder(hash, full)
    else if (facts.isSymbolicLink()) hash.update(readlinkSync(full))
    else if (facts.isFile()) addFile(hash, full)
  }
}

const CHUNK = 1024 * 1024

/** However large it is. */
const addFile = (hash: ReturnType<typeof createHash>, path: string): void => {
  const fd = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk))
      hash.update(chunk.subarray(0, read))
  } finally {
    closeSync(fd)
  }
}
