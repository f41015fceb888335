import type { StoredMsg } from '@nats-io/jetstream'
import type { Nats } from './connection.ts'

/** One value of a bucket. */
export interface BucketEntry {
  readonly key: string
  readonly text: string
  /** Grows with every write to the bucket; names this very value of the key. */
  readonly revision: number
}

interface Seen extends BucketEntry {
  readonly isDeleted: boolean
  readonly writtenAt: number
}

interface Copy {
  /** Of which making of the bucket. */
  readonly created: string
  /** Up to here everything is in it. */
  last: number
  readonly values: Map<string, Seen>
}

export interface BucketView {
  /** All values, in the order they were written, as they are now. */
  read(nats: Nats): Promise<readonly BucketEntry[]>
  /** Keys that were deleted before that time, with the number of what is left of each. */
  deletedBefore(time: number): readonly BucketEntry[]
}

const STREAM_NOT_FOUND = 10059
const AT_ONCE = 64

/**
 * A copy of a bucket that is brought up to date with every reading: what was written since is fetched, one by one, and
 * nothing else. No consumer is left on the server, and none can end early and pass for the whole. `isVolatile`: values
 * go away by themselves, so everything is fetched every time.
 */
export const createBucketView = (name: string, isVolatile: boolean): BucketView => {
  const stream = `KV_${name}`
  let copy: Copy | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const refresh = async (nats: Nats): Promise<readonly BucketEntry[]> => {
    const { created, state } = await nats.manager.streams.info(stream)
    const isKnown = copy?.created === created && copy.last <= state.last_seq
    if (!copy || !isKnown || isVolatile) copy = await load(nats, name)
    else await catchUp(nats, { name, copy, to: state.last_seq })
    if (copy.last === state.last_seq && copy.values.size !== state.messages) copy = await load(nats, name)
    return [...copy.values.values()].filter(each => !each.isDeleted).sort((a, b) => a.revision - b.revision)
  }
  return {
    read(nats) {
      const next = queue.then(
        () => refresh(nats),
        () => refresh(nats),
      )
      queue = next.catch(() => {})
      return next.catch(error => {
        if ((error as { readonly code?: unknown }).code !== STREAM_NOT_FOUND) throw error
        copy = undefined
        return []
      })
    },
    deletedBefore: time =>
      [...(copy?.values.values() ?? [])].filter(each => each.isDeleted && each.writtenAt < time),
  }
}

const load = async (nats: Nats, name: string): Promise<Copy> => {
  const { created, state } = await nats.manager.streams.info(`KV_${name}`, { subjects_filter: '>' })
  const subjects = Object.keys(state.subjects ?? {})
  const copy: Copy = { created, last: state.last_seq, values: new Map() }
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const some = subjects.slice(at, at + AT_ONCE)
    const got = await Promise.all(
      some.map(subject => nats.manager.streams.getMessage(`KV_${name}`, { last_by_subj: subject })),
    )
    for (const message of got) if (message) take(copy, name, message)
  }
  return copy
}

const catchUp = async (
  { manager }: Nats,
  { name, copy, to }: { readonly name: string; readonly copy: Copy; readonly to: number },
): Promise<void> => {
  while (copy.last < to) {
    // The first from there on; the client's types only know the other two questions.
    const query = { seq: copy.last + 1, next_by_subj: `$KV.${name}.>` }
    const message = await manager.streams.getMessage(`KV_${name}`, query)
    if (message) take(copy, name, message)
    copy.last = message?.seq ?? to
  }
}

const take = ({ values }: Copy, name: string, message: StoredMsg): void => {
  const key = message.subject.slice(`$KV.${name}.`.length)
  if ((values.get(key)?.revision ?? 0) > message.seq) return
  const operation = message.header?.get('KV-Operation') || 'PUT'
  values.set(key, {
    key,
    text: message.string(),
    revision: message.seq,
    isDeleted: operation !== 'PUT',
    writtenAt: message.time.getTime(),
  })
}
