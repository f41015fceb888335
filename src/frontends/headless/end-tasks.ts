import { escapeLine } from '../../lib/escape-text.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { TaskInfo } from '../../protocol/tool.ts'

export interface EndRules {
  /** Commands and what else nobody waits for get so long to finish by themselves. */
  readonly graceMs: number
  /** Agents, workflows, members of a team with work and hooks that may wake the model are waited for, and what they have to say is heard; at most so long. */
  readonly ceilingMs: number
  /** Nothing more is to be asked of the model. */
  failed(): boolean
  /** Resolves when all that happened so far is shown, and so known. */
  drained(): Promise<void>
  warn(text: LocalizedText): Promise<void> | void
}

const GRACE_MS = 5000
const CEILING_MS = 600_000

/** The rules, with what the person chose: milliseconds, 0 for no limit. What is no number counts for nothing. */
export const endRules = (chosen: {
  readonly ceiling?: string | undefined
  readonly grace?: string | undefined
}): Pick<EndRules, 'graceMs' | 'ceilingMs'> => ({
  graceMs: msOf(chosen.grace, GRACE_MS),
  ceilingMs: msOf(chosen.ceiling, CEILING_MS),
})

const msOf = (written: string | undefined, usual: number): number => {
  const ms = Number(written || usual)
  const isSane = Number.isFinite(ms) && ms >= 0
  return isSane ? ms || Number.POSITIVE_INFINITY : usual
}

/** These have an answer that the run was started for; others are ended with it. */
const AWAITED: readonly TaskInfo['kind'][] = ['agent', 'remote_agent', 'workflow']
const isAwaited = ({ kind, hasAnswer }: TaskInfo): boolean => hasAnswer === true || AWAITED.includes(kind)
/** Members of a team are there until they are asked to leave, which the end of the session does. */
const isMember = ({ kind }: TaskInfo): boolean => kind === 'teammate'

/**
 * After the last result: agents, workflows and members of a team with work are waited for; whatever else runs gets a
 * moment. What any of them says meanwhile goes to the model, whose next result is the last then: nothing that ended is
 * left untold, also not what ended while the model answered to another. What still runs at the end is stopped and named.
 * After a failure nothing is waited for: what runs is stopped at once, and what the model will not hear of is named.
 */
export const endTasks = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  const patience = new Patience(rules)
  for (;;) {
    if (over.aborted) return
    // What a hook wants heard may have begun a turn by itself.
    await engine.idle()
    await rules.drained()
    if (rules.failed()) return await endFailed(engine, over, rules)
    const busy = await atWork(engine)
    // In this order: who is not at work any more has said what it had to say.
    if ((await engine.query('pendingNotes')) > 0) {
      await hear(engine, rules)
      continue
    }
    if (busy.awaited.length + busy.others.length === 0) return
    const ms = patience.left(busy)
    if (ms <= 0) break
    const since = performance.now()
    await quiet(engine, over, { ms, until: () => hasNews(engine, busy) })
    patience.used(busy, performance.now() - since)
  }
  await stopAll(engine, over, rules)
}

/** How long is still waited, for whom. */
class Patience {
  readonly #rules: EndRules
  #ceilingLeft: number
  readonly #waited = new Map<string, number>()

  constructor(rules: EndRules) {
    this.#rules = rules
    this.#ceilingLeft = rules.ceilingMs
  }

