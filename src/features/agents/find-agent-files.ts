import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { FileStamp } from '../../lib/markdown-heads.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'

/** A file that describes an agent, not read yet. */
export interface AgentFile {
  /** Real path. */
  readonly path: string
  /** Without its ending. */
  readonly name: string
  readonly stamp: FileStamp
}

const MAX_FILES = 500
const MAX_DEPTH = 4

/** Agents of a place and of folders in it, in the order of their names. */
export const findAgentFiles = ({
  root,
  agents = [join(root, 'agents')],
}: Pick<ExtensionRoot, 'root' | 'agents'>): readonly AgentFile[] => {
  const found: AgentFile[] = []
  for (const path of agents) {
    if (extname(path) === '.md') add(path, found)
    else walk(path, 0, found)
  }
  return found
}

const walk = (directory: string, depth: number, found: AgentFile[]): void => {
  for (const entry of entriesOf(directory)) {
    if (found.length >= MAX_FILES) return
    const path = join(directory, entry.name)
    if (extname(entry.name) === '.md') add(path, found)
    else if (entry.isDirectory() && depth < MAX_DEPTH) walk(path, depth + 1, found)
  }
}

const add = (path: string, found: AgentFile[]): void => {
  try {
    const stamp: Stats = statSync(path)
    if (stamp.isFile()) found.push({ path: realpathSync(path), name: basename(path, '.md'), stamp })
  } catch {
    // A link that leads nowhere: there is no agent.
  }
}

const entriesOf = (directory: string): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // Most people have no such directory.
    return []
  }
}
