import { lstatSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { SessionHandle } from './session-handle.ts'

/** Where this session keeps what is too long for the conversation: beside its file, or among the passing output. */
export const resultsDirectory = ({
  session,
  place,
}: {
  readonly session: SessionHandle
  readonly place: SessionEnvironment
}): string =>
  session.path === undefined
    ? join(place.outputDir, session.id)
    : join(dirname(session.path), session.id, 'tool-results')

/** Puts what is not text into a private file there; gives its path. */
export const saveResult = (
  at: Parameters<typeof resultsDirectory>[0],
  data: Uint8Array,
  name: string,
): string => {
  const directory = resultsDirectory(at)
  makeDirectories(directory, 0o700)
  const path = join(directory, name)
  writeFileSync(path, data, { mode: 0o600, flag: 'wx' })
  return path
}

/** Where its threads put what they give each other: beside that, so that it goes when the session goes. */
export const scratchpadDirectory = (at: Parameters<typeof resultsDirectory>[0]): string =>
  at.session.path === undefined
    ? join(resultsDirectory(at), 'scratchpad')
    : join(dirname(resultsDirectory(at)), 'scratchpad')

/** What a script of the conversation did, until its result is in the session file; it goes with the session. */
export const scriptJournal = (
  path: string,
  { id, callId }: { readonly id: string; readonly callId: string },
): string => join(dirname(path), id, 'scripts', `${callId.replace(/[^\w-]/g, '_').slice(0, 100)}.jsonl`)

/** A directory of ours that nobody else can look into; a link or what somebody else put there is none. */
export const isPrivateDirectory = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
}

/** Where the person's environment says that this program keeps its settings and sessions. */
export const configHomeOf = ({
  settings,
  instructions,
}: {
  readonly settings?: SettingsPort
  readonly instructions?: { readonly configHome?: string }
}): string | undefined => settings?.userAnchor ?? instructions?.configHome
