import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { findSession } from '../../features/sessions/find.ts'
import { listSessions } from '../../features/sessions/list/list-sessions.ts'
import { readRow } from '../../features/sessions/list/session-row.ts'
import { loadSession } from '../../features/sessions/load.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import type { Env, SessionSummary } from '../../protocol/host.ts'
import { findStart } from '../start.ts'

/** Whose sessions: those of this environment's config directory, looked for from this directory on. */
export interface SavedSessionsOptions {
  readonly env: Env
  readonly cwd?: string
}

/** Those of one directory, or all; the one written last first. */
export const listSavedSessions = async ({
  env,
  cwd,
}: SavedSessionsOptions): Promise<readonly SessionSummary[]> => {
  const { configHome } = findStart({ env })
  return await listSessions({
    configHome,
    ...(cwd === undefined ? {} : { cwd: findStart({ env, cwd }).cwd }),
  })
}

/** Undefined: there is none. */
export const describeSavedSession = async (
  place: SavedSessionsOptions,
  which: string,
): Promise<SessionSummary | undefined> => {
  const path = await findKept(place, which).catch(error => {
    if (error instanceof SessionError && error.kind === 'not_found') return undefined
    throw error
  })
  return path === undefined ? undefined : summaryOf(path)
}

/** The conversation that counts, oldest first. Throws SessionError when there is none. */
export const readSavedSession = async (
  place: SavedSessionsOptions,
  which: string,
): Promise<readonly MessageEntry[]> => (await loadSession(await findKept(place, which))).messages

/** Writes one line behind the others; a program that has the session open is not disturbed by it. */
export const annotateSavedSession = async (
  place: SavedSessionsOptions,
  which: string,
  note: { readonly title: string } | { readonly tag: string },
): Promise<void> => {
  const path = await findKept(place, which)
  const sessionId = basename(path, '.jsonl')
  const line =
    'title' in note
      ? { type: 'custom-title', customTitle: note.title, sessionId }
      : { type: 'tag', tag: note.tag, sessionId }
  appendFileSync(path, `${endsInLine(path) ? '' : '\n'}${JSON.stringify(line)}\n`)
}

const findKept = async (place: SavedSessionsOptions, which: string): Promise<string> => {
  const { configHome, cwd } = findStart(place)
  return await findSession(configHome, cwd, which)
}

const summaryOf = (path: string): SessionSummary => {
  const fd = openSync(path, 'r')
  try {
    const { size, mtimeMs } = fstatSync(fd)
    return readRow({ path, id: basename(path, '.jsonl'), bytes: size, mtimeMs })
  } finally {
    closeSync(fd)
  }
}

/** A line that broke off stays on its own. */
const endsInLine = (path: string): boolean => {
  const fd = openSync(path, 'r')
  try {
    const { size } = fstatSync(fd)
    const last = Buffer.alloc(1)
    return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 10)
  } finally {
    closeSync(fd)
  }
}
