import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import type { ContributedTool } from '../../protocol/extensions/contribution.ts'
import type { Lookups, Queries, Query } from '../../protocol/query.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import { createEngine } from '../engine.ts'
import { CallLog, needsPresentation } from './call-log.ts'
import type { Presenter } from './presenter.ts'

/**
 * A conversation whose front end shows calls: what leaves it carries their presentations. They are put on behind the
 * queue of each reader, so no call waits for them, and nothing on disk or on the way to a model has them.
 */
export const createPresentedEngine: typeof createEngine = (config, more = () => []) => {
  const log = new CallLog()
  let contributed: (name: string) => ContributedTool | undefined = () => undefined
  const engine = createEngine({ ...config, watch: watching(config.watch, log) }, session => {
    contributed = name => session.contributions.all().tools.find(({ spec }) => spec.name === name)
    return more(session)
  })
  return new PresentedEngine(engine, log, name => contributed(name))
}

class PresentedEngine implements Engine {
  readonly #engine: Engine
  readonly #log: CallLog
  readonly #contributed: (name: string) => ContributedTool | undefined
  #presenter: Promise<Presenter> | undefined

  constructor(engine: Engine, log: CallLog, contributed: (name: string) => ContributedTool | undefined) {
    this.#engine = engine
    this.#log = log
    this.#contributed = contributed
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    const source = this.#engine.events()
    const present = (event: Event) => this.#present(event)
    return {
      async *[Symbol.asyncIterator]() {
        for await (const event of source) yield needsPresentation(event) ? await present(event) : event
      },
      [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
    }
  }

  async query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    const answer = await this.#engine.query(query)
    if (query !== 'history') return answer
    return (await (await this.#load()).messages(answer as Queries['history'])) as Queries[Q]
  }

  readonly look: Engine['look'] = async (what, about, signal) => {
    const found = await this.#engine.look(what, about, signal)
    if (what !== 'earlier') return found
    const messages = found as Lookups['earlier']['found']
    return (await (await this.#load()).messages(messages)) as typeof found
  }

  readonly send: Engine['send'] = op => this.#engine.send(op)
  readonly rewindFiles: Engine['rewindFiles'] = request => this.#engine.rewindFiles(request)
  readonly compact: Engine['compact'] = request => this.#engine.compact(request)
  readonly rewind: Engine['rewind'] = request => this.#engine.rewind(request)
  readonly idle: Engine['idle'] = () => this.#engine.idle()

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]()
  }

  async #present(event: Event): Promise<Event> {
    const presenter = await this.#load()
    return await presenter.event(event, this.#log)
  }

  #load(): Promise<Presenter> {
    this.#presenter ??= import('./presenter.ts').then(({ createPresenter }) =>
      createPresenter(this.#contributed),
    )
    return this.#presenter
  }
}

/** The log hears of an event before anybody reads it. */
const watching = (watch: SessionWatch | undefined, log: CallLog): SessionWatch => ({
  happened: event => {
    log.note(event)
    watch?.happened(event)
  },
  called: call => watch?.called(call),
  decided: decision => watch?.decided(decision),
  wrote: lines => watch?.wrote(lines),
  noted: fact => watch?.noted(fact),
  ...(watch?.traceFor ? { traceFor: id => watch.traceFor?.(id) } : {}),
  ...(watch?.variablesFor ? { variablesFor: id => watch.variablesFor?.(id) } : {}),
})
