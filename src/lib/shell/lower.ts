import type {
  Assignment,
  Command,
  ParameterExpansionPart,
  Redirection,
  SyntaxNode,
  TestBinaryExpression,
  TestUnaryExpression,
  Word,
} from 'unbash'
import { errorText } from '../error-text.ts'
import type {
  CommandPosition,
  Lowered,
  Opaque,
  ShellReader,
  ShellRedirect,
  SimpleCommand,
} from './command.ts'
import { findHiddenInLine } from './hidden-character.ts'
import { knownForms, variantsOf } from './known-words.ts'
import { feedersIn, knownAssignment, LineValues } from './line-values.ts'
import { OldBash } from './old-substitution.ts'
import {
  assignmentAsWord,
  isBare,
  literalWord,
  nestsDeeper,
  resolveParts,
  resolveWord,
  type ShellWord,
  wasBare,
} from './word.ts'

type Unbash = Pick<typeof import('unbash'), 'parse' | 'forEachChild'>

/** The parser is big, so it is loaded by the first command that needs reading. */
export const loadShellReader = async (): Promise<ShellReader> => shellReader(await import('unbash'))

/**
 * Reads bash text as the flat list of everything it would run. Total: what the grammar rejects, or what cannot be
 * read for any other reason, is `ok: false` and never a shorter list.
 */
export const shellReader =
  (unbash: Unbash): ShellReader =>
  text => {
    if (nestsDeeper(text, MAX_NESTING)) return { ok: false, text, error: 'it is nested too deep' }
    try {
      const script = unbash.parse(text)
      const values = EXPANDING.test(text) ? new LineValues(unbash.forEachChild, script, text) : undefined
      const lowering = new Lowering(unbash, text, values)
      lowering.visit(script, TOP)
      return lowering.result()
    } catch (error) {
      return { ok: false, text, error: errorText(error) }
    }
  }

