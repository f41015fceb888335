import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectFiles } from '../../features/code-review/finders.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import type { Change } from './change.ts'
import type { ReviewGit } from './review-git.ts'

const MAX_BYTES = 256 * 1024

/**
 * Where rules and finders of the project are read: of one's own work as they are now; of somebody else's as they were
 * before it, so that a change never says how it is to be reviewed.
 */
export const projectFiles = ({ root, base, own }: Change, git: ReviewGit): ProjectFiles =>
  own ? filesHere(root) : filesAt(base, root, git)

const filesHere = (root: string): ProjectFiles => ({
  async names(folder) {
    try {
      return isPlain(root, folder) ? readdirSync(join(root, folder)) : []
    } catch {
      // There is no such folder.
      return []
    }
  },
  async read(path) {
    if (!isPlain(root, path)) return undefined
    const read = readPlainFile(join(root, path), MAX_BYTES)
    return 'text' in read ? read.text : undefined
  },
})

/** A link could lead to anything, and what it leads to would be sent to the model. */
const isPlain = (root: string, path: string): boolean => {
  let at = root
  return path.split('/').every(word => {
    at = join(at, word)
    const facts = lstatSync(at, { throwIfNoEntry: false })
    return facts !== undefined && !facts.isSymbolicLink()
  })
}

const filesAt = (commit: string, root: string, git: ReviewGit): ProjectFiles => {
  const listed = async (path: string): Promise<readonly string[]> => {
    const text = await git(['ls-tree', '-z', commit, '--', path], { cwd: root }).catch(() => '')
    return text.split('\0').filter(line => /^100(?:644|755) blob /.test(line))
  }
  return {
    names: async folder => (await listed(`${folder}/`)).map(line => line.slice(line.lastIndexOf('/') + 1)),
    async read(path) {
      if ((await listed(path)).length !== 1) return undefined
      try {
        return await git(['cat-file', 'blob', `${commit}:${path}`], { cwd: root, maxBytes: MAX_BYTES })
      } catch {
        // Too large to be words for somebody.
        return undefined
      }
    },
  }
}
