import { type ListSessionsResponse, RequestError } from '@agentclientprotocol/sdk'
import type { SessionSummary } from '../../protocol/host.ts'

const PAGE = 50

/** One page of a list that may have changed since the page before: it goes on behind the session that was the last. */
export const sessionPage = (
  sessions: readonly SessionSummary[],
  cursor: string | null | undefined,
): ListSessionsResponse => {
  const last = cursor ? readCursor(cursor) : undefined
  const rest = last ? sessions.filter(one => isBehind(one, last)) : sessions
  // Where it was begun has to be said; an editor has no way to say that a session is a team member's.
  const told = rest.filter(one => one.cwd !== undefined && one.member === undefined)
  const page = told.slice(0, PAGE)
  const end = page.at(-1)
  return {
    sessions: page.map(({ id, cwd = '', title, modifiedAt }) => ({
      sessionId: id,
      cwd,
      ...(title === undefined ? {} : { title }),
      updatedAt: new Date(modifiedAt).toISOString(),
    })),
    ...(end && told.length > page.length ? { nextCursor: writeCursor(end) } : {}),
  }
}

interface Place {
  readonly id: string
  readonly modifiedAt: number
}

const isBehind = (one: Place, last: Place): boolean =>
  one.modifiedAt < last.modifiedAt || (one.modifiedAt === last.modifiedAt && one.id > last.id)

const writeCursor = ({ modifiedAt, id }: Place): string =>
  Buffer.from(JSON.stringify([modifiedAt, id])).toString('base64url')

const readCursor = (cursor: string): Place => {
  const wrong = RequestError.invalidParams({ cursor }, 'this cursor is not one of ours')
  try {
    const [modifiedAt, id]: readonly unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (typeof modifiedAt !== 'number' || typeof id !== 'string') throw wrong
    return { modifiedAt, id }
  } catch {
    throw wrong
  }
}
