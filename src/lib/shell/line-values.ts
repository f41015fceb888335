import type { AndOr, Assignment, Command, CommandExpansionPart, For, SyntaxNode, Word } from 'unbash'
import type { CommandPosition, SimpleCommand } from './command.ts'
import {
  isNumber,
  type Known,
  MAX_FORMS,
  type Value,
  valuesOfItem,
  valuesOfWord,
  variantsOf,
} from './known-words.ts'
import {
  type Feeder,
  isBare,
  isStatic,
  literalWord,
  resolveAssignment,
  resolveWord,
  type ShellAssignment,
  type ShellWord,
} from './word.ts'

type ForEachChild = typeof import('unbash')['forEachChild']
type Assigned = ReadonlySet<string>

/**
 * Names that no program and no shell gives a meaning, so that setting one changes nothing but what the line itself
 * says. Variables of programs are written in capitals; those below are the exceptions, and the usual capitals of people.
 */
const isOwnName = (name: string): boolean =>
  /^(?:[a-z][a-z\d_]{0,30}|[A-Z]|DIR|DIRS|FILE|FILES|NAME|BASE|BRANCH|SRC|COUNT|TOTAL)$/.test(name) &&
  !/_proxy$|^(?:npm|pip|yarn|pnpm|cargo|docker|kube|git|auto_resume|histchars)/.test(name)

/** Builtins that may change a variable, or how words are read, without an assignment that can be seen. */
const CHANGING = new Set(
  'read readarray mapfile declare typeset local export readonly unset let getopts eval source . wait exec trap shopt set enable alias unalias builtin command printf shift'.split(
    ' ',
  ),
)
/** Forms of them that change nothing. */
const isHarmless = (name: string, first: string | undefined): boolean =>
  (name === 'printf' && !first?.startsWith('-')) || (name === 'command' && /^-[vV]$/.test(first ?? ''))

/** Children that run in a process of their own, or perhaps not at all: what they set does not count behind them. */
const APART = new Set<SyntaxNode['type']>([
  ...([
    'Subshell',
    'CommandExpansion',
    'ProcessSubstitution',
    'ArithmeticCommandExpansion',
    'Coproc',
  ] as const),
  ...([
    'Function',
    'If',
    'Elif',
    'While',
    'Case',
    'CaseItem',
    'For',
    'Select',
    'ArithmeticFor',
    'Redirected',
  ] as const),
])

/** What is asked about: the others stand where one of these does. */
const ASKED = new Set<SyntaxNode['type']>(['Command', 'For', 'Word', 'ArithmeticExpansion'])

/** Their children run one after the other: what one sets is set for the next. */
const LISTS = new Set<SyntaxNode['type']>(['CompoundList', 'Script', 'Statement'])

/** A name may stand in pieces behind a backslash, and a loop names its variable without a sign. */
const SPLIT_OR_LOOP = /\\|\bfor\b/

interface Source {
  readonly word: Word
  readonly at: Assigned
  readonly item: boolean
}

const NONE: Assigned = new Set()

/** What the variables of one line hold, from the line itself: each may hold everything the line ever assigns to it. */
export class LineValues {
  readonly #forEachChild: ForEachChild
  /** Looked through when the first question needs it: most lines ask none. */
  #script: SyntaxNode | undefined
  readonly #text: string
  readonly #settable = new Map<string, boolean>()
  readonly #sources = new Map<string, Source[]>()
  readonly #values = new Map<string, readonly Value[] | undefined>()
  /** Of nodes behind an assignment. */
  readonly #places = new Map<SyntaxNode, Assigned>()
  /** Names that get a value nobody can tell. */
  readonly #open = new Set<string>()
  /** Names that the line reads. */
  readonly #used = new Set<string>()
  /** Something in the line may change any variable. */
  #lost = false
  #assigned: Assigned = NONE

  constructor(forEachChild: ForEachChild, script: SyntaxNode, text: string) {
    this.#forEachChild = forEachChild
    this.#script = script
    this.#text = text
  }

  /** What is known where the node stands. */
  at(node: SyntaxNode): Known {
    return {
      valuesOf: name =>
        this.#maySet(name) && this.#assignedAt(node).has(name) ? this.#valuesOf(name) : undefined,
      feedersOf,
    }
  }

