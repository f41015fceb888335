import type { Assignment, Word, WordPart } from 'unbash'

/** Why bash may turn a word into something other than its text. */
type DynamicCause =
  | 'variable'
  | 'command'
  | 'arithmetic'
  | 'process'
  | 'brace'
  | 'home of another'
  | 'translation'
  | 'unknown'

/** One word of a command with quotes and backslashes resolved. */
export interface ShellWord {
  /** What the program gets; dynamic parts stand as they were written. */
  readonly text: string
  readonly raw: string
  /** Empty: the text is known. */
  readonly causes: readonly DynamicCause[]
  /** Holds an unquoted wildcard: bash may replace it by file names. */
  readonly glob: boolean
  /** Begins with an unquoted `~` that means the own home directory; `text` still begins with it. */
  readonly tilde: boolean
  /** Everything that expands stands in double quotes, so the word stays exactly one word. */
  readonly whole: boolean
  /** Names of the variables it reads, in order. */
  readonly variables: readonly string[]
  /** A wildcard whose match went through a variable without quotes: a blank in the name would make it two words. */
  readonly splits?: boolean
  /** Stands for the output of a command that is read like a file. */
  readonly stream?: boolean
  /** Every word it becomes is printed by these commands, the last of a pipeline last. */
  readonly printedBy?: readonly Feeder[]
}

/** A command whose output is used, without its place. */
export interface Feeder {
  readonly words: readonly ShellWord[]
  readonly assignments: readonly ShellAssignment[]
  readonly redirects: readonly {
    readonly op: string
    readonly fd: number | string | undefined
    readonly target: ShellWord
  }[]
}

/** The program gets exactly `text` (a leading tilde aside). */
export const isStatic = (word: ShellWord): boolean => word.causes.length === 0 && !word.glob

/** A word that is known exactly. */
export const literalWord = (text: string): ShellWord => ({
  text,
  raw: text,
  causes: [],
  glob: false,
  tilde: false,
  whole: true,
  variables: [],
})

export interface ShellAssignment {
  readonly name: string
  readonly value: ShellWord
  /** `name=value` and nothing more: no `+=`, no subscript, no array. */
  readonly plain: boolean
  /** It holds nothing but what the line says or a command of the line prints, and its name means nothing to programs. */
  readonly own?: boolean
}

export interface Draft {
  text: string
  causes: DynamicCause[]
  glob: boolean
  whole: boolean
  variables: string[]
  splits?: boolean
  stream?: boolean
  printedBy?: readonly Feeder[]
}

export const addCause = ({ causes }: Draft, cause: DynamicCause): void => {
  if (!causes.includes(cause)) causes.push(cause)
}

// A backslash hides the next character from expansion; what is left may still expand.
const visible = (raw: string): string => raw.replace(/\\[\s\S]/g, '')

