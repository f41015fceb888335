import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { FileStamp } from '../../lib/markdown-heads.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'

/** A file that holds a skill, not read yet. */
export interface SkillFile {
  /** Real path. */
  readonly path: string
  /** As it is called: folders above it stand before its name, with colons. */
  readonly name: string
  readonly kind: 'skill' | 'command'
  readonly stamp: FileStamp
}

const MAX_FILES = 2_000
const MAX_DEPTH = 4
/** Nothing is ever loaded from what a package manager put there. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'bower_components', 'site-packages', 'vendor'])

/** Skills and commands of a place, in the order of their names. A directory that cannot be read holds none. */
export const findSkillFiles = (
  {
    root,
    skills = [join(root, 'skills')],
    commands = [join(root, 'commands')],
  }: Pick<ExtensionRoot, 'root' | 'skills' | 'commands'>,
  search: Search = (_, look) => look(),
): readonly SkillFile[] => [
  ...skills.flatMap(path => search(path, () => collect(found => skillsAt(path, found)))),
  ...commands.flatMap(path => search(path, () => collect(found => commandsAt(path, found)))),
]

/** Whoever remembers what was found in a directory need not look. */
type Search = (directory: string, look: () => readonly SkillFile[]) => readonly SkillFile[]

const collect = (into: (found: SkillFile[]) => void): readonly SkillFile[] => {
  const found: SkillFile[] = []
  into(found)
  return found
}

/** A directory with skills in it, or one that is a skill itself. */
const skillsAt = (path: string, found: SkillFile[]): void => {
  const real = realOf(path)
  if (real === undefined) return
  const own = skillIn(real, basename(path))
  if (own) found.push(own)
  else walkSkills(real, { names: [] }, found)
}

interface Walk {
  /** Of the folders above. */
  readonly names: readonly string[]
}

const walkSkills = (directory: string, { names }: Walk, found: SkillFile[]): void => {
  for (const entry of entriesOf(directory)) {
    if (found.length >= MAX_FILES) return
    const path = pathOf(directory, entry)
    if (path === undefined || !(entry.isDirectory() || entry.isSymbolicLink())) continue
    const name = [...names, entry.name].join(':')
    const skill = skillIn(path, name)
    if (skill) found.push(skill)
    else if (names.length + 1 < MAX_DEPTH && !isPlugin(path))
      walkSkills(path, { names: [...names, entry.name] }, found)
  }
}

/** What a plugin brings counts as long as it is enabled, and under its name. */
const isPlugin = (directory: string): boolean =>
  ['.capstan-plugin', '.claude-plugin'].some(name => statOf(join(directory, name, 'plugin.json'))?.isFile())

const skillIn = (directory: string, name: string): SkillFile | undefined => {
  for (const file of ['SKILL.md', 'skill.md']) {
    const path = join(directory, file)
    const stats = statOf(path)
    if (stats?.isFile()) return { path, name, kind: 'skill', stamp: stampOf(stats) }
  }
  return undefined
}

/** A directory of Markdown files, or one of them. */
const commandsAt = (path: string, found: SkillFile[]): void => {
  const real = realOf(path)
  if (real === undefined) return
  if (extname(real) === '.md') {
    const stats = statOf(real)
    if (stats?.isFile())
      found.push({ path: real, name: basename(path, '.md'), kind: 'command', stamp: stampOf(stats) })
  } else walkCommands(real, { names: [] }, found)
}

const walkCommands = (directory: string, { names }: Walk, found: SkillFile[]): void => {
  for (const entry of entriesOf(directory)) {
    if (found.length >= MAX_FILES) return
    const path = pathOf(directory, entry)
    if (path === undefined) continue
    const named = (last: string): string => [...names, last].join(':')
    const stats = extname(entry.name) === '.md' ? statOf(path) : undefined
    if (stats?.isFile()) {
      const name = named(basename(entry.name, '.md'))
      found.push({ path, name, kind: 'command', stamp: stampOf(stats) })
    } else if (!stats && (entry.isDirectory() || entry.isSymbolicLink())) {
      const skill = skillIn(path, named(entry.name))
      if (skill) found.push(skill)
      else if (names.length + 1 < MAX_DEPTH) walkCommands(path, { names: [...names, entry.name] }, found)
    }
  }
}

const entriesOf = (directory: string): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') && !SKIPPED.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // Most people have no such directory; one that is closed to us holds nothing for us.
    return []
  }
}

/** Only a link leads elsewhere than its name says. */
const pathOf = (directory: string, entry: Dirent): string | undefined => {
  const path = join(directory, entry.name)
  return entry.isSymbolicLink() ? realOf(path) : path
}

const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    // It is not there, or a link leads nowhere.
    return undefined
  }
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A directory on the way is closed, or a link goes round in circles.
    return undefined
  }
}

const stampOf = ({ mtimeMs, ctimeMs, size }: Stats): FileStamp => ({ mtimeMs, ctimeMs, size })
