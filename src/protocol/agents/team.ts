import type { ProcessIdentity } from '../../lib/process/process-identity.ts'
import type { LocalizedText } from '../messages/localized-text.ts'
import { modelTexts } from '../messages/model-texts.ts'
import { ToolError } from '../tool.ts'
import type { SharedTaskList } from './task-list.ts'

const says = modelTexts('teams_shared', {
  teamName: {
    en: '"{name}" cannot be the name of a team: letters, digits, "_" and "-", at most 64.',
    zh: '“{name}”不能作为团队的名称：请用字母、数字、“_”和“-”，最多 64 个。',
  },
  memberName: {
    en: '"{name}" cannot be the name of a member: letters, digits, "_" and "-", at most 64.',
    zh: '“{name}”不能作为成员的名称：请用字母、数字、“_”和“-”，最多 64 个。',
  },
  listName: { en: '"{name}" cannot be the name of a task list.', zh: '“{name}”不能作为任务列表的名称。' },
  mailTooLong: {
    en: 'The message is too long ({most:number} KB is the most) and was not sent: put it into a file and name the file.',
    zh: '消息过长（最多 {most:number} KB），没有发送：请放进文件，并写明文件名。',
  },
  noMember: {
    en: 'Nobody in team {team} is called "{name}". There are: {known}.',
    zh: '团队 {team} 中没有叫“{name}”的成员。现有：{known}。',
  },
  noTeam: { en: 'There is no team {team}.', zh: '没有团队 {team}。' },
  exists: { en: 'There is a team {team} already.', zh: '已有团队 {team}。' },
  taken: {
    en: 'Process {pid:number} on {host} is {member} in team {team} already.',
    zh: '{host} 上的进程 {pid:number} 已经是团队 {team} 中的 {member}。',
  },
})

/** Members that work together: who they are, what they say to each other, what is to be done, who is there. */

/** What the leader of every team is called. */
export const LEADER = 'team-lead'

/** As in the team's file, which other programs read and write: further fields are kept. */
export interface TeamMember {
  readonly agentId: string
  /** What the others call it, unlike all others in the team. */
  readonly name: string
  readonly agentType?: string
  readonly model?: string
  readonly color?: string
  readonly prompt?: string
  readonly cwd?: string
  readonly joinedAt?: number
  readonly planModeRequired?: boolean
  readonly tmuxPaneId?: string
  readonly sessionId?: string
}

export interface Team {
  readonly name: string
  readonly description?: string
  readonly createdAt: number
  readonly leadAgentId: string
  readonly leadSessionId?: string
  /** The leader among them. */
  readonly members: readonly TeamMember[]
}

export interface Teams {
  /** TeamError `exists` when there is another of that name. */
  create(team: Team): Promise<void>
  read(name: string): Promise<Team | undefined>
  list(): Promise<readonly Team[]>
  /** Nothing is lost when two change it at once: `change` may be called again with what somebody else made of it. */
  change(name: string, change: (team: Team) => Team): Promise<Team>
  /** With its mail, its task list and who was there. */
  remove(name: string): Promise<void>
}

export interface NewMail {
  readonly from: string
  readonly text: string
  readonly color?: string
  readonly summary?: string
  /** Sent again under the same id, it arrives once. Absent: a new one. */
  readonly id?: string
}

/** A message as it lies in an inbox. `text` is words, or one of the messages of team-message.ts as JSON. */
export interface Mail extends NewMail {
  readonly id: string
  /** ISO 8601. */
  readonly timestamp: string
}

/**
 * One inbox for each member. A message stays unread until it is marked: who dies between acting on it and marking it is
 * given it again under the same id, so that acting on an id once is enough to act on a message once.
 */
export interface Mailbox {
  /** To a member, or to all but the sender. Says to whom it was given; TeamError `unknown_member` for a stranger. */
  send(mail: NewMail & { readonly to: string }): Promise<readonly string[]>
  /** What is unread, oldest first. */
  receive(member: string): Promise<readonly Mail[]>
  mark(member: string, ids: readonly string[]): Promise<void>
  /** Calls when there may be mail. Gives a function that ends it. */
  watch(member: string, wake: () => void): Promise<() => void>
}

export interface Presence extends ProcessIdentity {
  readonly name: string
  readonly seenAt: number
  readonly isAlive: boolean
}

