import { hash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import type { SessionFiles } from '../../features/files/files.ts'
import type { Author, Change, SeenFiles } from '../../features/prompt/reminders/changed-files.ts'
import { contentHash, seenContent } from '../../features/tools/seen-content.ts'
import { anyText } from '../../lib/files/text-file.ts'
import type { Leases } from '../../protocol/agents/leases.ts'
import type { FileVersion } from '../../protocol/session/file-history.ts'
import { type FileContent, type SeenFile, ToolError } from '../../protocol/tool.ts'
import type { SessionHistory } from '../file-history/part.ts'
import type { Secrets } from '../secrets/part.ts'
import type { CommandNote } from './command-note.ts'

/** Larger files are taken for changed when their time stamp is: reading them before every request would cost too much. */
const MAX_HASHED = 4 * 1024 * 1024
const MAX_DIFFED = 64 * 1024
/** In lines. Two texts that have little in common take long to compare, and their difference would not be shown whole. */
const MAX_DIFFERENCE = 600

export interface SeenPorts {
  readonly files: Pick<SessionFiles, 'listSeen' | 'lastContent' | 'read' | 'denied' | 'markSeen'>
  readonly secrets: Pick<Secrets, 'clean'>
  readonly commands: Pick<CommandNote, 'take'>
  readonly leases?: Pick<Leases, 'lastWriter'>
  /** What the session itself last made of files; absent: nobody noted. */
  readonly history?: Pick<SessionHistory, 'lastChange'>
  /** Whether the turn of this message was a command of the person's own. */
  isPersons?(message: string): boolean
  /** Capstan itself keeps what is in there. */
  isMemory?(path: string): boolean
}

/** What the model has seen beside what is on disk. */
export const createSeenFiles = (ports: SeenPorts): SeenFiles => ({
  // What an editor has not saved has no time, and cannot be compared with what is on the disk.
  list: most => ports.files.listSeen(most).filter(([, { mtimeMs }]) => !Number.isNaN(mtimeMs)),
  look(path) {
    const stats = statOf(path)
    if (!stats) return undefined
    const isHashable = stats.isFile() && stats.size <= MAX_HASHED
    return {
      mtimeMs: stats.mtimeMs,
      size: stats.size,
      hash: () => (isHashable ? hashOf(path) : undefined),
    }
  },
  compare: (path, seen) => compare(ports, path, seen),
  takeCommands: ports.commands.take,
  writer: path => ports.leases?.lastWriter(path),
  author: path => authorOf(ports, path),
})

/** Who made a file what it is, as far as the session's own records tell. */
const authorOf = async (
  { history, isPersons, isMemory }: SeenPorts,
  path: string,
): Promise<Author | undefined> => {
  if (isMemory?.(path)) return 'memory'
  const last = await history?.lastChange(path)
  if (!last || isPersons?.(last.message) || !isNow(path, last.after)) return undefined
  if (last.found) return 'command'
  return last.rewind ? 'rewind' : 'session'
}

const isNow = (path: string, version: FileVersion): boolean => {
  const stats = statOf(path)
  if (version === null) return stats === undefined
  if (!stats?.isFile() || !('hash' in version) || stats.size > MAX_HASHED) return false
  try {
    return hash('sha256', readFileSync(path)) === version.hash
  } catch {
    // What cannot be read cannot be known to be the same.
    return false
  }
}

/** `undefined`: what the model saw is not at hand any more, or the file is not text, too large or not to be read. */
const compare = async (
  { files, secrets }: SeenPorts,
  path: string,
  seen: SeenFile,
): Promise<Change | undefined> => {
  const before = files.lastContent(path)
  if (!before || contentHash(before) !== seen.hash) return undefined
  const isDenied = await files.denied()
  const now = isDenied(path) ? undefined : await readAgain(files, path)
  const [old, next] = [await anyText(before, seen.encoding), now && (await anyText(now.data, seen.encoding))]
  if (!now || old === undefined || next === undefined) return undefined
  const { structuredPatch } = await import('diff')
  // Secrets go before the texts are compared: cut apart by the lines of a difference they would not be known any more.
  const [from, to] = [await secrets.clean(old), await secrets.clean(next)]
  const patch = structuredPatch('', '', from, to, '', '', { context: 1, maxEditLength: MAX_DIFFERENCE })
  if (!patch || patch.hunks.length === 0) return undefined
  return {
    lines: patch.hunks.flatMap(hunk => [
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
      ...hunk.lines,
    ]),
    // Of a file it saw in part the model does not know what the difference stands in.
    accept() {
      if (!seen.lines && !seen.excerpt) files.markSeen(now, seenContent(now, seen.by))
    },
  }
}

const readAgain = async (files: SeenPorts['files'], path: string): Promise<FileContent | undefined> => {
  try {
    return await files.read({ path, realPath: path }, { maxBytes: MAX_DIFFED })
  } catch (error) {
    // Gone since, or grown: that it changed is told all the same.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const statOf = (path: string) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A directory on the way is gone or closed: for the model the file is gone.
    return undefined
  }
}

const hashOf = (path: string): string | undefined => {
  try {
    return contentHash(readFileSync(path))
  } catch {
    // Not readable any more is a change, too.
    return undefined
  }
}
