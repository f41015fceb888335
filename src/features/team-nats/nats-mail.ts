import type { Bucket } from '../../lib/nats/bucket.ts'
import type { BucketEntry } from '../../lib/nats/bucket-view.ts'
import {
  checkMail,
  checkName,
  type Mail,
  type Mailbox,
  recipientsOf,
  type Teams,
  unknownTeam,
} from '../../protocol/agents/team.ts'
import { parseMail } from '../../protocol/agents/team-file.ts'

export interface MailOptions {
  readonly team: string
  readonly teams: Pick<Teams, 'read'>
  now(): number
  newId(): string
}

/** Nobody tries for so long to send a message. */
const REMEMBERED_MS = 60 * 60_000

/**
 * A key for each message of each member. Marking one deletes its value and leaves its key, so that the same id never
 * arrives again. Not a consumer with acknowledgements: that hides for a while what it gave to a process that died.
 */
export const createNatsMail = (bucket: Bucket, options: MailOptions): Mailbox => {
  checkName('team', options.team)
  return {
    async send({ to, ...mail }) {
      checkMail(mail)
      const team = await options.teams.read(options.team)
      if (!team) throw unknownTeam(options.team)
      const recipients = recipientsOf(team, { to, from: mail.from })
      const id = mail.id ?? options.newId()
      const timestamp = new Date(options.now()).toISOString()
      const text = JSON.stringify({ ...mail, id, timestamp, read: false })
      for (const member of recipients) await bucket.create(`${member}.${id}`, text)
      return recipients
    },
    async receive(member) {
      checkName('member', member)
      return (await bucket.all(`${member}.`)).flatMap(held => mailOf(held) ?? [])
    },
    async mark(member, ids) {
      checkName('member', member)
      for (const id of ids) {
        const key = `${member}.${id}`
        if (/^[\w-]{1,80}$/.test(id) && (await bucket.get(key))) await bucket.delete(key)
      }
      await bucket.forget(options.now() - REMEMBERED_MS)
    },
    async watch(member, wake) {
      checkName('member', member)
      return await bucket.watch(`${member}.*`, wake)
    },
  }
}

const mailOf = ({ key, text }: BucketEntry): Mail | undefined => {
  try {
    const id = key.slice(key.indexOf('.') + 1)
    const mail = parseMail(JSON.parse(text), () => id)
    if (!mail) return undefined
    const { read: _, ...rest } = mail
    // By its key it is marked, whatever stands in it.
    return { ...rest, id }
  } catch {
    // Not written by us.
    return undefined
  }
}
