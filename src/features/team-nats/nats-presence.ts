import { isObject } from '../../lib/is-object.ts'
import type { Bucket } from '../../lib/nats/bucket.ts'
import type { BucketEntry } from '../../lib/nats/bucket-view.ts'
import type { ProcessIdentity } from '../../lib/process/process-identity.ts'
import { checkName, type Presence, type PresenceBook, takenMember } from '../../protocol/agents/team.ts'

export interface PresenceOptions {
  readonly team: string
  readonly self: ProcessIdentity
  now(): number
}

/** A key for each member, which the server forgets when it is not written for a time: by its clock, not by ours. */
export const createNatsPresence = (bucket: Bucket, { team, self, now }: PresenceOptions): PresenceBook => {
  checkName('team', team)
  return {
    async beat(member) {
      checkName('member', member)
      await bucket.change(`${team}.${member}`, held => {
        const other = held && presenceOf(held)
        if (other && !isSame(other, self)) throw takenMember(other, member, team)
        return JSON.stringify({ ...self, seenAt: now() })
      })
    },
    async leave(member) {
      checkName('member', member)
      const held = await bucket.get(`${team}.${member}`)
      const present = held && presenceOf(held)
      if (present && isSame(present, self)) await bucket.delete(held.key)
    },
    list: async () => (await bucket.all(`${team}.`)).flatMap(held => presenceOf(held) ?? []),
  }
}

const isSame = (a: ProcessIdentity, b: ProcessIdentity): boolean =>
  a.host === b.host && a.pid === b.pid && a.started === b.started

const presenceOf = ({ key, text }: BucketEntry): Presence | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const { host, pid, started, seenAt } = value
    if (typeof host !== 'string' || typeof started !== 'string') return undefined
    if (typeof pid !== 'number' || typeof seenAt !== 'number') return undefined
    return { name: key.slice(key.indexOf('.') + 1), host, pid, started, seenAt, isAlive: true }
  } catch {
    // Not written by us.
    return undefined
  }
}
