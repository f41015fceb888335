import { walkDirectory } from './walk-directory.ts'

/** Asks git in the working directory; undefined when it is missing, says no or takes too long. */
export type AskGit = (args: readonly string[]) => Promise<Uint8Array | undefined>

export interface ListOptions {
  readonly cwd: string
  readonly git: AskGit
  /** False: ignored files are listed as well. */
  readonly respectIgnored: boolean
  now(): number
}

export interface FileList {
  /** Paths parted by NUL bytes, relative to the working directory. */
  readonly lists: readonly Uint8Array[]
  /** Listed though somebody deleted them. */
  readonly without: ReadonlySet<string>
}

/**
 * What there is below the working directory: as git sees it, else by walking. Git sees nothing where an outer repository
 * ignores all of it, as with a project of its own whose repository is damaged.
 */
export const listFiles = async (options: ListOptions): Promise<FileList> => {
  const others = options.respectIgnored ? ['--others', '--exclude-standard'] : ['--others']
  const [present, deleted] = await Promise.all([
    options.git(['ls-files', '-z', '--cached', ...others]),
    options.git(['ls-files', '-z', '--deleted']),
  ])
  if (present && present.length > 0) {
    const gone = deleted ? Buffer.from(deleted).toString('latin1').split('\0') : []
    return { lists: [present], without: new Set(gone.filter(path => path !== '')) }
  }
  return { lists: [await walkDirectory(options)], without: new Set() }
}