  left(busy: Busy): number {
    if (this.#isForAnswers(busy)) return this.#ceilingLeft
    return Math.max(...everybody(busy).map(({ id }) => this.#rules.graceMs - (this.#waited.get(id) ?? 0)))
  }

  used(busy: Busy, ms: number): void {
    if (this.#isForAnswers(busy)) this.#ceilingLeft -= ms
    else for (const { id } of everybody(busy)) this.#waited.set(id, (this.#waited.get(id) ?? 0) + ms)
  }

  #isForAnswers({ awaited }: Busy): boolean {
    return awaited.length > 0
  }
}

const hasNews = async (engine: Engine, before: Busy): Promise<boolean> => {
  const now = everybody(await atWork(engine)).map(({ id }) => id)
  if (everybody(before).some(({ id }) => !now.includes(id))) return true
  return (await engine.query('pendingNotes')) > 0
}

const stopAll = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  const { awaited: late } = await atWork(engine)
  const stopped = await stopRunning(engine, over)
  await rules.drained()
  if (late.length > 0) {
    await rules.warn(tooLong(late, rules.ceilingMs))
    // What the model says last is true of what became of them.
    if (!over.aborted) await hear(engine, rules)
    if (rules.failed()) return await endFailed(engine, over, rules)
    stopped.push(...(await stopRunning(engine, over)))
    await rules.drained()
  }
  const commands = stopped.filter(task => !isAwaited(task))
  if (commands.length > 0) await rules.warn(stoppedWithRun(commands))
}

/** Nobody hears the answers any more. What ended before is told when the session goes on. */
const endFailed = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  const busy = everybody(await atWork(engine))
  await stopRunning(engine, over)
  await rules.drained()
  if (over.aborted) return
  if (busy.length > 0) await rules.warn(stoppedByFailure(busy))
  const stopped = new Set(busy.map(({ id }) => id))
  const untold = (await engine.query('untoldNotes')).filter(({ id }) => !stopped.has(id))
  if (untold.length > 0) await rules.warn(untoldByFailure(untold))
}

/** All but members of a team, in order; says which. */
const stopRunning = async (engine: Engine, over: AbortSignal): Promise<TaskInfo[]> => {
  const stopped: TaskInfo[] = []
  for (const task of (await running(engine)).filter(each => !isMember(each))) {
    if (over.aborted) continue
    try {
      await engine.send({ type: 'stop_task', taskId: task.id })
      stopped.push(task)
    } catch (error) {
      // It ended meanwhile, or the conversation did: there is nothing to end.
      if (!(error instanceof OpError)) throw error
    }
  }
  return stopped
}

const hear = async (engine: Engine, rules: EndRules): Promise<void> => {
  await engine.send({ type: 'hear_news' })
  await engine.idle()
  await rules.drained()
}

const SHOWN = 80
const named = (busy: readonly Worker[]): readonly string[] =>
  busy.map(({ label, id }) => `${escapeLine(label, SHOWN)}${id === '' ? '' : ` (${id})`}`)

const tooLong = (late: readonly Worker[], ms: number): LocalizedText =>
  sdkHostText('stopped_late', { seconds: Math.round(ms / 1000), names: named(late) })

const stoppedWithRun = (tasks: readonly TaskInfo[]): LocalizedText =>
  sdkHostText('stopped_at_end', { names: named(tasks.map(workerOf)) })

const stoppedByFailure = (busy: readonly Worker[]): LocalizedText =>
  sdkHostText('stopped_by_failure', { names: named(busy) })

const untoldByFailure = (untold: readonly Worker[]): LocalizedText =>
  sdkHostText('untold_by_failure', { names: named(untold) })

/** Whoever is at work: by id, or a member by its name. */
interface Worker {
  readonly id: string
  readonly label: string
}
interface Busy {
  readonly awaited: readonly Worker[]
  readonly others: readonly Worker[]
}
const everybody = ({ awaited, others }: Busy): readonly Worker[] => [...awaited, ...others]
const workerOf = ({ id, description, command }: TaskInfo): Worker => ({ id, label: command ?? description })

const atWork = async (engine: Engine): Promise<Busy> => {
  const tasks = await running(engine)
  const members = (await engine.query('teamAtWork')).map(name => ({ id: `@${name}`, label: name }))
  const others = tasks.filter(task => !isAwaited(task) && !isMember(task))
  const hooks = await engine.query('wakingHooks')
  const awaited = [...tasks.filter(isAwaited).map(workerOf), ...members, ...hooks]
  return { awaited, others: others.map(workerOf) }
}

const running = async (engine: Engine): Promise<readonly TaskInfo[]> =>
  (await engine.query('tasks')).filter(({ status }) => status === 'running')

/** A longer timer would fire at once. */
const MOST_TIMER_MS = 2 ** 31 - 1

interface Wait {
  readonly ms: number
  until(): Promise<boolean>
}

const mayEnd = ({ type }: Event): boolean => type === 'task' || type === 'agent_changed' || type === 'hook'

/** That a member has read its mail is no event. */
const LOOK_MS = 1_000

/** Resolves when what runs is as wanted, or the time is over. */
const quiet = async (engine: Engine, over: AbortSignal, { ms, until }: Wait): Promise<void> => {
  await using events = engine.events()
  const done = Promise.withResolvers<void>()
  const give = (): void => done.resolve()
  const check = async (): Promise<boolean> => {
    const isSo = await until()
    if (isSo) give()
    return isSo
  }
  const timer = setTimeout(give, Math.min(ms, MOST_TIMER_MS))
  const looks = setInterval(() => void check().catch(done.reject), LOOK_MS)
  over.addEventListener('abort', give, { once: true })
  if (over.aborted) give()
  const ended = (async () => {
    // It may have ended before anybody listened.
    if (await check()) return
    for await (const event of events) if (mayEnd(event) && (await check())) return
  })()
  try {
    await Promise.race([ended, done.promise])
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    over.removeEventListener('abort', give)
  }
}
