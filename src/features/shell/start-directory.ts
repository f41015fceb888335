import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('start_directory', {
  gone: {
    en: 'The working directory {directory} does not exist any more.',
    zh: '工作目录 {directory} 已不存在。',
  },
  ranIn: {
    en: '{directory} does not exist any more; the command ran in {project}.',
    zh: '{directory} 已不存在；命令在 {project} 中运行。',
  },
  now: { en: 'The current directory is now {directory}.', zh: '当前目录现在是 {directory}。' },
  stays: {
    en: 'The command ended in {directory}; the next one starts in {project} again, as every command here does.',
    zh: '命令结束于 {directory}；下一条命令仍从 {project} 开始，此处的命令都是如此。',
  },
  outside: {
    en: '{directory} is outside the working directories; the next command starts in {project} again.',
    zh: '{directory} 在工作目录之外；下一条命令仍从 {project} 开始。',
  },
})

/** Where commands run. */
export interface DirectoryState {
  cwd(): string
  setCwd(directory: string): void
  /** The working directories, links resolved; the first is the project. */
  roots(): readonly string[]
  /** Each command starts in the project, wherever the one before it ended. */
  readonly startsInProject?: boolean
  /** Where a command ends counts only when somebody says so. */
  readonly staysPut?: boolean
}

/** The directory for the next command. One that is gone is replaced by the project, and that is said. */
export const startDirectory = (
  state: DirectoryState,
): { readonly directory: string; readonly notice?: LocalizedText } => {
  const directory = state.cwd()
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return { directory }
  const project = state.roots()[0]
  if (project === undefined || project === directory) throw new ToolError(says('gone', { directory }))
  state.setCwd(project)
  return {
    directory: project,
    notice: says('ranIn', { directory, project }),
  }
}

/**
 * Keeps the directory the command ended in when it lies inside the working directories, else goes back to the project.
 * What comes of it is said: every relative path that follows means another file.
 */
export const followDirectory = (
  file: string,
  before: string,
  state: DirectoryState,
): LocalizedText | undefined => {
  const ended = state.staysPut ? undefined : readDirectory(file)
  return ended === undefined ? undefined : followTo(ended, before, state)
}

/** The same for a directory that is known. */
export const followTo = (ended: string, before: string, state: DirectoryState): LocalizedText | undefined => {
  if (ended === before) return undefined
  const real = resolveReal(ended)
  const resolvedBefore = resolveReal(before)
  if (!real.ok || !real.exists || (resolvedBefore.ok && resolvedBefore.real === real.real)) return undefined
  const [first] = state.roots()
  if (state.startsInProject && first !== undefined)
    return says('stays', { directory: real.real, project: first })
  if (state.roots().some(root => isInside(real.real, root, { caseSensitive: true }))) {
    state.setCwd(real.real)
    return says('now', { directory: real.real })
  }
  const project = state.roots()[0] ?? before
  state.setCwd(project)
  return says('outside', { directory: real.real, project })
}

/** Longer than any path; what a command may have put there instead is not read. */
const MAX_DIRECTORY_BYTES = 16_384

/** The command could write it, and outside a sandbox replace it: only a plain file counts, and no more of it than a path. */
export const readDirectory = (file: string): string | undefined => {
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
