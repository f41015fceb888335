import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { ToolError } from '../../protocol/tool.ts'

/** Where commands run. */
export interface DirectoryState {
  cwd(): string
  setCwd(directory: string): void
  /** The working directories, links resolved; the first is the project. */
  roots(): readonly string[]
}

/** The directory for the next command. One that is gone is replaced by the project, and that is said. */
export const startDirectory = (
  state: DirectoryState,
): { readonly directory: string; readonly notice?: string } => {
  const directory = state.cwd()
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return { directory }
  const project = state.roots()[0]
  if (project === undefined || project === directory)
    throw new ToolError(`The working directory ${directory} does not exist any more.`)
  state.setCwd(project)
  return {
    directory: project,
    notice: `${directory} does not exist any more; the command ran in ${project}.`,
  }
}

/**
 * Keeps the directory the command ended in when it lies inside the working directories, else goes back to the project.
 * What comes of it is said: every relative path that follows means another file.
 */
export const followDirectory = (file: string, before: string, state: DirectoryState): string | undefined => {
  const ended = readDirectory(file)
  if (ended === undefined || ended === before) return undefined
  const real = resolveReal(ended)
  const resolvedBefore = resolveReal(before)
  if (!real.ok || !real.exists || (resolvedBefore.ok && resolvedBefore.real === real.real)) return undefined
  if (state.roots().some(root => isInside(real.real, root, { caseSensitive: true }))) {
    state.setCwd(real.real)
    return `The current directory is now ${real.real}.`
  }
  const project = state.roots()[0] ?? before
  state.setCwd(project)
  return `${real.real} is outside the working directories; the next command starts in ${project} again.`
}

/** Longer than any path; what a command may have put there instead is not read. */
const MAX_DIRECTORY_BYTES = 16_384

/** The command could write it, and outside a sandbox replace it: only a plain file counts, and no more of it than a path. */
const readDirectory = (file: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (!fstatSync(fd).isFile()) return undefined
    const bytes = Buffer.alloc(MAX_DIRECTORY_BYTES)
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))
    return text.endsWith('\n') && !text.includes('\0') ? text.slice(0, -1) : undefined
  } catch {
    // Killed, or replaced by exec: the directory stays what it was.
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
