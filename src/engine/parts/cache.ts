import { createDrift, type Drift } from '../../features/context/usage/drift.ts'
import { createRequestEstimate } from '../../features/context/usage/request-estimate.ts'
import { CacheWatch, type Watched } from '../../features/models/cache-report/cache-watch.ts'
import { type CacheNote, noteOf } from '../../features/models/cache-report/causes.ts'
import { type RequestWatch, watchModel } from '../../features/models/cache-report/watched-model.ts'
import { createIdleWork, type IdleWork } from '../../lib/idle-work.ts'
import type { CacheReport } from '../../protocol/cache.ts'
import type { Usage } from '../../protocol/usage.ts'
import type { EngineConfig } from '../config.ts'
import type { ModelChoice } from '../options/model-choice.ts'
import type { Part } from '../scope.ts'

/** What the prompt cache does for a session, and how well we guess sizes. */
export interface Cache extends Part {
  /** The same with a model whose requests are watched. */
  readonly config: EngineConfig
  /** The next request of the main conversation will not begin as the last one did, for this reason. */
  tell(note: CacheNote): void
  report(): CacheReport
  readonly drift: Drift
  /** Keeps what is new with the session. */
  save(): Promise<void>
}

export const createCache = (given: EngineConfig): Cache => {
  const { session, runtime, models } = given
  const watch = new CacheWatch({
    now: () => runtime.now().getTime(),
    rows: models.rows,
    ...session.cache,
    ...(given.cacheLint ? { lint: true } : {}),
    log: line => runtime.log?.(line),
  })
  const sent = session.promptSnapshot?.version
  if (sent !== undefined && sent !== session.version)
    watch.tell({ cause: 'upgraded', detail: `${sent} → ${session.version}` })
  const drift = createDrift()
  const estimate = createRequestEstimate()
  const idle = createIdleWork(error => runtime.log?.(`the cache could not be watched: ${String(error)}`))
  const watched = given.cacheLint ? watch : watchLater(watch, idle)
  const model = watchModel<unknown>(models.model, watched as RequestWatch<unknown>, (request, usage) => {
    if (request.source === 'main') idle.later(() => drift.see(estimate(request), sizeOf(usage)))
  })
  const tell = (note: CacheNote): void => {
    // What is told now is about the next request, not about one that is still to be looked at.
    idle.flush()
    watch.tell(note)
  }
  const report = (): CacheReport => {
    idle.flush()
    return watch.report
  }
  const save = async (): Promise<void> => {
    idle.flush()
    const fresh = watch.take()
    if (fresh) await session.note({ type: 'cache-state', ...fresh, sessionId: session.id })
  }
  return {
    config: { ...given, models: { ...models, model, ...latchedHour(given) } },
    tell,
    report,
    drift,
    recorded(message) {
      const note = noteOf(message)
      if (note) tell(note)
    },
    restarted(_history, why) {
      if (why === 'branch') tell(MOVED)
    },
    save,
    turnEnded: save,
    answers: { cache: report },
  }
}

const MOVED: CacheNote = {
  cause: 'messages_removed',
  detail: 'the conversation goes on from another message',
}

/** The looks at a request are taken while it is answered: nothing of that stands between a reply and the next request. */
const watchLater = (watch: CacheWatch, idle: IdleWork): RequestWatch<{ watched?: Watched }> => ({
  begin(request) {
    const slot: { watched?: Watched } = {}
    idle.later(() => {
      slot.watched = watch.begin(request)
    })
    return slot
  },
  end(slot, usage) {
    idle.later(() => slot.watched && watch.end(slot.watched, usage))
  },
})

const sizeOf = (usage: Usage): number =>
  usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens

const ONE_HOUR = 60 * 60_000

/** A session goes on with the lifetime it began with: another mark in the middle would be paid for twice. */
const latchedHour = ({ session, models }: EngineConfig): Pick<ModelChoice, 'cacheHour'> => {
  const began = session.cache?.print?.lifetimeMs
  if (models.cacheHour === undefined || began === undefined) return {}
  return { cacheHour: began === ONE_HOUR ? 'wanted' : 'possible' }
}
