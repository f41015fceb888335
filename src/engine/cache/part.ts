import { createDrift, type Drift } from '../../features/context/usage/drift.ts'
import { createRequestEstimate } from '../../features/context/usage/request-estimate.ts'
import type {
  CacheWatch,
  CacheWatchOptions,
  Watched,
} from '../../features/models/cache-report/cache-watch.ts'
import { type CacheNote, noteOf } from '../../features/models/cache-report/causes.ts'
import { type RequestWatch, watchModel } from '../../features/models/cache-report/watched-model.ts'
import { createIdleWork, type IdleWork } from '../../lib/idle-work.ts'
import { type CacheReport, EMPTY_CACHE_BOOK, toCacheReport } from '../../protocol/cache.ts'
import { cacheText } from '../../protocol/messages/host/cache.ts'
import type { Model, ModelRequest } from '../../protocol/model.ts'
import type { Usage } from '../../protocol/usage.ts'
import type { EngineConfig } from '../config.ts'
import type { ModelChoice } from '../models/options.ts'
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
  const watch = createLateWatch({
    now: () => runtime.now().getTime(),
    rows: models.rows,
    ...session.cache,
    ...(given.cacheLint ? { lint: true } : {}),
    log: line => runtime.log?.(line),
  })
  const sent = session.promptSnapshot?.version
  if (sent !== undefined && sent !== session.version)
    watch.later(now => now.tell({ cause: 'upgraded', detail: `${sent} → ${session.version}` }))
  const drift = createDrift()
  const estimate = createRequestEstimate()
  const idle = createIdleWork(error => runtime.log?.(`the cache could not be watched: ${String(error)}`))
  const seen = (request: ModelRequest, usage: Usage): void => {
    if (request.source === 'main') idle.later(() => drift.see(estimate(request), sizeOf(usage)))
  }
  const model = given.cacheLint
    ? lintModel(models.model, watch, seen)
    : watchModel(models.model, watchLater(watch, idle), seen)
  const tell = (note: CacheNote): void => {
    // What is told now is about the next request, not about one that is still to be looked at.
    idle.flush()
    watch.later(now => now.tell(note))
  }
  const report = (): CacheReport => {
    idle.flush()
    return watch.loaded?.report ?? toCacheReport(session.cache?.book ?? EMPTY_CACHE_BOOK)
  }
  const save = async (): Promise<void> => {
    idle.flush()
    const fresh = (await watch.whenLoaded()?.catch(() => undefined))?.take()
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
      if (why === 'branch') tell({ cause: 'messages_removed', detail: cacheText('moved') })
    },
    save,
    turnEnded: save,
    answers: { cache: report },
  }
}

/** A watch whose code is loaded once there is a request to look at: none waits for it. */
interface LateWatch {
  readonly loaded: CacheWatch | undefined
  load(): Promise<CacheWatch>
  /** Undefined: there was no request yet. */
  whenLoaded(): Promise<CacheWatch> | undefined
  /** Runs now, or when it is loaded, in the order of the calls. */
  later(use: (watch: CacheWatch) => void): void
}

const createLateWatch = (options: CacheWatchOptions): LateWatch => {
  let loaded: CacheWatch | undefined
  let loading: Promise<CacheWatch> | undefined
  const waiting: ((watch: CacheWatch) => void)[] = []
  const failed = (error: unknown): void => options.log?.(`the cache could not be watched: ${String(error)}`)
  const load = async (): Promise<CacheWatch> => {
    const { CacheWatch } = await import('../../features/models/cache-report/cache-watch.ts')
    const watch = new CacheWatch(options)
    const idle = createIdleWork(failed)
    for (const use of waiting.splice(0)) idle.later(() => use(watch))
    idle.flush()
    loaded = watch
    return watch
  }
  return {
    get loaded() {
      return loaded
    },
    load: () =>
      (loading ??= load().catch((error: unknown) => {
        // A machine may be short of files to open for a moment.
        loading = undefined
        waiting.length = 0
        failed(error)
        throw error
      })),
    whenLoaded: () => loading,
    later(use) {
      if (loaded) use(loaded)
      else waiting.push(use)
    },
  }
}

/** The looks at a request are taken while it is answered: nothing of that stands between a reply and the next request. */
const watchLater = (watch: LateWatch, idle: IdleWork): RequestWatch<{ watched?: Watched }> => ({
  begin(request) {
    const slot: { watched?: Watched } = {}
    idle.later(() => {
      watch.later(now => {
        slot.watched = now.begin(request)
      })
      watch.load().catch(() => undefined) // Logged there; the session goes on unwatched.
    })
    return slot
  },
  end(slot, usage) {
    idle.later(() => watch.later(now => slot.watched && now.end(slot.watched, usage)))
  },
})

/** The look comes first, and a break that nobody explains is thrown before anything is sent. */
const lintModel = (
  model: Model,
  watch: LateWatch,
  seen: (request: ModelRequest, usage: Usage) => void,
): Model => ({
  ...model,
  async *stream(request, signal) {
    const now = await watch.load()
    return yield* watchModel<Watched>(model, now, seen).stream(request, signal)
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