export interface PresenceBook {
  /** "I am here", to be said every {@link BEAT_MS}. TeamError `taken` when another process is that member by now. */
  beat(member: string): Promise<void>
  leave(member: string): Promise<void>
  /** Everybody who was there and has not left. Whoever is not in it is not alive. */
  list(): Promise<readonly Presence[]>
}

/** After this time without a beat a member that cannot be looked at is dead, and what it had goes to others. */
export const PRESENCE_TTL_MS = 30_000
export const BEAT_MS = PRESENCE_TTL_MS / 3

/**
 * Where teams live: in files of one machine, or on a server for several. All functions may be called again after a
 * failure without harm, and fail with a {@link TeamError}.
 */
export interface TeamBackend {
  readonly kind: 'files' | 'nats'
  readonly teams: Teams
  /** A team's list has its name; a session's own has its id. */
  tasks(listId: string): SharedTaskList
  mailbox(team: string): Mailbox
  presence(team: string): PresenceBook
  close(): Promise<void>
}

export type TeamErrorKind =
  | 'exists'
  | 'unknown_team'
  | 'unknown_member'
  /** Not a name for a team, a member or a list. */
  | 'name'
  | 'taken'
  | 'too_long'
  /** Somebody holds a lock and does not let go. */
  | 'busy'
  /** Disk full, files damaged or out of reach. */
  | 'storage'
  /** No server there, or none that lets us in. What was asked may or may not have happened; asking again is safe. */
  | 'unreachable'

export class TeamError extends ToolError {
  readonly kind: TeamErrorKind

  constructor(kind: TeamErrorKind, message: LocalizedText) {
    super(message)
    this.kind = kind
  }
}

/** No team of that name. */
export const unknownTeam = (team: string): TeamError =>
  new TeamError('unknown_team', says('noTeam', { team }))

/** Another of that name is there. */
export const existingTeam = (team: string): TeamError => new TeamError('exists', says('exists', { team }))

/** Another process is that member. */
export const takenMember = (
  { pid, host }: { readonly pid: number; readonly host: string },
  member: string,
  team: string,
): TeamError => new TeamError('taken', says('taken', { pid, host, member, team }))

const NAME = /^[A-Za-z0-9_][\w-]{0,63}$/
const LIST_ID = /^(?!\.+$)[\w.-]{1,100}$/

/** It becomes a file name and part of a subject. */
export const checkName = (what: 'team' | 'member', name: string): void => {
  if (!NAME.test(name))
    throw new TeamError(
      'name',
      says(what === 'team' ? 'teamName' : 'memberName', { name: name.slice(0, 80) }),
    )
}

export const checkListId = (id: string): void => {
  if (!LIST_ID.test(id)) throw new TeamError('name', says('listName', { name: id.slice(0, 80) }))
}

/** The nearest name that can be one. */
export const toName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 64) || 'team'

export const MAX_MAIL_BYTES = 256 * 1024

export const checkMail = ({ text, from }: NewMail): void => {
  checkName('member', from)
  if (Buffer.byteLength(text) > MAX_MAIL_BYTES)
    throw new TeamError('too_long', says('mailTooLong', { most: MAX_MAIL_BYTES / 1024 }))
}

/** Whom a message goes to. */
export const recipientsOf = (
  team: Team,
  { to, from }: { readonly to: string; readonly from: string },
): readonly string[] => {
  const names = team.members.map(member => member.name)
  if (to === '*') return names.filter(name => name !== from)
  if (names.includes(to)) return [to]
  const known = names.filter(name => name !== from)
  throw new TeamError(
    'unknown_member',
    says('noMember', { team: team.name, name: to.slice(0, 80), known: known.join(', ') }),
  )
}

/** Everything that may say which list a session works on. */
export interface ListChoice {
  readonly override?: string | undefined
  /** The team that this thread is a member of. */
  readonly memberOf?: string | undefined
  /** The team that the environment names: of a member in its own process. */
  readonly team?: string | undefined
  /** The team that this session leads. */
  readonly leads?: string | undefined
  readonly session: string
}

export const listIdOf = ({ override, memberOf, team, leads, session }: ListChoice): string =>
  override ?? memberOf ?? team ?? leads ?? session
