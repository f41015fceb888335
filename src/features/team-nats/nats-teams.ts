import { isObject } from '../../lib/is-object.ts'
import type { Bucket } from '../../lib/nats/bucket.ts'
import type { BucketEntry } from '../../lib/nats/bucket-view.ts'
import { checkName, existingTeam, type Team, type Teams, unknownTeam } from '../../protocol/agents/team.ts'
import { parseTeam } from '../../protocol/agents/team-file.ts'

/** A key for each team; `removed` takes away what belongs to one. */
export const createNatsTeams = (bucket: Bucket, removed: (name: string) => Promise<void>): Teams => ({
  async create(team) {
    checkName('team', team.name)
    const text = JSON.stringify(team)
    await bucket.change(team.name, now => {
      // The same text is what we wrote ourselves before the answer was lost.
      if (now && now.text !== text && teamOf(now)) throw existingTeam(team.name)
      return text
    })
  },
  async read(name) {
    checkName('team', name)
    const held = await bucket.get(name)
    return held && teamOf(held)
  },
  list: async () => (await bucket.all('')).flatMap(held => teamOf(held) ?? []),
  async change(name, change) {
    checkName('team', name)
    const held = await bucket.change(name, now => {
      const team = now && teamOf(now)
      if (!team) throw unknownTeam(name)
      return JSON.stringify({ ...change(team), name })
    })
    return teamOf(held as BucketEntry) as Team
  },
  async remove(name) {
    checkName('team', name)
    if (await bucket.get(name)) await bucket.delete(name)
    await removed(name)
  },
})

const teamOf = ({ key, text }: BucketEntry): Team | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? parseTeam(key, value) : undefined
  } catch {
    // Not written by us.
    return undefined
  }
}
