import { existsSync, lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type AtomicWriteOptions, writeFileAtomically } from '../../lib/atomic-write.ts'
import { LockBusyError, type LockOptions, withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { excludeFromGit } from '../../lib/git/keep-out-of-git.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import { settingsWriteText } from '../../protocol/messages/host/settings-writes.ts'
import { LocalizedError, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { checkSettings } from './check-settings.ts'
import { editJsonc, type JsoncEdit } from './edit-jsonc.ts'
import { intend } from './intend.ts'
import { JsoncError, parseJsonc } from './jsonc.ts'
import { escaped } from './problem.ts'
import { errorCode, MAX_SETTINGS_BYTES, readBounded } from './read-bounded.ts'

export interface SettingsTarget {
  readonly file: string
  /** The person's own file may lie behind a link; one in a folder may not, because the folder's author made it. */
  readonly scope: 'user' | 'project' | 'local'
}

/** A settings file that was not changed, with words for the person; nothing of it is lost. */
export class SettingsWriteError extends LocalizedError<LocalizedText> {
  override readonly name = 'SettingsWriteError'
  readonly kind: 'invalid' | 'refused' | 'failed'
  constructor(kind: SettingsWriteError['kind'], message: LocalizedText) {
    super(message)
    this.kind = kind
  }
}

const IGNORED_BY_GIT = 'settings.local.json\nworktrees/\n'

/** What the file held and what it holds now; empty: it was not there. */
export interface WrittenSettings {
  readonly before: string
  readonly after: string
  /** From now on git leaves the file out, by the repository's own list. */
  readonly excluded?: true
}

/**
 * Makes the changes in the file, or none of them: comments, order and unknown keys stay, a reader sees the old or the
 * new content, and other processes that write it wait.
 */
export const writeSettings = async (
  target: SettingsTarget,
  edits: readonly JsoncEdit[],
  deps: Pick<LockOptions, 'newId' | 'now'>,
): Promise<WrittenSettings> => {
  try {
    const file = prepare(target)
    const excluded = target.scope !== 'user' && keepPrivate({ ...target, file })
    const written = await withFileLock(`${file}.lock`, () => rewrite({ ...target, file }, edits), deps)
    return excluded ? { ...written, excluded } : written
  } catch (error) {
    if (error instanceof SettingsWriteError) throw error
    const reason = escaped(error instanceof LockBusyError ? error.message : errorCode(error))
    const file = escaped(target.file)
    throw new SettingsWriteError('failed', settingsWriteText('not_written', { file, reason }))
  }
}

/** The directory exists then, and the path is that of the file itself. */
const prepare = ({ file, scope }: SettingsTarget): string => {
  const directory = dirname(file)
  if (basename(directory) === '.claude') throw refusal(file, 'foreign')
  if (scope === 'user') {
    makeDirectories(directory, 0o700)
    return existsSync(file) ? realpathSync.native(file) : file
  }
  for (const path of [directory, file])
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw refusal(path, 'link')
  makeDirectories(directory)
  return file
}

/** A local file is nobody else's: git does not offer it for a commit. True when that is new. */
const keepPrivate = ({ file, scope }: SettingsTarget): boolean => {
  const { kept, added } = scope === 'local' ? excludeFromGit(file) : { kept: 'outside', added: false }
  if (kept !== 'excluded') ignoreLocal(dirname(file))
  return added
}

const refusal = (file: string, why: 'foreign' | 'link'): SettingsWriteError =>
  new SettingsWriteError(
    'refused',
    settingsWriteText('refused', { file: escaped(file), reason: settingsWriteText(why) }),
  )

/** The folder's own list, so that nobody else's is touched; one that exists is somebody's and stays as it is. */
const ignoreLocal = (directory: string): void => {
  try {
    writeFileSync(join(directory, '.gitignore'), IGNORED_BY_GIT, { flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

const rewrite = (target: SettingsTarget, edits: readonly JsoncEdit[]): WrittenSettings => {
  const { file } = target
  const read = readBounded(file)
  if (read.kind === 'unreadable') {
    const problem = settingsText('file_is', { file: escaped(file), state: read.message })
    throw new SettingsWriteError('invalid', settingsWriteText('unreadable', { problem }))
  }
  const before = read.kind === 'text' ? read.text : ''
  const after = editSettings(file, before, edits)
  if (after === before) return { before, after }
  const data = Buffer.from(read.kind === 'text' && read.bom ? `\uFEFF${after}` : after)
  if (data.length > MAX_SETTINGS_BYTES)
    throw new SettingsWriteError('refused', settingsWriteText('too_large', { file: escaped(file) }))
  writeFileAtomically(file, data, ownership(target))
  return { before, after }
}

const ownership = ({ file, scope }: SettingsTarget): AtomicWriteOptions => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats) return { mode: stats.mode, owner: { uid: stats.uid, gid: stats.gid } }
  // What a project shares is read by everybody; the rest is the person's alone.
  return scope === 'project' ? {} : { mode: 0o600 }
}

/** The new text, proven to hold exactly the wanted change. */
const editSettings = (file: string, before: string, edits: readonly JsoncEdit[]): string => {
  const start = before.trim() === '' ? '{}\n' : before
  const value = readValid(file, start)
  const intended = edits.reduce((now, edit) => intend(now, edit), value)
  if (isDeepStrictEqual(intended, value)) return before
  const after = edits.reduce((now, edit) => editJsonc(now, edit), start)
  if (!isDeepStrictEqual(readValid(file, after), intended))
    throw new SettingsWriteError('refused', settingsWriteText('inexact', { file: escaped(file) }))
  return after
}

const readValid = (file: string, text: string): unknown => {
  const invalid = (problem: Text): SettingsWriteError =>
    new SettingsWriteError('invalid', settingsWriteText('invalid', { file: escaped(file), problem }))
  try {
    const { value, duplicates } = parseJsonc(text)
    const { rejected, complaints } = checkSettings(value, duplicates)
    const [first] = complaints
    const isWrong = complaints.some(({ path: [part], note }) => part === 'permissions' && !note)
    if (rejected || isWrong) throw invalid(first ? complaintText(first) : '')
    return value
  } catch (error) {
    if (error instanceof JsoncError) throw invalid(error.localized)
    throw error
  }
}

const complaintText = ({ key, message }: { readonly key: string; readonly message: Text }): LocalizedText =>
  settingsWriteText('at_key', { key: key || settingsWriteText('the_file'), problem: message })
