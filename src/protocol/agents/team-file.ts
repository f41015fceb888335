import * as z from 'zod'
import { isObject } from '../../lib/is-object.ts'
import { MAX_MAIL_BYTES, type Mail, type Team } from './team.ts'

/** What others wrote about a team: untrusted, checked field by field, further fields kept. */

const name = z.string().regex(/^[A-Za-z0-9_][\w-]{0,63}$/)
const word = z.string().max(4_096).optional().catch(undefined)

const member = z.looseObject({
  agentId: z.string().min(1).max(200),
  name,
  agentType: word,
  model: word,
  color: word,
  prompt: z.string().optional().catch(undefined),
  cwd: word,
  joinedAt: z.number().optional().catch(undefined),
  planModeRequired: z.boolean().optional().catch(undefined),
  tmuxPaneId: word,
  sessionId: word,
})

const team = z.looseObject({
  name: name.optional().catch(undefined),
  description: word,
  createdAt: z.number().catch(0),
  leadAgentId: z.string().catch(''),
  leadSessionId: word,
  members: z.array(z.unknown()).catch([]),
})

/** Undefined: this is no team. Members that are none are left out; of two with one name the first counts. */
export const parseTeam = (named: string, value: unknown): Team | undefined => {
  const parsed = isObject(value) ? team.safeParse(value).data : undefined
  if (!parsed) return undefined
  const members = new Map<string, Team['members'][number]>()
  for (const each of parsed.members) {
    const one = member.safeParse(each).data
    if (one && !members.has(one.name)) members.set(one.name, present(one))
  }
  return { ...present(parsed), name: named, members: [...members.values()] }
}

const mail = z.looseObject({
  id: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .optional()
    .catch(undefined),
  from: name,
  text: z.string().max(MAX_MAIL_BYTES),
  timestamp: z.string().max(64).catch(''),
  read: z.boolean().catch(false),
  color: word,
  summary: word,
})

/** Undefined: this is no message. `idOf` names one that came without an id. */
export const parseMail = (
  value: unknown,
  idOf: (message: Omit<Mail, 'id'>) => string,
): (Mail & { readonly read: boolean }) | undefined => {
  const parsed = mail.safeParse(value).data
  if (!parsed) return undefined
  const { id, from, text, timestamp, read, color, summary } = parsed
  const message = present({ from, text, timestamp, color, summary })
  return { ...message, id: id ?? idOf(message), read }
}

/** Without what is undefined: to the types absent and undefined are two things. */
const present = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never