/** Without one of these no word stands for anything but itself. */
const EXPANDING = /[$`{]|<\(/

/** Nobody writes deeper, and reading it takes time that grows with the square. */
const MAX_NESTING = 100

const NOTHING: readonly never[] = []

const TOP: CommandPosition = {
  substitution: 0,
  pipeline: false,
  subshell: false,
  conditional: false,
  background: false,
  piped: false,
  list: 0,
  chained: true,
}

const EVALUATING = new Set(['Transform', 'Slice', 'Names', 'Replace', 'CaseModification'])
// The pinned bash is older than some syntax the parser accepts: `${ cmd; }` runs nothing before 5.3.
const NEW_SUBSTITUTION = /^\$\{[\s|]/

/** An expansion that the parser left as plain text. */
const UNREAD = /\$[[({]|`/
const METACHARACTER = /[<>()|&;\n]/
const unescaped = (raw: string): string => raw.replace(/\\[\s\S]/g, '')
const BLANKS = /^(?:[ \t]|\\\n)*$/

const OPAQUE_NODES: { readonly [type in SyntaxNode['type']]?: Opaque['why'] } = {
  Function: 'function',
  Coproc: 'coprocess',
  For: 'loop variable',
  Select: 'loop variable',
  ArithmeticFor: 'arithmetic',
  ArithmeticCommand: 'arithmetic',
  ArithmeticExpansion: 'arithmetic',
  FileDescriptorVariable: 'descriptor variable',
}

/** What feeds a command further back in a pipeline counts as unknown: each command has a list of its own. */
const MOST_FEEDERS = 32

class Lowering {
  readonly #unbash: Unbash
  readonly #text: string
  #source: string
  #lists = 0
  #error: string | undefined
  readonly #commands: SimpleCommand[] = []
  readonly #opaque: Opaque[] = []
  readonly #oldBash = new OldBash()
  readonly #values: LineValues | undefined
  /** What stands before a command in its pipeline. */
  readonly #before = new Map<SyntaxNode, readonly SyntaxNode[]>()

  constructor(unbash: Unbash, text: string, values: LineValues | undefined) {
    this.#unbash = unbash
    this.#values = values
    this.#text = text
    this.#source = text
    const hidden = findHiddenInLine(text)
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) this.#fail('ends in a backslash')
    if (/[^\w\s./,:@%+~'"-]\\\n/.test(text)) this.#fail('a line goes on in the middle of an operator')
    if (hidden) this.#opaque.push({ why: 'hidden character', text: hidden })
  }

  result(): Lowered {
    if (this.#error !== undefined) return { ok: false, text: this.#text, error: this.#error }
    return { ok: true, text: this.#text, commands: this.#commands, opaque: this.#opaque }
  }

  visit(node: SyntaxNode, place: CommandPosition): void {
    // Most nodes are words with nothing in them to look at.
    if (node.type === 'Word' && isBare(node)) return
    if (node.type === 'Command' && this.#addCommand(node, place)) return
    const outer = this.#source
    this.#note(node, place)
    const below = this.#placeBelow(node, place)
    // Throws on a node type it does not know, which makes the whole text unreadable: as it must be.
    this.#unbash.forEachChild(node, child => this.visit(child, below))
    this.#source = outer
  }

  #placeBelow(node: SyntaxNode, place: CommandPosition): CommandPosition {
    switch (node.type) {
      case 'Statement':
        this.#lists += 1
        return {
          ...place,
          list: this.#lists,
          chained: true,
          piped: false,
          background: place.background || node.background === true,
        }
      case 'AndOr':
        return { ...place, chained: node.operators.every(operator => operator === '&&') }
      case 'Pipeline':
        return {
          ...place,
          // Behind `!` what follows runs because it failed.
          ...(node.prefixes.some(prefix => prefix.type === 'Negation') ? { chained: false } : {}),
          ...(node.commands.length > 1 ? { pipeline: true, subshell: true, piped: true } : {}),
        }
      case 'Subshell':
        // What happens in it stays in it, however often it runs.
        return { ...place, subshell: true, conditional: false }
      case 'Coproc':
        return { ...place, subshell: true, background: true }
      case 'If':
      case 'While':
      case 'Case':
      case 'For':
      case 'Select':
      case 'Function':
      case 'ArithmeticFor':
        return { ...place, conditional: true }
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        return { ...place, substitution: place.substitution + 1, subshell: true }
      default:
        return place
    }
  }

  #note(node: SyntaxNode, place: CommandPosition): void {
    const why = OPAQUE_NODES[node.type]
    if (why && !this.#isKnown(node)) this.#mark(why, node)
    switch (node.type) {
      case 'Script':
        if (node.errors?.[0]) this.#fail(`${node.errors[0].message} at ${node.errors[0].pos}`)
        if (node.source !== undefined) this.#source = node.source
        break
      case 'For':
        this.#commands.push(...(this.#values?.searchesOf(node, place) ?? NOTHING))
        break
      case 'Redirected':
        this.#addRedirects(node.redirects, place)
        break
      case 'TestUnary':
      case 'TestBinary':
        this.#addTest(node, place)
        break
      case 'Case':
        if (resolveWord(node.word).causes.length > 0) this.#mark('expansion', node.word)
        break
      case 'ParameterExpansion':
        this.#checkExpansion(node)
        break
      case 'ExtendedGlob':
        // Off in a plain bash, where `!(a)` runs a command.
        this.#fail(`extended pattern ${node.text}`)
        break
      case 'Coproc':
        // Whether the next word is its name is decided by what follows, and not always as bash does.
        if (node.body.type === 'Command') this.#fail('coprocess of a simple command')
        break
      case 'Pipeline':
        if (node.commands.length === 0) this.#fail('empty pipeline')
        if (node.operators.every(operator => operator === '|'))
          for (const [at, command] of node.commands.slice(0, MOST_FEEDERS + 1).entries())
            if (at > 0) this.#before.set(command, node.commands.slice(0, at))
        break
      case 'Word':
        this.#checkBare(node)
        break
      case 'Literal':
        if (UNREAD.test(unescaped(node.text))) this.#fail(`cannot read ${node.text}`)
        break
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        if (!node.script || NEW_SUBSTITUTION.test(node.text)) this.#fail(`cannot read ${node.text}`)
        if (this.#oldBash.differs(this.#source, node))
          this.#fail('an older bash sees another end of the substitution')
        break
      default:
    }
  }

  #isKnown(node: SyntaxNode): boolean {
    if (node.type === 'For') return this.#values?.isKnownLoop(node) ?? false
    return node.type === 'ArithmeticExpansion' && (this.#values?.isNumber(node) ?? false)
  }

  /** Answers whether that was all: there is nothing in it but bare words. */
  #addCommand(node: Command, place: CommandPosition): boolean {
    const words: ShellWord[] = []
    const nodes: (Word | undefined)[] = []
    const assignments: Assignment[] = []
    node.prefix.forEach(part => {
      if (part.type === 'Assignment') assignments.push(part)
    })
    if (node.name) {
      words.push(resolveWord(node.name))
      nodes.push(node.name)
    }
    node.suffix.forEach(part => {
      if (part.type !== 'Word' && part.type !== 'Assignment') return
      words.push(part.type === 'Word' ? resolveWord(part) : assignmentAsWord(part))
      nodes.push(part.type === 'Word' ? part : undefined)
    })
    // Put together field by field: with spreads that would cost as much as reading the words.
    const command: { -readonly [name in keyof SimpleCommand]: SimpleCommand[name] } = {
      words,
      assignments:
        assignments.length === 0 ? NOTHING : assignments.map(one => knownAssignment(one, node, this.#values)),
      redirects:
        node.redirects.length === 0 ? NOTHING : node.redirects.map(redirect => this.#redirect(redirect)),
      text: this.#slice(node),
      place,
    }
    const variants = this.#values && variantsOf(nodes, words, this.#values.at(node))
    if (variants) command.variants = variants
    const before = this.#before.get(node)
    const fedBy = before && feedersIn(before)
    if (fedBy) command.fedBy = fedBy
    if (node.name && this.#source === this.#text) command.at = node.name.pos
    this.#commands.push(command)
    for (const part of assignments) if (part.index) this.#mark('subscript', part)
    this.#checkGaps(node)
    return node.prefix.length === 0 && node.suffix.every(part => part.type === 'Word') && words.every(wasBare)
  }

  /** One comparison of `[[ … ]]` as a command of its own: `[[`, then the words as they stand. */
  #addTest(node: TestUnaryExpression | TestBinaryExpression, place: CommandPosition): void {
    const operator = literalWord(node.operator)
    const operands =
      node.type === 'TestUnary'
        ? [operator, resolveWord(node.operand)]
        : [resolveWord(node.left), operator, resolveWord(node.right)]
    this.#commands.push({
      words: [literalWord('[['), ...operands],
      assignments: [],
      redirects: [],
      text: this.#slice(node),
      place,
    })
  }

  /** The parser steps over a stray parenthesis between words; nothing but blanks may stand there. */
  #checkGaps(node: Command): void {
    const end = this.#endOfParts(node)
    if (!this.#isBlank(end, node.end) || this.#nextAfter(node.end) === '(' || this.#source[node.end] === '#')
      this.#fail(`unexpected token at ${end}`)
  }

  #endOfParts(node: Command): number {
    // A name and nothing else.
    if (node.name?.pos === node.pos && node.name.end === node.end) return node.end
    let end = node.pos
    let before: string | undefined
    const pass = (part: Command['prefix'][number] | Command['suffix'][number]): void => {
      // `a<(b)` is one word, which the parser gives as two.
      if (part.pos === end && part.type === 'Word' && before === 'Word')
        this.#fail(`cannot read ${part.text}`)
      if (!this.#isBlank(end, part.pos)) this.#fail(`unexpected token at ${end}`)
      end = Math.max(end, part.end)
      before = part.type
    }
    node.prefix.forEach(pass)
    if (node.name) pass(node.name)
    node.suffix.forEach(pass)
    return end
  }

  /** Unquoted text in which the parser missed an operator or a substitution, as in `1<(rm x)`. */
  #checkBare(word: Word): void {
    const bare = word.parts
      ? word.parts.filter(part => part.type === 'Literal').map(part => unescaped(part.text))
      : [unescaped(word.text)]
    if (bare.some(text => METACHARACTER.test(text) || UNREAD.test(text)))
      this.#fail(`cannot read ${word.text}`)
  }

  #isBlank(from: number, to: number): boolean {
    if (from >= to) return true
    return (to - from === 1 && this.#source[from] === ' ') || BLANKS.test(this.#source.slice(from, to))
  }

  #nextAfter(end: number): string | undefined {
    const next = this.#source[end]
    if (next === undefined || !/[ \t\\]/.test(next)) return next
    return /^(?:[ \t]|\\\n)*([^ \t])/.exec(this.#source.slice(end, end + 200))?.[1]
  }

  /** Redirects of a whole group: a command without words carries them. */
  #addRedirects(redirects: readonly Redirection[], place: CommandPosition): void {
    this.#commands.push({
      words: [],
      assignments: [],
      redirects: redirects.map(redirect => this.#redirect(redirect)),
      text: redirects.map(redirect => this.#slice(redirect)).join(' '),
      place,
    })
  }

  #redirect(node: Redirection): ShellRedirect {
    const fd = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : node.descriptor?.name
    if (node.type === 'HereDoc') {
      if (!node.delimiter || !node.closing) this.#fail('here-document without an end')
      const parts = node.delimiter?.quoted ? undefined : node.body.parts
      return { op: node.operator, fd, target: resolveParts(parts, node.body.text) }
    }
    const target: Word | undefined = node.target
    const after = this.#source[target?.end ?? 0] ?? ''
    // `> 2>&1`: bash takes the digit as the next redirect's descriptor.
    if (target && (after === '(' || (/^\d+$/.test(target.text) && /[<>]/.test(after))))
      this.#fail(`unexpected token at ${target.end}`)
    if (!target) this.#fail('redirect without a target')
    if (!target) return { op: node.operator, fd, target: resolveParts(undefined, '') }
    const forms = this.#values && knownForms(target, this.#values.at(target))
    const single = forms?.every(form => form.length === 1) ? forms.flat() : undefined
    return { op: node.operator, fd, target: resolveWord(target), ...(single ? { forms: single } : {}) }
  }

  #checkExpansion(node: ParameterExpansionPart): void {
    if (node.operation?.type === 'Unknown') this.#fail(`cannot read ${node.text}`)
    if (node.index) this.#mark('subscript', node)
    const operation = node.operation
    const assigns = operation?.type === 'Default' && operation.operator.endsWith('=')
    if (node.prefix === '!' || assigns || (operation && EVALUATING.has(operation.type)))
      this.#mark('expansion', node)
  }

  #mark(why: Opaque['why'], node: SyntaxNode): void {
    this.#opaque.push({ why, text: this.#slice(node) })
  }

  #fail(error: string): void {
    this.#error ??= error
  }

  #slice(node: SyntaxNode): string {
    return this.#source.slice(node.pos, node.end)
  }
}
