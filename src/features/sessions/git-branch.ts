import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const MAX_POINTER_BYTES = 4096

/** First line of a small plain file; `undefined` for anything else. */
const readPointer = (path: string): string | undefined => {
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts === undefined || !facts.isFile() || facts.size > MAX_POINTER_BYTES) return undefined
    return readFileSync(path, 'utf8').split('\n', 1)[0]?.trim()
  } catch {
    // Unreadable is as good as absent: the branch is a label, nothing depends on it.
    return undefined
  }
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A loop of links, or a place we may not look into, is no repository for us.
    return undefined
  }
}

/** `.git` is a directory, or in a worktree or submodule a file that names one. */
const gitDirectoryAt = (directory: string): string | undefined => {
  const dotGit = join(directory, '.git')
  const facts = statOf(dotGit)
  if (facts?.isDirectory()) return dotGit
  const target = facts === undefined ? undefined : /^gitdir:\s*(.+)$/.exec(readPointer(dotGit) ?? '')?.[1]
  return target === undefined ? undefined : resolve(directory, target)
}

/** The repository around a directory: where its work tree begins and where git keeps its files. */
export const findRepository = (
  cwd: string,
): { readonly top: string; readonly gitDirectory: string } | undefined => {
  for (let at = resolve(cwd); ; at = dirname(at)) {
    const gitDirectory = gitDirectoryAt(at)
    if (gitDirectory !== undefined) return { top: at, gitDirectory }
    if (dirname(at) === at) return undefined
  }
}

/** Name of the checked-out branch, seven digits of the commit when there is none, '' outside git. Runs no process. */
export const readGitBranch = (cwd: string): string => {
  const directory = findRepository(cwd)?.gitDirectory
  const head = directory === undefined ? undefined : readPointer(join(directory, 'HEAD'))
  const branch = /^ref: refs\/heads\/([^\p{Cc}\p{Cf}]+)$/u.exec(head ?? '')?.[1]
  // Repositories with another reference store keep this placeholder in the file.
  if (branch !== undefined) return branch === '.invalid' ? '' : branch
  return /^[0-9a-f]{40,64}$/.test(head ?? '') ? (head ?? '').slice(0, 7) : ''
}
