import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { LockBusyError, type LockOptions, withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { checkName, TeamError } from '../../protocol/agents/team.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('team_folder', {
  busy: {
    en: "The team's files are busy and nothing was changed: {why}",
    zh: '团队文件正忙，没有更改任何内容：{why}',
  },
  diskFull: { en: 'the disk is full', zh: '磁盘已满' },
  unusable: {
    en: "The team's files could not be used: {why}. Nothing was changed.",
    zh: '无法使用团队文件：{why}。没有更改任何内容。',
  },
})

/** More than a team with its prompts, or an inbox with long messages, ever is. */
const MAX_BYTES = 32 * 1024 * 1024

/** Runs `act` while no other process changes the file of that name; makes the directory. Failures become TeamErrors. */
export const changeFile = async <T>(
  path: { readonly directory: string; readonly name: string },
  options: LockOptions,
  act: () => T,
): Promise<T> => {
  try {
    makeDirectories(path.directory, 0o700)
    return await withFileLock(join(path.directory, `.${path.name}.lock`), act, options)
  } catch (error) {
    if (error instanceof LockBusyError) throw new TeamError('busy', says('busy', { why: error.message }))
    throw asTeamError(error)
  }
}

/** What the system said about a file, in words. */
const asTeamError = (error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof TeamError || code === undefined) return error
  const cause = code === 'ENOSPC' || code === 'EDQUOT' ? says('diskFull') : (error as Error).message
  return new TeamError('storage', says('unusable', { why: cause }))
}

/** Undefined when there is none. Only a plain file counts: a link or a pipe was put there by somebody else. */
export const readText = (path: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(fd, 'utf8') : ''
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'ELOOP' || code === 'EISDIR') return ''
    throw asTeamError(error)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Torn by another program, or never JSON.
    return undefined
  }
}

export const writeJson = (path: string, value: unknown): void =>
  writeFileAtomically(path, Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`), { mode: 0o600 })

/** What cannot be read is kept under another name before something new takes its place. */
export const setAside = (path: string, now: number): void => {
  try {
    renameSync(path, `${path}.unreadable-${now}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Of one team: what is where. */
export const teamPaths = (root: string, team: string) => {
  checkName('team', team)
  const directory = join(root, team)
  return {
    directory,
    config: join(directory, 'config.json'),
    inboxes: join(directory, 'inboxes'),
    presence: join(directory, 'presence'),
  }
}
