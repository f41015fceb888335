import type { Msg } from '@nats-io/transport-node'
import { isObject } from '../../lib/is-object.ts'
import type { Connection, Nats } from '../../lib/nats/connection.ts'
import { consumerName, isJobId, isName, JOBS, labelsOf } from './names.ts'

/** A job that waits for a worker, handed to this one; another gets it unless it is answered in time. */
export interface Handed {
  readonly job: string
  readonly owner: string
  /** Still at it. */
  working(): Promise<void>
  /** It is over: nobody gets it any more. */
  done(): Promise<void>
  /** For another, after so long. */
  back(delayMs: number): Promise<void>
}

export interface QueueOptions {
  readonly owners: readonly string[]
  /** What this worker has. */
  readonly labels: readonly string[]
}

export interface Queue {
  /** The next job, the owners taking turns; undefined: there is none now. */
  next(): Promise<Handed | undefined>
  /** Calls when something was queued. */
  watch(wake: () => void): Promise<() => void>
}

export const openQueue = (connection: Connection, { owners, labels }: QueueOptions): Queue => {
  /** Whose turn it was last. */
  let last = ''
  const waiting = async (nats: Nats): Promise<ReadonlyMap<string, readonly string[]>> => {
    const state = await stateOf(nats)
    const found = new Map<string, string[]>()
    for (const subject of Object.keys(state.subjects ?? {}).sort()) {
      const [, , owner = '', key = ''] = subject.split('.')
      if (!owners.includes(owner) || !labelsOf(key).every(label => labels.includes(label))) continue
      found.set(owner, [...(found.get(owner) ?? []), key])
    }
    return found
  }
  return {
    next: () =>
      connection.run(async nats => {
        const found = await waiting(nats)
        const names = [...found.keys()]
        const turn = names.findIndex(name => name > last)
        const inTurn = turn < 0 ? names : [...names.slice(turn), ...names.slice(0, turn)]
        for (const owner of inTurn)
          for (const key of found.get(owner) ?? []) {
            const handed = await pull(nats, { owner, key })
            if (!handed) continue
            last = owner
            return handed
          }
        return undefined
      }),
    watch: wake => connection.listen('fleet.jobs.>', wake),
  }
}

const STREAM_NOT_FOUND = 10059

/** Nothing waits where no owner was yet. */
const stateOf = async ({ manager }: Nats): Promise<{ readonly subjects?: Record<string, number> }> => {
  try {
    return (await manager.streams.info(JOBS, { subjects_filter: '>' })).state
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === STREAM_NOT_FOUND) return {}
    throw error
  }
}

/** A job comes under its own subject: an inbox that many share would not know whose it is. */
const PULL_MS = 5_000
const NOBODY_WAITS: readonly number[] = [404, 408, 409]

const pull = async (
  { connection }: Nats,
  { owner, key }: { readonly owner: string; readonly key: string },
): Promise<Handed | undefined> => {
  const name = consumerName(owner, key)
  const ask = JSON.stringify({ batch: 1, no_wait: true })
  const message = await connection
    .request(`$JS.API.CONSUMER.MSG.NEXT.${JOBS}.${name}`, ask, { timeout: PULL_MS, noMux: true })
    .catch((error: unknown) => {
      // Nobody made the queue yet, or nobody may take from it.
      if ((error as Error).name === 'NoRespondersError') return undefined
      throw error
    })
  if (!message || NOBODY_WAITS.includes(message.headers?.code ?? 0)) return undefined
  return handedOf(connection, message, owner)
}

const handedOf = (connection: Nats['connection'], message: Msg, owner: string): Handed | undefined => {
  const reply = message.reply ?? ''
  const job = jobOf(message)
  const answer = async (word: string): Promise<void> => {
    connection.publish(reply, word)
    await connection.flush()
  }
  if (job === undefined) {
    // Nothing that could be a job: nobody should be bothered with it again.
    connection.publish(reply, '+TERM')
    return undefined
  }
  return {
    job,
    owner,
    working: () => answer('+WPI'),
    done: () => answer('+ACK'),
    back: delayMs => answer(`-NAK ${JSON.stringify({ delay: delayMs * 1_000_000 })}`),
  }
}

const jobOf = (message: Msg): string | undefined => {
  try {
    const value: unknown = JSON.parse(message.string())
    return isObject(value) && isJobId(value['job']) && isName(value['owner']) ? value['job'] : undefined
  } catch {
    return undefined
  }
}
