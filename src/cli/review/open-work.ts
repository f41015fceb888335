import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReviewGit } from './review-git.ts'

/** Of a new file: what is larger is no text that somebody wrote. */
const MAX_NEW_BYTES = 1024 * 1024
const MOST_NEW = 1_000
const AUTHOR = ['-c', 'user.name=Capstan', '-c', 'user.email=reviews@capstan.invalid']

/**
 * A commit of all that the checkout has: HEAD, or one on top of it with what is not committed, new files included. It is
 * made beside the index, on no branch: for the person nothing changes.
 */
export const openWork = async (git: ReviewGit, root: string): Promise<string> => {
  const head = (await git(['rev-parse', '--verify', 'HEAD^{commit}'])).trim()
  const scratch = mkdtempSync(join(tmpdir(), 'capstan-review-'))
  const index = join(scratch, 'index')
  const at = { cwd: root, env: { GIT_INDEX_FILE: index } }
  try {
    const own = (
      await git(['rev-parse', '--path-format=absolute', '--git-path', 'index'], { cwd: root })
    ).replace(/\n$/, '')
    // With what git knows of unchanged files in it: these are not read again.
    await copyFile(own, index).catch(async () => await git(['read-tree', head], at))
    await git(['add', '--update', '--', '.'], at)
    const fresh = (await git(['ls-files', '-z', '--others', '--exclude-standard'], at))
      .split('\0')
      .filter(name => name !== '' && isText(join(root, name)))
      .slice(0, MOST_NEW)
    if (fresh.length > 0)
      await git(['update-index', '--add', '-z', '--stdin'], { ...at, input: `${fresh.join('\0')}\0` })
    const tree = (await git(['write-tree'], at)).trim()
    if (tree === (await git(['rev-parse', `${head}^{tree}`], { cwd: root })).trim()) return head
    return (
      await git([...AUTHOR, 'commit-tree', tree, '-p', head, '-m', 'What is not committed'], { cwd: root })
    ).trim()
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const isText = (path: string): boolean => {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts !== undefined && (facts.isSymbolicLink() || (facts.isFile() && facts.size <= MAX_NEW_BYTES))
}
