import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunGit } from '../../../protocol/run-git.ts'
import { findRepository } from '../git-branch.ts'
import { type IndexEntry, parseGitIndex } from './git-index.ts'

/** Tells of tracked files whether git has their content. */
export interface Repository {
  /** The content of the file is this blob, by git's own notes: no need to read it. */
  cleanBlob(path: string, stats: Stats): string | undefined
  /** The blob the file should be when it is unchanged; its bytes decide. */
  trackedBlob(path: string): string | undefined
}

export interface GitDeps {
  readonly git: RunGit
  /** Where attributes for all repositories may stand. */
  readonly attributeFiles: readonly string[]
}

const NOTHING: Repository = { cleanBlob: () => undefined, trackedBlob: () => undefined }
const MAX_INDEX_BYTES = 64 * 1024 * 1024

/** What can be known of a repository before its files are listed. */
export interface RepositoryNotes {
  readonly top: string
  readonly gitDirectory: string
  readonly index: NonNullable<ReturnType<typeof readIndex>>
  readonly settings: ReturnType<RunGit>
}

/** Reads the index of the repository around `directory`. Never writes to it and runs nothing of the project. */
export const readRepository = (directory: string, { git }: GitDeps): RepositoryNotes | undefined => {
  const found = findRepository(directory)
  if (!found) return undefined
  const settings = git({
    cwd: directory,
    args: ['config', '-z', '--list'],
    timeoutMs: 1000,
    maxBytes: 1024 * 1024,
  })
  const index = readIndex(join(found.gitDirectory, 'index'))
  return index && { ...found, index, settings }
}

/** @param paths of the files that are listed there */
export const openRepository = async (
  notes: RepositoryNotes | undefined,
  paths: readonly string[],
  { attributeFiles }: Pick<GitDeps, 'attributeFiles'>,
): Promise<Repository> => {
  if (!notes) return NOTHING
  const { index, top } = notes
  const converts = await mayConvert(notes, paths, attributeFiles)
  const prefix = top.endsWith('/') ? top.length : top.length + 1
  const entryOf = (path: string): IndexEntry | undefined => index.entries.get(path.slice(prefix))
  return {
    cleanBlob: (path, stats) => {
      const entry = converts ? undefined : entryOf(path)
      return entry && isAsNoted(entry, stats, index.writtenSeconds) ? entry.blob : undefined
    },
    trackedBlob: path => entryOf(path)?.blob,
  }
}

const readIndex = (path: string) => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > MAX_INDEX_BYTES) return undefined
    const entries = parseGitIndex(readFileSync(path))
    return entries && { entries, writtenSeconds: Math.floor(stats.mtimeMs / 1000) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Without the index every file is copied: slower, and as good.
    return undefined
  }
}

/** Whole seconds: what was written in the second of the index itself is not believed. */
const isAsNoted = (entry: IndexEntry, stats: Stats, writtenSeconds: number): boolean => {
  const seconds = Math.floor(stats.mtimeMs / 1000)
  return (
    entry.modifiedSeconds === seconds &&
    entry.modifiedSeconds < writtenSeconds &&
    entry.changedSeconds === Math.floor(stats.ctimeMs / 1000) &&
    entry.changedSeconds < writtenSeconds &&
    isSameFraction(entry.modifiedNanos, stats.mtimeMs) &&
    entry.size === stats.size % 2 ** 32 &&
    (entry.inode === 0 || entry.inode === stats.ino % 2 ** 32)
  )
}

/** Milliseconds as a floating number are good to a quarter of a microsecond; some programs note no fraction. */
const isSameFraction = (nanos: number, milliseconds: number): boolean =>
  nanos === 0 || Math.abs(nanos / 1e6 - (milliseconds % 1000)) < 0.001

/** Line ends, filters, encodings: settings that make the file differ from its blob. */
const mayConvert = async (
  { gitDirectory, settings }: RepositoryNotes,
  paths: readonly string[],
  attributeFiles: readonly string[],
): Promise<boolean> => {
  const answer = await settings
  if (paths.some(path => path.endsWith('/.gitattributes'))) return true
  if ([join(gitDirectory, 'info/attributes'), ...attributeFiles].some(file => existsSync(file))) return true
  if (answer.kind === 'failed') return true
  return answer.output
    .toString('utf8')
    .split('\0')
    .some(setting => /^core\.(?:autocrlf\n(?!false$)|eol\n|attributesfile\n)/.test(setting))
}

/** The id git gives this content; the length of another id of the repository tells the method. */
export const blobIdOf = (bytes: Uint8Array, like: string): string =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest('hex')

export const isRepository = (directory: string): boolean =>
  statSync(join(directory, '.git'), { throwIfNoEntry: false }) !== undefined