  /** No: nowhere in the line is a value given to it. For that nothing has to be looked through. */
  #maySet(name: string): boolean {
    const known = this.#settable.get(name)
    if (known !== undefined) return known
    const maySet = this.#text.includes(`${name}=`) || SPLIT_OR_LOOP.test(this.#text)
    this.#settable.set(name, maySet)
    return maySet
  }

  #assignedAt(node: SyntaxNode): Assigned {
    this.#lookThrough()
    return this.#places.get(node) ?? NONE
  }

  #lookThrough(): void {
    const script = this.#script
    this.#script = undefined
    if (script) this.#walk(script)
  }

  /** The loop goes through values that are known, by a name that means nothing else. */
  isKnownLoop(node: For): boolean {
    this.#lookThrough()
    if (this.#lost || !isOwnName(node.name.text) || !node.wordlist) return false
    const known = this.at(node)
    return node.wordlist.every(word => valuesOfItem(word, known) !== undefined)
  }

  /** The wildcards of a loop find names before any command of it runs: as for `:`, which does nothing with them. */
  searchesOf(node: For, place: CommandPosition): readonly SimpleCommand[] {
    const nodes = node.wordlist ?? []
    if (nodes.length === 0 || !this.isKnownLoop(node)) return []
    const words = [literalWord(':'), ...nodes.map(resolveWord)]
    const variants = variantsOf([undefined, ...nodes], words, this.at(node))
    // Also a value that is put there may be a wildcard.
    if (![words, ...(variants ?? [])].flat().some(word => word.glob)) return []
    const text = nodes.map(word => word.text).join(' ')
    return [{ words, assignments: [], redirects: [], text, place, ...(variants ? { variants } : {}) }]
  }

  isKnownAssignment(node: Assignment, command: Command): boolean {
    this.#lookThrough()
    if (this.#lost || !isOwnName(node.name) || node.append || node.index) return false
    if (node.value.type !== 'Word') return false
    // What is set for nobody in the line is set for somebody else, unless it was asked for to see how that ends.
    if (!this.#used.has(node.name) && !isAnswer(node.value)) return false
    return valuesOfWord(node.value, this.at(command)) !== undefined
  }

  #valuesOf(name: string): readonly Value[] | undefined {
    if (this.#lost || this.#open.has(name) || !isOwnName(name)) return undefined
    if (this.#values.has(name)) return this.#values.get(name)
    // A value that is made from itself stays open.
    this.#values.set(name, undefined)
    const values = this.#gather(name)
    this.#values.set(name, values)
    return values
  }

  #gather(name: string): readonly Value[] | undefined {
    const all: Value[] = []
    for (const { word, at, item } of this.#sources.get(name) ?? []) {
      const known: Known = {
        valuesOf: other => (at.has(other) ? this.#valuesOf(other) : undefined),
        feedersOf,
      }
      const values = item ? valuesOfItem(word, known) : valuesOfWord(word, known)
      if (!values || all.length + values.length > MAX_FORMS) return undefined
      all.push(...values)
    }
    return all.length > 0 ? all : undefined
  }

  #walk(node: SyntaxNode): void {
    if (node.type === 'Word' && isBare(node)) return
    const before = this.#assigned
    if (before !== NONE && ASKED.has(node.type)) this.#places.set(node, before)
    this.#note(node)
    if (node.type === 'AndOr') this.#walkChain(node)
    else {
      const isList = LISTS.has(node.type)
      this.#forEachChild(node, child => {
        // The children of what may leave one out begin where it began.
        if (!isList) this.#assigned = before
        if (node.type === 'For' && child.type === 'CompoundList')
          this.#assigned = new Set([...before, node.name.text])
        this.#walk(child)
      })
    }
    if (APART.has(node.type) || isApart(node)) this.#assigned = before
    else if (node.type === 'Command') this.#assigned = this.#afterCommand(node, before)
  }

  /** Behind `||` only what the first one set is set for certain, also when all of it has run. */
  #walkChain(node: AndOr): void {
    let first: Assigned | undefined
    let chained = true
    node.commands.forEach((child, at) => {
      if (at > 0 && node.operators[at - 1] !== '&&') chained = false
      if (!chained) this.#assigned = first ?? this.#assigned
      this.#walk(child)
      first ??= this.#assigned
    })
    this.#assigned = first ?? this.#assigned
  }

  #afterCommand(node: Command, before: Assigned): Assigned {
    if (node.name || node.suffix.length > 0) return before
    const added = new Set<string>()
    for (const part of node.prefix) {
      if (part.type !== 'Assignment') return before
      if (!before.has(part.name)) added.add(part.name)
    }
    return added.size === 0 ? before : new Set([...before, ...added])
  }

  #note(node: SyntaxNode): void {
    switch (node.type) {
      case 'Command':
        this.#noteCommand(node)
        break
      case 'For':
        for (const word of node.wordlist ?? [])
          this.#source(node.name.text, { word, at: this.#assigned, item: true })
        if (!node.wordlist) this.#open.add(node.name.text)
        break
      case 'Select':
      case 'Function':
      case 'Coproc':
      case 'ArithmeticFor':
      case 'ArithmeticCommand':
      case 'FileDescriptorVariable':
        this.#lost = true
        break
      case 'ArithmeticExpansion':
        if (assignsIn(node.text)) this.#lost = true
        break
      case 'SimpleExpansion':
        this.#used.add(node.text.slice(1))
        break
      case 'ArithmeticWord':
        this.#used.add(node.value.replace(/[${}]/g, ''))
        break
      case 'ParameterExpansion':
        this.#used.add(node.parameter)
        if (node.operation?.type === 'Default' && node.operation.operator.endsWith('='))
          this.#open.add(node.parameter)
        break
      default:
    }
  }

  #noteCommand(node: Command): void {
    for (const part of node.prefix) if (part.type === 'Assignment') this.#noteAssignment(part, node)
    const isWord = (part: Command['suffix'][number]): part is Word => part.type === 'Word'
    const first = node.name ?? node.suffix.find(isWord)
    if (!first) return
    const name = resolveWord(first)
    if (isStatic(name) && !CHANGING.has(name.text)) return
    const second = node.suffix.filter(isWord).find(word => word !== first)
    if (!isStatic(name) || !isHarmless(name.text, second && resolveWord(second).text)) this.#lost = true
  }

  #noteAssignment(node: Assignment, command: Command): void {
    if (/^(?:IFS|GLOBIGNORE|PWD|OLDPWD|HOME|BASH.*|SHELLOPTS|POSIXLY_CORRECT)$/.test(node.name))
      this.#lost = true
    if (!command.name && !isOwnName(node.name)) this.#lost = true
    if (node.append || node.index || node.value.type !== 'Word') this.#open.add(node.name)
    else this.#source(node.name, { word: node.value, at: this.#assigned, item: false })
  }

  #source(name: string, source: Source): void {
    const known = this.#sources.get(name)
    if (known) known.push(source)
    else this.#sources.set(name, [source])
  }

  /** Whether what stands between `$((` and `))` is only a number. */
  isNumber(node: Extract<SyntaxNode, { type: 'ArithmeticExpansion' }>): boolean {
    return node.text.startsWith('$((') && isNumber(node.expression, this.at(node))
  }
}

