import { dirname, isAbsolute, normalize, sep } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'

export interface DirectoryFacts {
  readonly home: string
  readonly cwd: string
  readonly configHome: string
  readonly caseSensitive: CaseRule
}

/** Directories whose files other programs obey, or that hold keys. */
const PROTECTED = new Set([
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.git', '.hg', '.svn', '.vscode', '.idea'],
  ...['.husky', '.cargo', '.devcontainer', '.yarn', '.mvn', '.github', 'node_modules'],
])
const SETTINGS = new Set(['.claude', '.capstan'])
/** macOS keeps temporary directories below /var. */
const TEMPORARY = /^\/(?:private\/)?var\/(?:folders|tmp)\//
const SYSTEM = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr',
  '/var',
]

/**
 * The model writes below this directory without being asked, so it must be a place for nothing else. Answers with its
 * real path.
 */
export const checkMemoryDirectory = (
  path: string,
  facts: DirectoryFacts,
): { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string } => {
  const refuse = (why: string) => ({ ok: false, why }) as const
  if (path.includes('\0')) return refuse('it holds a NUL byte')
  if (/^(?:\\\\|\/\/)/.test(path)) return refuse('it is a network path')
  if (!isAbsolute(path)) return refuse('it is not absolute')
  if (path.split(/[\\/]/).includes('..')) return refuse('it goes up with ".."')
  const resolved = resolveReal(normalize(path))
  if (!resolved.ok) return refuse(resolved.why)
  const why = [path, resolved.real]
    .map(each => whyNot(normalize(each), facts))
    .find(each => each !== undefined)
  return why === undefined ? { ok: true, path: resolved.real } : refuse(why)
}

const whyNot = (path: string, facts: DirectoryFacts): string | undefined => {
  const real = path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path
  if (dirname(dirname(real)) === dirname(real)) return 'it is too close to the root'
  const held = [facts.home, facts.cwd, facts.configHome].find(inner => isInside(inner, real, facts))
  if (held !== undefined) return `it holds ${held}`
  const named = protectedName(real.split(sep).map(name => name.toLowerCase()))
  if (named !== undefined) return `${named} is a protected directory`
  const within = (root: string): boolean => isInside(real, root, facts)
  if (within(facts.configHome))
    return within(`${facts.configHome}${sep}projects`) ? undefined : 'this program keeps its settings there'
  const system = within(facts.home) ? undefined : SYSTEM.find(within)
  return system === undefined || TEMPORARY.test(real) ? undefined : `${system} belongs to the system`
}

/** Of the places where settings are kept, only the sessions' may hold memories. */
const protectedName = (names: readonly string[]): string | undefined =>
  names.find(
    (name, at) =>
      PROTECTED.has(name) || (SETTINGS.has(name) && !(names[at + 1] === 'projects' && names.length > at + 3)),
  )
