import { createHash } from 'node:crypto'
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GitAnswer, RunGit } from '../../../protocol/run-git.ts'
import { findRepository } from '../git-branch.ts'
import { type GitIndex, parseGitIndex } from './git-index.ts'
import { isFresh, isSameStamp, lookAny, type Stamp, stampOf } from './stamp.ts'

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

/** An index as it was at one moment: the same object while the file is the same. */
export interface NotedIndex {
  readonly index: GitIndex
  readonly writtenSeconds: number
}

/** The repository around a directory. */
export interface RepositoryNotes {
  readonly top: string
  readonly gitDirectory: string
  /** Undefined: none, or one that cannot be read. */
  readonly noted: NotedIndex | undefined
  readonly settings: Promise<GitAnswer>
}

/**
 * What git keeps beside the files of the work trees: the index, read again when it has changed, and the settings, asked
 * for again when their files have. Never writes to it and runs nothing of the project.
 */
export class Repositories {
  readonly #git: RunGit
  readonly #indexes = new Map<string, SeenIndex>()
  readonly #settings = new Map<string, { readonly stamps: string; readonly answer: Promise<GitAnswer> }>()

  constructor(git: RunGit) {
    this.#git = git
  }

  /** @param started when this look began, by the wall clock */
  around(directory: string, started: number): RepositoryNotes | undefined {
    const found = findRepository(directory)
    if (!found) return undefined
    const settings = this.#settingsOf(directory, found.gitDirectory)
    return { ...found, settings, noted: this.indexIn(found.gitDirectory, started) }
  }

  /** Git's list of what it tracks is the index below `top`: no setting says that the work tree is elsewhere. */
  async isUsual({ top, gitDirectory, settings }: RepositoryNotes): Promise<boolean> {
    const answer = await settings
    if (answer.kind === 'failed') return false
    const values = answer.output.toString('utf8').split('\0')
    return values.every(value => {
      if (value.startsWith('core.worktree\n'))
        return resolve(gitDirectory, value.slice('core.worktree\n'.length)) === top
      return value !== 'core.bare\ntrue'
    })
  }

  indexIn(gitDirectory: string, started: number): NotedIndex | undefined {
    const path = join(gitDirectory, 'index')
    const stats = lookAny(path)
    if (!stats?.isFile() || stats.size > MAX_INDEX_BYTES) return undefined
    const known = this.#indexes.get(path)
    if (known?.stamp && isSameStamp(known.stamp, stats)) return known.noted
    const stamp = isFresh(stats, started) ? undefined : stampOf(stats)
    const noted = readIndex(path, { stats, known: known?.noted })
    this.#indexes.set(path, { stamp, noted })
    return noted
  }

  #settingsOf(directory: string, gitDirectory: string): Promise<GitAnswer> {
    const common = commonDirectory(gitDirectory)
    const files = [join(common, 'config'), join(gitDirectory, 'config.worktree')]
    const stamps = files.map(file => Object.values(stampOrNothing(file)).join()).join(';')
    const known = this.#settings.get(gitDirectory)
    if (known?.stamps === stamps) return known.answer
    const answer = this.#git({
      cwd: directory,
      args: ['config', '-z', '--list'],
      timeoutMs: 1000,
      maxBytes: 1024 * 1024,
    })
    this.#settings.set(gitDirectory, { stamps, answer })
    return answer
  }
}

interface SeenIndex {
  /** `undefined`: changed so lately that its times prove nothing. */
  readonly stamp: Stamp | undefined
  readonly noted: NotedIndex | undefined
}

const stampOrNothing = (path: string): Stamp | Record<string, never> => {
  const stats = lookAny(path)
  return stats ? stampOf(stats) : {}
}

/** Of a linked worktree: where the settings of all of them are. */
const commonDirectory = (gitDirectory: string): string => {
  try {
    return resolve(gitDirectory, readFileSync(join(gitDirectory, 'commondir'), 'utf8').trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return gitDirectory
  }
}

/** @param paths of the files that are listed there */
export const openRepository = async (
  notes: RepositoryNotes | undefined,
  paths: readonly string[],
  { attributeFiles }: Pick<GitDeps, 'attributeFiles'>,
): Promise<Repository> => {
  if (!notes?.noted) return NOTHING
  const { noted, top } = notes
  const { index, writtenSeconds } = noted
  const converts = await mayConvert(notes, paths, attributeFiles)
  const prefix = top.endsWith('/') ? top.length : top.length + 1
  const entryOf = (path: string): number | undefined => index.find(path.slice(prefix))
  return {
    cleanBlob: (path, stats) => {
      const entry = converts ? undefined : entryOf(path)
      return entry !== undefined && index.isAsNoted(entry, stats, writtenSeconds)
        ? index.blob(entry)
        : undefined
    },
    trackedBlob: path => {
      const entry = entryOf(path)
      return entry !== undefined && index.isPlain(entry) ? index.blob(entry) : undefined
    },
  }
}

const readIndex = (
  path: string,
  { stats, known }: { readonly stats: Stats; readonly known: NotedIndex | undefined },
): NotedIndex | undefined => {
  try {
    const bytes = readFileSync(path)
    if (known?.index.isOf(bytes)) return known
    const index = parseGitIndex(bytes)
    return index && { index, writtenSeconds: Math.floor(stats.mtimeMs / 1000) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Without the index every file is copied: slower, and as good.
    return undefined
  }
}

/** Line ends, filters, encodings: settings that make the file differ from its blob. */
export const mayConvert = async (
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
