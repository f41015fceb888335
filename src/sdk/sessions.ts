import type { MessageEntry } from '../protocol/entry.ts'
import type { Env, SessionSummary } from '../protocol/host.ts'
import { ownEnvironment } from './open-host.ts'

/** Where to look. */
export interface SessionLocation {
  /** The project directory; absent: all projects for lists, else the current directory first. */
  readonly dir?: string
  /** The environment that says where sessions are kept; absent: that of your process. */
  readonly env?: Env
}

export interface Page {
  readonly limit?: number
  readonly offset?: number
}

/** A saved session. Titles and prompts are text from a file: escape them before showing them in a terminal. */
export interface SDKSessionInfo {
  readonly sessionId: string
  /** Its name, else a made one, else its first prompt. */
  readonly summary: string
  /** Milliseconds since the epoch. */
  readonly lastModified: number
  readonly fileSize: number
  readonly customTitle?: string
  readonly firstPrompt?: string
  readonly gitBranch?: string
  readonly cwd?: string
  readonly tag?: string
  /** The leader of this team started it as this member; no person opened it. */
  readonly member?: { readonly name: string; readonly team: string }
  /** ISO 8601. */
  readonly createdAt?: string
}

export interface SessionMessage {
  readonly type: 'user' | 'assistant'
  readonly uuid: string
  readonly session_id: string
  readonly message: unknown
  readonly parent_tool_use_id: null
  readonly timestamp: string
}

/** Saved sessions, the one used last first. */
export const listSessions = async (
  options: SessionLocation & Page = {},
): Promise<readonly SDKSessionInfo[]> => {
  const { listSavedSessions } = await import('./in-process.ts')
  return pageOf(await listSavedSessions(placeOf(options)), options).map(infoOf)
}

/** Undefined: there is no such session. `id` may also be a name. */
export const getSessionInfo = async (
  id: string,
  place: SessionLocation = {},
): Promise<SDKSessionInfo | undefined> => {
  const { describeSavedSession } = await import('./in-process.ts')
  const found = await describeSavedSession(placeOf(place), id)
  return found ? infoOf(found) : undefined
}

/** What was said, oldest first, from the last compaction on. */
export const getSessionMessages = async (
  id: string,
  options: SessionLocation & Page = {},
): Promise<readonly SessionMessage[]> => {
  const { readSavedSession } = await import('./in-process.ts')
  return pageOf((await readSavedSession(placeOf(options), id)).flatMap(messageOf), options)
}

export const renameSession = async (
  id: string,
  title: string,
  place: SessionLocation = {},
): Promise<void> => {
  if (title.trim() === '') throw new TypeError('A session needs a title with at least one character.')
  const { annotateSavedSession } = await import('./in-process.ts')
  await annotateSavedSession(placeOf(place), id, { title: title.trim() })
}

/** Null takes the tag away. */
export const tagSession = async (
  id: string,
  tag: string | null,
  place: SessionLocation = {},
): Promise<void> => {
  const { annotateSavedSession } = await import('./in-process.ts')
  await annotateSavedSession(placeOf(place), id, { tag: tag ?? '' })
}

const placeOf = ({
  dir,
  env = ownEnvironment(),
}: SessionLocation): { readonly env: Env; readonly cwd?: string } => ({
  env,
  ...(dir === undefined ? {} : { cwd: dir }),
})

const pageOf = <T>(all: readonly T[], { offset = 0, limit = all.length }: Page): readonly T[] =>
  all.slice(offset, offset + limit)

const infoOf = ({ id, title, modifiedAt, size, name, ...more }: SessionSummary): SDKSessionInfo => {
  const { firstPrompt, gitBranch, cwd, tag, createdAt, member } = more
  return {
    sessionId: id,
    summary: title ?? '',
    lastModified: modifiedAt,
    fileSize: size,
    ...(name === undefined ? {} : { customTitle: name }),
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
    ...(gitBranch === undefined ? {} : { gitBranch }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(tag ? { tag } : {}),
    ...(member ? { member } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
  }
}

const messageOf = (entry: MessageEntry): readonly SessionMessage[] =>
  entry.type === 'user' || entry.type === 'assistant'
    ? [
        {
          type: entry.type,
          uuid: entry.uuid,
          session_id: entry.sessionId,
          message: entry.message,
          parent_tool_use_id: null,
          timestamp: entry.timestamp,
        },
      ]
    : []
