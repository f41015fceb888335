import { grepSessions } from '../../features/sessions/list/grep-sessions.ts'
import { readPreview } from '../../features/sessions/list/read-preview.ts'
import { parseEntry } from '../../features/sessions/parse-entry.ts'
import { isSessionOpen } from '../../features/sessions/session-lock.ts'
import type { SessionRow, SessionsPort } from '../../frontends/tui/ports/sessions-port.ts'
import { presentThread } from '../../host/present-thread.ts'
import { parseJsonLine } from '../../lib/jsonl.ts'
import type { Host, SessionSummary } from '../../protocol/host.ts'
import type { Message } from '../../protocol/message.ts'
import type { Process } from '../process.ts'
import { createRedactor } from '../sessions/redactor.ts'
import { readEnd } from './read-end.ts'

export interface SessionsPortOptions {
  readonly configHome: string
  readonly cwd: string
  readonly process: Process
  readonly host: Pick<Host, 'list'>
  now(): number
}

const MOST_ROWS = 2_000
/** Whether somebody has it open is looked up only for those one is likely to see. */
const MOST_LOCKS = 100
const MOST_MATCHES = 100
const PREVIEW_LINES = 6

/** The sessions of this machine. Going on with another one is for the program that shows them. */
export const createSessionsPort = (options: SessionsPortOptions): Omit<SessionsPort, 'resume'> => {
  const { configHome, cwd, host, process } = options
  const paths = new Map<string, string>()
  const list = async (everywhere: boolean): Promise<readonly SessionRow[]> => {
    const found = await host.list({ env: process.env, ...(everywhere ? {} : { cwd }) })
    // Runs of scripts and members of teams are many and seldom gone on with: what a person opened comes first.
    const rows = [...found.filter(row => !isOther(row)), ...found.filter(isOther)]
    return rows.slice(0, MOST_ROWS).map((row, at) => {
      paths.set(row.id, row.path)
      return toRow(row, at < MOST_LOCKS && isSessionOpen(row.path, () => options.now()))
    })
  }
  const pathOf = async (id: string): Promise<string | undefined> => {
    if (!paths.has(id)) await list(true)
    return paths.get(id)
  }
  return {
    list: ({ everywhere }) => list(everywhere),
    async grep(text, signal) {
      const found: { readonly id: string; readonly snippet: string }[] = []
      const redact = createRedactor(options)
      const request = { configHome, query: text, maxPerSession: 1, maxMatches: MOST_MATCHES, redact, signal }
      for await (const { sessionId, excerpt } of grepSessions(request))
        found.push({ id: sessionId, snippet: excerpt.replaceAll(/\s+/g, ' ').trim() })
      return found
    },
    async preview(id) {
      const path = await pathOf(id)
      return path === undefined ? [] : readPreview(path, PREVIEW_LINES)
    },
    thread: readThread,
  }
}

/** A screen shows some hundred entries. */
const THREAD_BYTES = 4 * 1024 * 1024

/** What the file of a thread holds at its end. */
export const readThread = async (path: string): Promise<readonly Message[]> =>
  await presentThread(readEnd(path, THREAD_BYTES).split('\n').flatMap(messageIn))

const messageIn = (line: string): readonly Message[] => {
  const parsed = parseEntry(parseJsonLine(Buffer.from(line)))
  return parsed.kind === 'message' ? [parsed.entry] : []
}

const isScripted = ({ entrypoint = '' }: SessionSummary): boolean => entrypoint.startsWith('sdk')

const isOther = (row: SessionSummary): boolean => isScripted(row) || row.member !== undefined

const toRow = (row: SessionSummary, open: boolean): SessionRow => ({
  id: row.id,
  title: row.title ?? '',
  modifiedAt: row.modifiedAt,
  bytes: row.size,
  cwd: row.cwd ?? '',
  ...(row.gitBranch === undefined ? {} : { branch: row.gitBranch }),
  ...(open ? { open } : {}),
  ...(isScripted(row) ? { scripted: true } : {}),
  ...(row.member ? { member: row.member } : {}),
})
