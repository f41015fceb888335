import { type Bucket, bucketName, createBucket } from '../../lib/nats/bucket.ts'
import { createConnection, type NatsOptions } from '../../lib/nats/connection.ts'
import type { ProcessIdentity } from '../../lib/process/process-identity.ts'
import type { SharedTaskList } from '../../protocol/agents/task-list.ts'
import {
  checkListId,
  checkName,
  PRESENCE_TTL_MS,
  type TeamBackend,
  TeamError,
} from '../../protocol/agents/team.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { createNatsMail } from './nats-mail.ts'
import { createNatsPresence } from './nats-presence.ts'
import { createNatsTasks } from './nats-tasks.ts'
import { createNatsTeams } from './nats-teams.ts'

const says = modelTexts('team_nats', {
  unreachable: {
    en: "The team's NATS server ({url}) cannot be reached: {why}. Try again later.",
    zh: '连接不上团队的 NATS 服务器（{url}）：{why}。请稍后重试。',
  },
})

export interface TeamNatsOptions extends Omit<NatsOptions, 'unreachable' | 'ca'> {
  readonly self: ProcessIdentity
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
  /** After so long without a beat a member counts as dead; all who share a server must agree. */
  readonly presenceTtlMs?: number
}

/** Teams on a NATS server with JetStream, for several machines. */
export const createTeamNats = (options: TeamNatsOptions): TeamBackend => {
  const { url } = options
  const connection = createConnection({
    ...options,
    unreachable: why => new TeamError('unreachable', says('unreachable', { url, why })),
  })
  const opened = new Map<string, Bucket>()
  /** The same for the same name: it knows what it has read already. */
  const bucket = (kind: string, called: string): Bucket => {
    const name = bucketName(kind, called)
    const known = opened.get(name) ?? createBucket(connection, { name })
    opened.set(name, known)
    return known
  }
  const ttl = options.presenceTtlMs ?? PRESENCE_TTL_MS
  const presence = createBucket(connection, { name: 'capstan-presence', ttl })
  const tasks = (listId: string): SharedTaskList => {
    checkListId(listId)
    return createNatsTasks(bucket('tasks', listId))
  }
  const teams = createNatsTeams(createBucket(connection, { name: 'capstan-teams' }), async name => {
    await tasks(name).remove()
    await bucket('mail', name).destroy()
    for (const { key } of await presence.all(`${name}.`)) await presence.delete(key)
  })
  return {
    kind: 'nats',
    teams,
    tasks,
    mailbox(team) {
      checkName('team', team)
      return createNatsMail(bucket('mail', team), { ...options, team, teams })
    },
    presence: team => createNatsPresence(presence, { ...options, team }),
    close: () => connection.close(),
  }
}