/** Doubts about unquoted literal text are settled against it: what looks like a wildcard or a brace list counts as one. */
const doubtLiteral = (raw: string, draft: Draft): void => {
  const text = visible(raw)
  // A bracket alone is the name of a command.
  if (/[*?[]/.test(text) && raw !== '[') draft.glob = true
  if (/\{[^}]*(?:,|\.\.)/.test(text)) addCause(draft, 'brace')
  // bash expands a tilde also after `=` and `:` in words that look like assignments.
  if (/[=:]~/.test(text)) addCause(draft, 'home of another')
}

const ANSI_ESCAPE = /\\(?:[0-7]{1,3}|x\{|x[\da-fA-F]{1,2}|[\s\S])/g
/** bash 3.2 does not know `\u` and `\U`; on others bash and the parser differ, or what they stand for is no ASCII. */
const DISPUTED_ESCAPE = /^\\(?:[uUc\n]|x\{|x[89a-fA-F][\da-fA-F]|[2-7][0-7]{2})$/

const variableOf = (raw: string): string => /^\$\{?[!#]?([A-Za-z_]\w*|\d+|[@*#?$!-])/.exec(raw)?.[1] ?? raw

const addExpansion = (part: WordPart, quoted: boolean, draft: Draft): void => {
  draft.text += part.text
  if (!quoted) draft.whole = false
  switch (part.type) {
    case 'SimpleExpansion':
      addCause(draft, 'variable')
      draft.variables.push(variableOf(part.text))
      // `"$@"` is many words even in quotes.
      if (part.text === '$@') draft.whole = false
      return
    case 'ParameterExpansion':
      addCause(draft, 'variable')
      draft.variables.push(part.parameter)
      if (part.parameter === '@' || part.index) draft.whole = false
      return
    case 'CommandExpansion':
      addCause(draft, 'command')
      return
    case 'ArithmeticExpansion':
      addCause(draft, 'arithmetic')
      return
    case 'ProcessSubstitution':
      addCause(draft, 'process')
      return
    case 'BraceExpansion':
      addCause(draft, 'brace')
      return
    case 'Glob':
    case 'ExtendedGlob':
      draft.glob = true
      for (const child of part.parts ?? []) noteNested(child, draft)
      return
    default:
      addCause(draft, 'unknown')
  }
}

/** A part inside a wildcard: its text is already counted, only what it may do is noted. */
const noteNested = (part: WordPart, draft: Draft): void => {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return
  const text = draft.text
  addPart(part, draft)
  draft.text = text
}

export const addPart = (part: WordPart, draft: Draft): void => {
  switch (part.type) {
    case 'Literal':
      draft.text += part.value
      doubtLiteral(part.text, draft)
      return
    case 'SingleQuoted':
      draft.text += part.value
      return
    case 'AnsiCQuoted':
      draft.text += part.value
      if (part.text.match(ANSI_ESCAPE)?.some(one => DISPUTED_ESCAPE.test(one))) addCause(draft, 'unknown')
      return
    case 'LocaleString':
      addCause(draft, 'translation')
      for (const child of part.parts) addQuoted(child, draft)
      return
    case 'DoubleQuoted':
      for (const child of part.parts) addQuoted(child, draft)
      return
    default:
      addExpansion(part, false, draft)
  }
}

export const addQuoted = (part: WordPart, draft: Draft): void => {
  if (part.type === 'Literal') draft.text += part.value
  else addExpansion(part, true, draft)
}

export const newDraft = (): Draft => ({ text: '', causes: [], glob: false, whole: true, variables: [] })

export const finish = (draft: Draft, raw: string): ShellWord => {
  const tilde = /^~(?:\/|$)/.test(raw)
  if (raw.startsWith('~') && !tilde) addCause(draft, 'home of another')
  return {
    text: draft.text,
    raw,
    causes: draft.causes,
    glob: draft.glob,
    tilde,
    whole: draft.whole && !draft.glob,
    variables: draft.variables,
    ...(draft.splits ? { splits: true } : {}),
    ...(draft.stream ? { stream: true } : {}),
    ...(draft.printedBy ? { printedBy: draft.printedBy } : {}),
  }
}

const NOTHING: readonly never[] = []
const BARE = /^[\w./:@%+,=-]+$/

/** Letters and the like, in which nothing is quoted and nothing expands: most words of most lines. */
export const isBare = (word: Word): boolean => BARE.test(word.text) && !word.parts

/** Whether it was bare, for words that `resolveWord` made. */
export const wasBare = (word: ShellWord): boolean => word.variables === NOTHING

export const resolveWord = (word: Word): ShellWord => {
  if (isBare(word))
    return {
      text: word.value,
      raw: word.text,
      causes: NOTHING,
      glob: false,
      tilde: false,
      whole: true,
      variables: NOTHING,
    }
  const draft = newDraft()
  if (word.parts) for (const part of word.parts) addPart(part, draft)
  else {
    draft.text = word.value
    doubtLiteral(word.text, draft)
  }
  return finish(draft, word.text)
}

/** The text that goes to a command's standard input, or any other run of parts in double-quote rules. */
export const resolveParts = (parts: readonly WordPart[] | undefined, raw: string): ShellWord => {
  const draft = newDraft()
  if (!parts) draft.text = raw
  for (const part of parts ?? []) addQuoted(part, draft)
  return { ...finish(draft, ''), raw }
}

export const resolveAssignment = (node: Assignment): ShellAssignment => {
  if (node.value.type === 'ArrayValue') {
    const draft = newDraft()
    addCause(draft, 'unknown')
    draft.text = node.text
    return { name: node.name, value: finish(draft, node.text), plain: false }
  }
  const value = resolveWord(node.value)
  return { name: node.name, value, plain: !node.append && !node.index }
}

/** `export A=b`: an assignment that stands as an argument, seen as the word the builtin gets. */
export const assignmentAsWord = (node: Assignment): ShellWord => {
  const { value } = resolveAssignment(node)
  const head = node.text.slice(0, node.text.indexOf('=') + 1)
  return { ...value, text: head + value.text, raw: node.text, tilde: false, causes: causesOf(value) }
}

const causesOf = (value: ShellWord): readonly DynamicCause[] =>
  value.tilde ? [...value.causes, 'home of another'] : value.causes

/**
 * Whether brackets stand deeper in each other than the limit. Quotes are not told from the rest, and only a bracket of
 * its own kind closes one: what closes nothing (`}$(`) hides no depth.
 */
export const nestsDeeper = (text: string, limit: number): boolean => {
  if (text.split(/[({]/, limit + 2).length <= limit + 1) return false
  let round = 0
  let curly = 0
  for (const bracket of text.match(/[(){}]/g) ?? []) {
    if (bracket === '(') round += 1
    else if (bracket === '{') curly += 1
    else if (bracket === ')') round = Math.max(0, round - 1)
    else curly = Math.max(0, curly - 1)
    if (round + curly > limit) return true
  }
  return false
}
