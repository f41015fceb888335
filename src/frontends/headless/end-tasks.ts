import type { Engine } from '../../protocol/engine.ts'
import { OpError } from '../../protocol/op.ts'
import type { TaskInfo } from '../../protocol/tool.ts'

export interface EndRules {
  /** What nobody waits for gets so long to finish by itself. */
  readonly graceMs: number
  /** Agents, workflows and members of a team with work are waited for, and what they have to say is heard; at most so long. */
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
const AWAITED: readonly TaskInfo['kind'][] = ['agent', 'remote_agent', 'workflow']
const isAwaited = ({ kind }: TaskInfo): boolean => AWAITED.includes(kind)
/** Members of a team are there until they are asked to leave, which the end of the session does. */
const isMember = ({ kind }: TaskInfo): boolean => kind === 'teammate'

/**
 * After the last result: agents, workflows and members of a team with work are waited for, and what each says goes to
 * the model, whose next result is the last then. Whatever else runs gets a moment to finish and is ended.
 */
export const endTasks = async (engine: Engine, over: AbortSignal, rules: EndRules): Promise<void> => {
  if (!rules.silent) await hearAll(engine, over, rules)
  const others = async (): Promise<readonly TaskInfo[]> =>
    (await running(engine)).filter(task => !isMember(task))
  if ((await others()).length === 0) return
  await quiet(engine, over, { ms: rules.graceMs, until: async () => (await others()).length === 0 })
  for (const task of await others()) {
    if (over.aborted) continue
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
  // One may have ended while the last result was made.
  if ((await engine.query('tasks')).some(task => isAwaited(task) || isMember(task))) await hear(engine)
  for (let before = await atWork(engine); before.length > 0; before = await atWork(engine)) {
    if (over.aborted) return
    if (left <= 0) return await rules.warn(tooLong(rules.ceilingMs))
    const since = performance.now()
    const fewer = async (): Promise<boolean> => {
      const now = await atWork(engine)
      return before.some(id => !now.includes(id))
    }
    await quiet(engine, over, { ms: left, until: fewer })
    left -= performance.now() - since
    if (over.aborted) return
    await hear(engine)
  }
}

const hear = async (engine: Engine): Promise<void> => {
  await engine.send({ type: 'hear_news' })
  await engine.idle()
}

const tooLong = (ms: number): string =>
  `Background agents that still ran after ${Math.round(ms / 1000)} s were stopped. Set CAPSTAN_PRINT_BG_WAIT_CEILING_MS to wait longer (0: no limit).`

/** Who is waited for, by id or name. */
const atWork = async (engine: Engine): Promise<readonly string[]> => {
  const tasks = await running(engine)
  const members = tasks.some(isMember) ? await engine.query('teamAtWork') : []
  return [...tasks.filter(isAwaited).map(({ id }) => id), ...members.map(name => `@${name}`)]
}

const running = async (engine: Engine): Promise<readonly TaskInfo[]> =>
  (await engine.query('tasks')).filter(({ status }) => status === 'running')

/** A longer timer would fire at once. */
const MOST_TIMER_MS = 2 ** 31 - 1

interface Wait {
  readonly ms: number
  until(): Promise<boolean>
}

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
    for await (const event of events)
      if ((event.type === 'task' || event.type === 'agent_changed') && (await check())) return
  })()
  try {
    await Promise.race([ended, done.promise])
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    over.removeEventListener('abort', give)
  }
}
