import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveReal } from '../../lib/paths.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Env } from '../../protocol/host.ts'
import type { Start } from '../start.ts'

/** What stands in the place of a marketplace. */
export const SKILLS_DIR = 'skills-dir'

export const folderId = (name: string): string => `${name}@${SKILLS_DIR}`

/** Folders with skills that are whole plugins: real paths. */
export interface SkillFolders {
  /** Among skills of the person or the administrator: used as they lie there. */
  readonly own: readonly string[]
  /** Among skills of a project: named only. */
  readonly ofProject: readonly string[]
}

/** Where the person keeps skills. */
export const skillHomes = ({ home, configHome }: Start, env: Env): readonly ExtensionRoot[] =>
  [configHome, ...(env['CAPSTAN_COMPAT'] === '0' ? [] : [join(home, '.claude')])].map(root => ({
    source: { level: 'user' },
    root,
  }))

const MANIFESTS = [join('.capstan-plugin', 'plugin.json'), join('.claude-plugin', 'plugin.json')]
const MOST = 500

export const findSkillFolders = (places: readonly ExtensionRoot[]): SkillFolders => {
  const of = (isProject: boolean): readonly string[] => [
    ...new Set(
      places
        .filter(({ source }) => (source.level === 'project') === isProject)
        .flatMap(({ root }) => foldersIn(join(root, 'skills'))),
    ),
  ]
  return { own: of(false), ofProject: of(true) }
}

const foldersIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
      .slice(0, MOST)
      .map(name => join(directory, name))
      .filter(path => MANIFESTS.some(file => existsSync(join(path, file))))
      .flatMap(path => {
        const resolved = resolveReal(path)
        return resolved.ok && resolved.exists ? [resolved.real] : []
      })
  } catch {
    // Not there, or not ours to look at: nothing of it is used.
    return []
  }
}
