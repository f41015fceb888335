import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { LockOptions } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { watchDirectory } from '../../lib/files/watch-directory.ts'
import {
  checkMail,
  checkName,
  type Mail,
  type Mailbox,
  type NewMail,
  recipientsOf,
  TeamError,
  unknownTeam,
} from '../../protocol/agents/team.ts'
import { parseMail } from '../../protocol/agents/team-file.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { readTeam } from './team-configs.ts'
import { changeFile, parseJson, readText, setAside, teamPaths, writeJson } from './team-folder.ts'

const says = modelTexts('team_inboxes', {
  full: {
    en: 'The inbox of {member} is full: {most:number} messages are unread.',
    zh: '{member} 的收件箱已满：有 {most:number} 条未读消息。',
  },
})

export interface InboxOptions extends LockOptions {
  /** `<config home>/teams`. */
  readonly directory: string
  readonly pollMs: number
}

type Kept = Mail & { readonly read: boolean }

/** So many read messages stay, for people and for a sender that sends again. */
const READ_KEPT = 200
const MOST_UNREAD = 5_000

/** `<team>/inboxes/<member>.json`: a list of messages, the newest last, changed under a lock beside it. */
export const createInboxes = (options: InboxOptions, team: string): Mailbox => {
  const { inboxes } = teamPaths(options.directory, team)
  const pathOf = (member: string): string => {
    checkName('member', member)
    return join(inboxes, `${member}.json`)
  }
  const change = async (member: string, act: (mails: readonly Kept[]) => readonly Kept[]): Promise<void> => {
    const path = pathOf(member)
    await changeFile({ directory: inboxes, name: member }, options, () => {
      const text = readText(path)
      const inbox = parseInbox(text)
      const before = inbox ?? []
      const after = act(before)
      if (after === before) return
      if (text !== undefined && (!inbox || holdsMore(text))) setAside(path, options.now())
      writeJson(path, trimmed(after))
    })
  }
  return {
    async send({ to, ...mail }) {
      checkMail(mail)
      const known = readTeam(options.directory, team)
      if (!known) throw unknownTeam(team)
      const recipients = recipientsOf(known, { to, from: mail.from })
      const sent: Kept = { ...stamped(mail, options), read: false }
      for (const member of recipients) await change(member, mails => withMail(mails, sent, member))
      return recipients
    },
    receive: async member =>
      (parseInbox(readText(pathOf(member))) ?? [])
        .filter(mail => !mail.read)
        .map(({ read: _, ...mail }) => mail),
    mark: (member, ids) =>
      change(member, mails =>
        mails.some(mail => !mail.read && ids.includes(mail.id))
          ? mails.map(mail => (ids.includes(mail.id) ? { ...mail, read: true } : mail))
          : mails,
      ),
    async watch(member, wake) {
      const name = `${member}.json`
      pathOf(member)
      makeDirectories(inboxes, 0o700)
      return watchDirectory(inboxes, { name, wake, pollMs: options.pollMs })
    },
  }
}

const stamped = (mail: NewMail, { now, newId }: LockOptions): Mail => ({
  ...mail,
  id: mail.id ?? newId(),
  timestamp: new Date(now()).toISOString(),
})

const withMail = (mails: readonly Kept[], mail: Kept, member: string): readonly Kept[] => {
  if (mails.some(each => each.id === mail.id)) return mails
  if (mails.filter(each => !each.read).length >= MOST_UNREAD)
    throw new TeamError('busy', says('full', { member, most: MOST_UNREAD }))
  return [...mails, mail]
}

const trimmed = (mails: readonly Kept[]): readonly Kept[] => {
  const surplus = mails.filter(mail => mail.read).length - READ_KEPT
  let left = Math.max(0, surplus)
  return mails.filter(mail => !mail.read || left-- <= 0)
}

/** Something that is no message, or bytes that are no text: writing the inbox again would drop it. */
const holdsMore = (text: string): boolean => {
  const list = parseJson(text)
  return text.includes('\uFFFD') || (Array.isArray(list) && list.some(each => !parseMail(each, idOf)))
}

/** Undefined: this is no inbox. What is no message in it is left out; the same message twice counts once. */
const parseInbox = (text: string | undefined): readonly Kept[] | undefined => {
  const list = parseJson(text ?? '')
  if (!Array.isArray(list)) return undefined
  const mails = new Map<string, Kept>()
  for (const each of list) {
    const mail = parseMail(each, idOf)
    const other = mail && mails.get(mail.id)
    if (mail) mails.set(mail.id, other ? { ...other, read: other.read && mail.read } : mail)
  }
  return [...mails.values()]
}

/** Other programs write messages without an id: the same words at the same time are the same message. */
const idOf = ({ from, text, timestamp }: Omit<Mail, 'id'>): string =>
  createHash('sha256')
    .update(JSON.stringify([from, text, timestamp]))
    .digest('hex')
    .slice(0, 32)
