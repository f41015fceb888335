import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Of everything in a directory: names, content, and what can be run. */
export const hashTree = (root: string): string => {
  const hash = createHash('sha256')
  const visit = (directory: string, prefix: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const path = join(directory, name)
      const stats = statSync(path)
      if (stats.isDirectory()) visit(path, `${prefix}${name}/`)
      else {
        const content = readFileSync(path)
        hash.update(`${prefix}${name}\0${(stats.mode & 0o100) === 0 ? '' : 'x'}\0${content.length}\0`)
        hash.update(content)
      }
    }
  }
  visit(root, '')
  return hash.digest('hex')
}
