import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { resolveReal } from '../../lib/paths.ts'

export interface LinkedWorktree {
  /** What git keeps for this worktree alone. */
  readonly gitDir: string
  /** The repository it belongs to. */
  readonly commonDir: string
}

/**
 * The repository of a worktree that has only a `.git` file. Believed only if the repository names the worktree in turn:
 * a file that came with a project must not open a directory somewhere else.
 */
export const findLinkedWorktree = (root: string): LinkedWorktree | undefined => {
  const pointer = join(root, '.git')
  const gitDir = realOf(resolve(root, /^gitdir: (.+)\n?$/.exec(readLine(pointer))?.[1] ?? '.'))
  if (gitDir === undefined || gitDir === root) return undefined
  const back = readLine(join(gitDir, 'gitdir')).trim()
  const common = readLine(join(gitDir, 'commondir')).trim()
  if (back === '' || common === '' || realOf(resolve(gitDir, back)) !== realOf(pointer)) return undefined
  const commonDir = realOf(resolve(gitDir, common))
  const isBelow = commonDir !== undefined && dirname(gitDir) === join(commonDir, 'worktrees')
  return isBelow ? { gitDir, commonDir } : undefined
}

const realOf = (path: string): string | undefined => {
  const resolved = resolveReal(path)
  return resolved.ok && resolved.exists ? resolved.real : undefined
}

const MAX_BYTES = 4096

const readLine = (path: string): string => {
  try {
    const stat = lstatSync(path)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    // Nothing there: no pointer.
    return ''
  }
}
