/**
 * Reads a profile of the macOS sandbox as far as this program writes such, and says what it would allow: the last rule
 * that fits counts. A stand-in for the Mac that nobody here has; it refuses what it doesn't know.
 */
export interface SeatbeltRules {
  /** By name, such as `file-write-unlink`, for a path without links. */
  allows(operation: string, path: string): boolean
  /** Names of the kernel's facts that may be read. */
  allowsFact(name: string): boolean
}

type Node = string | Quoted | readonly Node[]
interface Quoted {
  readonly quoted: string
  readonly isPattern: boolean
}
interface Subject {
  readonly path?: string
  readonly fact?: string
}
type Filter = (subject: Subject) => boolean
interface Rule {
  readonly allow: boolean
  readonly operations: readonly string[]
  readonly filters: readonly Filter[]
}

export const seatbeltRules = (profile: string): SeatbeltRules => {
  const [version, first, ...rest] = readAll(profile)
  if (shown(version) !== '(version 1)' || shown(first) !== '(deny default)')
    throw new Error(`not the beginning of a profile: ${shown(version)} ${shown(first)}`)
  const rules = rest.map(toRule)
  const last = (operation: string, subject: Subject): boolean =>
    rules.findLast(
      rule =>
        rule.operations.some(one => covers(one, operation)) &&
        (rule.filters.length === 0 || rule.filters.some(filter => filter(subject))),
    )?.allow ?? false
  return {
    allows: (operation, path) => last(operation, { path }),
    allowsFact: fact => last('sysctl-read', { fact }),
  }
}

const covers = (named: string, operation: string): boolean =>
  named === operation || (named.endsWith('*') && operation.startsWith(named.slice(0, -1)))

const toRule = (node: Node): Rule => {
  const [action, ...parts] = listOf(node)
  if (action !== 'allow' && action !== 'deny') throw new Error(`not a rule: ${shown(node)}`)
  const operations = parts.filter(part => typeof part === 'string')
  if (operations.length === 0) throw new Error(`a rule for nothing: ${shown(node)}`)
  return {
    allow: action === 'allow',
    operations,
    filters: parts.filter(part => typeof part !== 'string').map(toFilter),
  }
}

const toFilter = (node: Node): Filter => {
  const [name, ...args] = listOf(node)
  const filters = (): readonly Filter[] => args.map(toFilter)
  switch (name) {
    case 'require-all': {
      const all = filters()
      return subject => all.every(one => one(subject))
    }
    case 'require-any': {
      const any = filters()
      return subject => any.some(one => one(subject))
    }
    case 'require-not': {
      const [one, ...more] = filters()
      if (!one || more.length > 0) throw new Error(`not one filter: ${shown(node)}`)
      return subject => !one(subject)
    }
    case 'literal': {
      const { quoted } = wordOf(args)
      return ({ path }) => path === quoted
    }
    case 'subpath': {
      const { quoted } = wordOf(args)
      return ({ path }) =>
        path !== undefined && (quoted === '/' || path === quoted || path.startsWith(`${quoted}/`))
    }
    case 'regex': {
      const { quoted, isPattern } = wordOf(args)
      if (!isPattern) throw new Error(`a pattern is written #"…": ${shown(node)}`)
      const regex = new RegExp(quoted)
      return ({ path }) => path !== undefined && regex.test(path)
    }
    case 'sysctl-name': {
      const { quoted } = wordOf(args)
      return ({ fact }) => fact === quoted
    }
    case 'sysctl-name-prefix': {
      const { quoted } = wordOf(args)
      return ({ fact }) => fact?.startsWith(quoted) ?? false
    }
    // Not about files: no path and no fact has it.
    case 'extension':
    case 'target':
    case 'global-name':
    case 'local':
    case 'remote':
      return () => false
    default:
      throw new Error(`a filter that is not known: ${shown(node)}`)
  }
}

const listOf = (node: Node): readonly Node[] => {
  if (typeof node === 'string' || 'quoted' in node) throw new Error(`not a list: ${shown(node)}`)
  return node
}

const wordOf = (args: readonly Node[]): Quoted => {
  const [one, ...more] = args
  if (one === undefined || typeof one === 'string' || !('quoted' in one) || more.length > 0)
    throw new Error(`not one string: ${args.map(shown).join(' ')}`)
  return one
}

const shown = (node: Node | undefined): string => {
  if (node === undefined) return ''
  if (typeof node === 'string') return node
  return 'quoted' in node ? JSON.stringify(node.quoted) : `(${node.map(shown).join(' ')})`
}

const TOKEN = /\s+|([()])|#"((?:[^"\\]|\\.)*)"|"((?:[^"\\]|\\.)*)"|([^\s()"#;]+)/y

const readAll = (profile: string): readonly Node[] => {
  const open: Node[][] = [[]]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < profile.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(profile)
    if (!match) throw new Error(`cannot be read: ${profile.slice(at, at + 60)}`)
    const [, bracket, pattern, string, symbol] = match
    if (bracket === '(') open.push([])
    else if (bracket === ')') {
      const done = open.pop()
      const outer = open.at(-1)
      if (!done || !outer) throw new Error('a bracket too many')
      outer.push(done)
    } else if (pattern !== undefined) open.at(-1)?.push({ quoted: pattern, isPattern: true })
    else if (string !== undefined)
      open.at(-1)?.push({ quoted: string.replace(/\\(.)/gs, '$1'), isPattern: false })
    else if (symbol !== undefined) open.at(-1)?.push(symbol)
  }
  const [all, ...unclosed] = open
  if (!all || unclosed.length > 0) throw new Error('a bracket is missing')
  return all
}
