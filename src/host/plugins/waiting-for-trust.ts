import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { WaitingExtension } from '../../protocol/extensions/roots.ts'

const KINDS = ['skills', 'commands', 'agents', 'workflows', 'output-styles'] as const
const FIX = 'To use it, review and trust this folder: capstan trust'

/** What a folder brings that nobody trusts: named, not read. */
export const waitingForTrust = (cwd: string, roots: readonly string[]): readonly WaitingExtension[] => {
  const files = [
    ...roots.flatMap(root => KINDS.map(kind => join(root, kind))).filter(isFilled),
    ...roots
      .flatMap(root => ['settings.json', 'settings.local.json'].map(name => join(root, name)))
      .filter(isFile),
    ...[join(cwd, '.mcp.json')].filter(isFile),
  ]
  return files.map(file => ({ what: `${relative(cwd, file)} of this folder`, file, fix: FIX }))
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const isFilled = (path: string): boolean => {
  try {
    return readdirSync(path).length > 0
  } catch {
    // Not there, or not ours to look at: nothing of it would be used either.
    return false
  }
}