/** What a command prints, and nothing else: `$(…)`, in quotes or not. */
const isAnswer = ({ parts = [] }: Word): boolean => {
  const [part, ...more] = parts
  const inner = part?.type === 'DoubleQuoted' ? part.parts : parts
  return more.length === 0 && inner.length === 1 && inner[0]?.type === 'CommandExpansion'
}

const isApart = (node: SyntaxNode): boolean =>
  (node.type === 'Pipeline' && node.commands.length > 1) ||
  (node.type === 'Statement' && node.background === true)

/** An assignment inside arithmetic; comparisons are none. */
const assignsIn = (text: string): boolean => /\+\+|--|(?:^|[^=!<>])=(?!=)|<<=|>>=/.test(text)

/** The commands of a substitution, when they are one pipeline of plain commands with nothing else in them. */
const feedersOf = ({ script }: CommandExpansionPart): readonly Feeder[] | undefined => {
  const [statement, ...more] = script?.commands ?? []
  if (!statement || more.length > 0 || statement.background || script?.errors?.length) return undefined
  const { command } = statement
  if (command.type === 'Command') return feedersIn([command])
  if (command.type !== 'Pipeline' || command.prefixes.length > 0) return undefined
  return command.operators.every(operator => operator === '|') ? feedersIn(command.commands) : undefined
}

/** Each as a plain command; undefined when one of them is more. */
export const feedersIn = (nodes: readonly SyntaxNode[]): readonly Feeder[] | undefined => {
  const feeders: Feeder[] = []
  for (const node of nodes) {
    if (node.type !== 'Command' || !node.name) return undefined
    const redirects: Feeder['redirects'][number][] = []
    for (const one of node.redirects) {
      if (one.type !== 'Redirect' || !one.target) return undefined
      const fd = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : one.descriptor?.name
      redirects.push({ op: one.operator, fd, target: resolveWord(one.target) })
    }
    if (node.suffix.some(part => part.type === 'Assignment')) return undefined
    feeders.push({
      words: [node.name, ...node.suffix].flatMap(part => (part.type === 'Word' ? [resolveWord(part)] : [])),
      assignments: node.prefix.flatMap(part => (part.type === 'Assignment' ? [resolveAssignment(part)] : [])),
      redirects,
    })
  }
  return feeders
}

export const knownAssignment = (
  node: Assignment,
  command: Command,
  values: LineValues | undefined,
): ShellAssignment => new KnownAssignment(node, command, values)

/** A class, for an object with a getter of its own takes the engine as long as reading the assignment does. */
class KnownAssignment implements ShellAssignment {
  readonly name: string
  readonly value: ShellWord
  readonly plain: boolean
  readonly #isOwn: () => boolean
  #own: boolean | undefined

  constructor(node: Assignment, command: Command, values: LineValues | undefined) {
    const { name, value, plain } = resolveAssignment(node)
    this.name = name
    this.value = value
    this.plain = plain
    this.#isOwn = () => values?.isKnownAssignment(node, command) ?? false
  }

  /** Found out when somebody asks: that takes a look through the whole line. */
  get own(): boolean {
    this.#own ??= this.#isOwn()
    return this.#own
  }
}
