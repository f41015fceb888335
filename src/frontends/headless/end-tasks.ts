import type { Engine } from '../../protocol/engine.ts'
import { OpError } from '../../protocol/op.ts'
import type { TaskInfo, TaskKind } from '../../protocol/tool.ts'

export interface EndRules {
  /** What nobody waits for gets so long to finish by itself. */
  readonly graceMs: number
  /** Agents and workflows are waited for, and what they have to say is heard; at most so long. */
  readonly ceilingMs: number
  /** Nothing more is to be asked of the model. */
  readonly silent?: boolean
  warn(text: string): Promise<void> | void
}

const GRACE_MS = 5000
const CEILING_MS = 600_000

/** The rules, with the ceiling the person chose: milliseconds, 0 for none. What is no number counts for nothing. */
export const endRules = (ceiling: string | undefined): Pick<EndRules, 'graceMs' | 'ceilingMs'> => {
  const ms = Number(ceiling || CEILING_MS)
  const isSane = Number.isFinite(ms) && ms >= 0
  return { graceMs: GRACE_MS, ceilingMs: isSane ? ms || Number.POSITIVE_INFINITY : CEILING_MS }
}

/** These have an answer that the run was started for; others are ended with it. */
const AWAITED: readonly TaskKind[] = ['agent', 'remote_agent', 'workflow']
const isAwaited = ({ kind }: TaskInfo): boolean => AWAITED.includes(kind)

/**
 * After the last result: agents and workflows are waited for, and each end of one goes to the model, whose next result
 * is the last then. Whatever else runs gets a moment to finish and is ended.
 */
export const endTasks = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  if (!rules.silent) await hearAll(engine, over, rules)
  if (!(await isBusy(engine, () => true))) return
  await quiet(engine, over, { ms: rules.graceMs, until: running => running.length === 0 })
  for (const task of await engine.query('tasks')) {
    if (task.status !== 'running' || over.aborted) continue
    try {
      await engine.send({ type: 'stop_task', taskId: task.id })
    } catch (error) {
      // It ended meanwhile, or the conversation did: there is nothing to end.
      if (!(error instanceof OpError)) throw error
    }
  }
}

const hearAll = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  let left = rules.ceilingMs
  while (!over.aborted && (await isBusy(engine, isAwaited))) {
    if (left <= 0) return await rules.warn(tooLong(rules.ceilingMs))
    const before = performance.now()
    const count = (await awaited(engine)).length
    await quiet(engine, over, { ms: left, until: running => running.filter(isAwaited).length < count })
    left -= performance.now() - before
    if (over.aborted) return
    await engine.send({ type: 'hear_news' })
    await engine.idle()
  }
}

const tooLong = (ms: number): string =>
  `Background agents that still ran after ${Math.round(ms / 1000)} s were stopped. Set CAPSTAN_PRINT_BG_WAIT_CEILING_MS to wait longer (0: no limit).`

const awaited = async (engine: Engine): Promise<readonly TaskInfo[]> =>
  (await engine.query('tasks')).filter(task => task.status === 'running' && isAwaited(task))

const isBusy = async (engine: Engine, counts: (task: TaskInfo) => boolean): Promise<boolean> =>
  (await engine.query('tasks')).some(task => task.status === 'running' && counts(task))

/** A longer timer would fire at once. */
const MOST_TIMER_MS = 2 ** 31 - 1

interface Wait {
  readonly ms: number
  until(running: readonly TaskInfo[]): boolean
}

/** Resolves when what runs is as wanted, or the time is over. */
const quiet = async (engine: Engine, over: AbortSignal, { ms, until }: Wait): Promise<void> => {
  await using events = engine.events()
  const timeUp = Promise.withResolvers<void>()
  const give = (): void => timeUp.resolve()
  const timer = setTimeout(give, Math.min(ms, MOST_TIMER_MS))
  over.addEventListener('abort', give, { once: true })
  if (over.aborted) give()
  const ended = (async () => {
    // It may have ended before anybody listened.
    if (until((await engine.query('tasks')).filter(task => task.status === 'running'))) return
    for await (const event of events) if (event.type === 'task' && until(event.running)) return
  })()
  try {
    await Promise.race([ended, timeUp.promise])
  } finally {
    clearTimeout(timer)
    over.removeEventListener('abort', give)
  }
}
