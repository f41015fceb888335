import type {
  ArithmeticExpression,
  CommandExpansionPart,
  ParameterExpansionPart,
  Word,
  WordPart,
} from 'unbash'
import { braceForms } from './brace-list.ts'
import {
  addCause,
  addPart,
  addQuoted,
  type Draft,
  type Feeder,
  finish,
  newDraft,
  resolveWord,
  type ShellWord,
} from './word.ts'

/** What a variable may hold, as far as the line itself says. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** A name that a wildcard stands for, or the wildcard itself. */
  | { readonly kind: 'name'; readonly glob: string }
  /** What commands of the line print: all of it, or one word of it. */
  | { readonly kind: 'output'; readonly printedBy?: readonly Feeder[]; readonly part: boolean }

/** What is known at one place of the line. */
export interface Known {
  /** Everything the variable may hold here; undefined when that is open. */
  valuesOf(name: string): readonly Value[] | undefined
  /** The commands of a substitution, when they are one pipeline of plain commands. */
  feedersOf(part: CommandExpansionPart): readonly Feeder[] | undefined
}

/** More forms of one command than that are not written out. */
export const MAX_FORMS = 64

type Forms = readonly (readonly ShellWord[])[]
/** A row of words, each with all the forms it may have. */
type Row = readonly (readonly Draft[])[]

const copy = (draft: Draft): Draft => ({
  ...draft,
  causes: [...draft.causes],
  variables: [...draft.variables],
})
const changed = (draft: Draft, change: (draft: Draft) => void): Draft => {
  const next = copy(draft)
  change(next)
  return next
}

const plainName = (part: WordPart): string | undefined => {
  if (part.type === 'SimpleExpansion') return /^\$([A-Za-z_]\w*)$/.exec(part.text)?.[1]
  if (part.type !== 'ParameterExpansion' || part.prefix || part.index || part.operation) return undefined
  return /^\$\{[A-Za-z_]\w*\}$/.test(part.text) ? part.parameter : undefined
}

/** `${x%.ts}`, `${#x}`, `${x:-y}`: some text, as harmless as what it is made from. */
const isTextOf = ({ prefix, index, operation, parameter }: ParameterExpansionPart, known: Known): boolean => {
  if (prefix === '!' || index || !known.valuesOf(parameter)) return false
  if (!operation) return prefix === '#'
  if (operation.type === 'Remove') return isConstant(operation.operand)
  return operation.type === 'Default' && /^:?[-+]$/.test(operation.operator) && isConstant(operation.operand)
}
const isConstant = (word: Word): boolean => {
  const { causes, tilde } = resolveWord(word)
  return causes.length === 0 && !tilde
}

/** `$(pwd)`, which is what `$PWD` holds. */
const isPwd = (part: CommandExpansionPart): boolean => {
  const [statement, ...more] = part.script?.commands ?? []
  const command = statement?.command
  if (more.length > 0 || statement?.background || command?.type !== 'Command') return false
  return command.name?.text === 'pwd' && command.suffix.length === 0 && command.prefix.length === 0
}

const NUMBER = /^(?:0|[1-9]\d{0,8})$/
const EXACT: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
}
const OTHER = new Set(['**', '<', '>', '<=', '>=', '==', '!=', '&&', '||', '&', '|', '^', '<<', '>>'])

/** The number, `some` when it is one that is not worked out, undefined when it may be more than a number. */
const numberOf = (one: ArithmeticExpression | undefined, known: Known): number | 'some' | undefined => {
  if (one?.type === 'ArithmeticGroup') return numberOf(one.expression, known)
  if (one?.type === 'ArithmeticUnary') {
    const value = one.prefix && /^[-+!~]$/.test(one.operator) ? numberOf(one.operand, known) : undefined
    return value === undefined ? undefined : 'some'
  }
  if (one?.type === 'ArithmeticBinary') return numberOfTwo(one, known)
  if (one?.type !== 'ArithmeticWord') return undefined
  if (NUMBER.test(one.value)) return Number(one.value)
  const name = /^\$?([A-Za-z_]\w*)$|^\$\{([A-Za-z_]\w*)\}$/.exec(one.value)
  const values = name ? known.valuesOf(name[1] ?? name[2] ?? '') : undefined
  return values?.every(value => value.kind === 'text' && NUMBER.test(value.text)) ? 'some' : undefined
}
const numberOfTwo = (
  { operator, left, right }: Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>,
  known: Known,
): number | 'some' | undefined => {
  const [a, b] = [numberOf(left, known), numberOf(right, known)]
  if (a === undefined || b === undefined) return undefined
  const exact = Object.hasOwn(EXACT, operator) ? EXACT[operator] : undefined
  if (!exact) return OTHER.has(operator) ? 'some' : undefined
  const value = a === 'some' || b === 'some' ? Number.NaN : exact(a, b)
  return Number.isSafeInteger(value) ? value : 'some'
}

/** Whether the text between `$((` and `))` can only become a number. */
export const isNumber = (expression: ArithmeticExpression | undefined, known: Known): boolean =>
  numberOf(expression, known) !== undefined

interface Reading {
  readonly known: Known
  /** Words are split, and wildcards and braces expand: not so in assignments. */
  readonly splitting: boolean
}

/** What bash may make of one part in place of a variable; nothing when the part stays as it is written. */
const valuesOfPart = (part: WordPart, { known }: Reading): readonly Value[] | undefined => {
  const name = plainName(part)
  if (name !== undefined) return known.valuesOf(name)
  if (part.type === 'ArithmeticExpansion') {
    const value = numberOf(part.expression, known)
    if (value === undefined) return undefined
    return value === 'some' ? [{ kind: 'output', part: true }] : [{ kind: 'text', text: String(value) }]
  }
  if (part.type === 'ParameterExpansion' && isTextOf(part, known)) return [{ kind: 'output', part: false }]
  return undefined
}

const IFS = /[ \t\n]/
const WILD = /[*?[]/

/** Adds what a variable holds, between or outside quotes; undefined when bash would make something else of it. */
const addValue = (draft: Draft, value: Value, quoted: boolean): Draft | undefined => {
  if (value.kind === 'text') {
    if (!quoted && (IFS.test(value.text) || value.text.includes('\\'))) return undefined
    return changed(draft, next => {
      next.text += value.text
      if (quoted || !WILD.test(value.text)) return
      next.glob = true
      next.whole = false
    })
  }
  if (value.kind === 'name')
    return changed(draft, next => {
      next.text += value.glob
      next.glob = true
      if (quoted) return
      next.splits = true
      next.whole = false
    })
  return changed(draft, next => {
    next.text += '$'
    addCause(next, 'command')
    if (!quoted) next.whole = false
  })
}

/** The whole word is one variable: its text may be split into several words, and its words may be names. */
const wholeWord = (part: WordPart, quoted: boolean, reading: Reading): Forms | undefined => {
  const values = reading.splitting ? valuesOfPart(part, reading) : undefined
  if (!values) return undefined
  const forms: (readonly ShellWord[])[] = []
  for (const value of values) {
    if (value.kind === 'text' && !quoted) {
      if (value.text.includes('\\')) return undefined
      const texts = value.text.split(/[ \t\n]+/).filter(text => text !== '')
      forms.push(texts.map(text => finish({ ...newDraft(), text, glob: WILD.test(text) }, part.text)))
      continue
    }
    const draft = addValue(newDraft(), value, quoted)
    if (!draft) return undefined
    if (value.kind === 'output' && value.printedBy && (value.part || !quoted))
      draft.printedBy = value.printedBy
    forms.push([{ ...finish(draft, part.text), whole: draft.whole }])
  }
  return forms
}

const withValues = (row: Row, values: readonly Value[], quoted: boolean): Row | undefined => {
  const next: Draft[][] = []
  for (const drafts of row) {
    const forms: Draft[] = []
    for (const draft of drafts)
      for (const value of values) {
        const form = addValue(draft, value, quoted)
        if (!form) return undefined
        forms.push(form)
      }
    if (forms.length > MAX_FORMS) return undefined
    next.push(forms)
  }
  return next
}

const withPart = (
  row: Row,
  part: WordPart,
  reading: Reading & { readonly quoted: boolean },
): Row | undefined => {
  const values = valuesOfPart(part, reading)
  if (values) return withValues(row, values, reading.quoted)
  const forms = part.type === 'BraceExpansion' && reading.splitting ? braceForms(part.text) : undefined
  if (forms) {
    if (row.length * forms.length > MAX_FORMS) return undefined
    const add = (draft: Draft, form: string): Draft =>
      changed(draft, next => {
        next.text += form
        if (WILD.test(form)) next.glob = true
      })
    return row.flatMap(drafts => forms.map(form => drafts.map(draft => add(draft, form))))
  }
  if (part.type === 'DoubleQuoted') {
    let inner: Row | undefined = row
    for (const child of part.parts) inner = inner && withPart(inner, child, { ...reading, quoted: true })
    return inner
  }
  const pwd = part.type === 'CommandExpansion' && isPwd(part)
  const add = (next: Draft): void => {
    if (pwd) {
      next.text += '$PWD'
      addCause(next, 'variable')
      next.variables.push('PWD')
      if (!reading.quoted) next.whole = false
    } else if (reading.quoted) addQuoted(part, next)
    else addPart(part, next)
  }
  // Nobody else has these drafts.
  for (const drafts of row) for (const draft of drafts) add(draft)
  return row
}

/** Every choice of one form for each place of a row; undefined when there are too many. */
const combinations = <T>(row: readonly (readonly T[])[]): readonly (readonly T[])[] | undefined => {
  let all: T[][] = [[]]
  for (const forms of row) {
    if (all.length * forms.length > MAX_FORMS) return undefined
    // Most places have one form, and a row may have thousands of them: only where there are more is it copied.
    if (forms.length === 1) for (const begun of all) begun.push(...forms)
    else all = all.flatMap(begun => forms.map(form => [...begun, form]))
  }
  return all
}

/** A substitution or a process that is the whole word. */
const special = (part: WordPart, { known, splitting }: Reading): Forms | undefined => {
  if (part.type === 'ProcessSubstitution' && part.operator === '<')
    return [[finish({ ...newDraft(), text: '/dev/fd/63', stream: true }, part.text)]]
  if (part.type !== 'CommandExpansion' || !splitting || isPwd(part)) return undefined
  const printedBy = known.feedersOf(part)
  if (!printedBy) return undefined
  const draft = newDraft()
  addPart(part, draft)
  return [[finish({ ...draft, printedBy }, part.text)]]
}

const onlyPart = (word: Word): { readonly part: WordPart; readonly quoted: boolean } | undefined => {
  const [part, ...more] = word.parts ?? []
  if (!part || more.length > 0) return undefined
  if (part.type !== 'DoubleQuoted') return { part, quoted: false }
  const [child, ...others] = part.parts
  return child && others.length === 0 ? { part: child, quoted: true } : undefined
}

/** All that a word may become, each form as the words bash makes of it; undefined when it says no more than the word. */
export const knownForms = (word: Word, known: Known, splitting = { splitting: true }): Forms | undefined => {
  if (!word.parts) return undefined
  const reading: Reading = { known, ...splitting }
  const only = onlyPart(word)
  const whole =
    only &&
    (wholeWord(only.part, only.quoted, reading) ?? (only.quoted ? undefined : special(only.part, reading)))
  if (whole) return whole
  if (word.parts.some(joinsBrace)) return undefined
  let row: Row | undefined = [[newDraft()]]
  for (const part of word.parts) row = row && withPart(row, part, { ...reading, quoted: false })
  const forms = row && combinations(row)
  // Nothing, and no quotes around it, is no word at all.
  const quoted = !reading.splitting || word.parts.some(part => part.type.endsWith('Quoted'))
  const { glob } = resolveWord(word)
  return forms?.map(drafts =>
    drafts
      .filter(draft => quoted || draft.text !== '' || draft.causes.length > 0)
      .map(draft => settle(draft, word, glob)),
  )
}

/** In `$x{a,b}` the variables are `xa` and `xb`. */
const joinsBrace = (part: WordPart, at: number, parts: readonly WordPart[]): boolean =>
  part.type === 'SimpleExpansion' && parts[at + 1]?.type === 'BraceExpansion'

const settle = (draft: Draft, word: Word, glob: boolean): ShellWord => {
  const braced = word.parts?.some(part => part.type === 'BraceExpansion')
  // A tilde that a brace list brings to the front means a home directory.
  if (braced && /(?:^|[=:])~/.test(word.text.startsWith('~') ? draft.text.slice(1) : draft.text))
    addCause(draft, 'home of another')
  return { ...finish(draft, word.text), whole: draft.whole && !glob && !braced }
}

/** What an assignment of the word stores; undefined when that is not known. */
export const valuesOfWord = (word: Word, known: Known): readonly Value[] | undefined => {
  const plain = resolveWord(word)
  if (plain.tilde) return undefined
  if (plain.causes.length === 0) return [{ kind: 'text', text: plain.text }]
  const only = onlyPart(word)
  if (only?.part.type === 'CommandExpansion') {
    const printedBy = known.feedersOf(only.part)
    return [{ kind: 'output', part: false, ...(printedBy ? { printedBy } : {}) }]
  }
  const same = only && plainName(only.part)
  if (same !== undefined) return known.valuesOf(same)
  const values = knownForms(word, known, { splitting: false })?.map(([form]) => storedValue(form))
  return values?.every(value => value !== undefined) ? values : undefined
}

const storedValue = (form: ShellWord | undefined): Value | undefined => {
  if (!form || form.tilde || form.stream || form.variables.length > 0) return undefined
  if (form.causes.some(cause => cause !== 'command')) return undefined
  if (form.causes.length > 0) return { kind: 'output', part: false }
  // What looks like a wildcard here may be a name that one stands for.
  return form.glob ? { kind: 'name', glob: form.text } : { kind: 'text', text: form.text }
}

/** The values that a loop goes through for one word of its list. */
export const valuesOfItem = (word: Word, known: Known): readonly Value[] | undefined => {
  const forms = knownForms(word, known) ?? [[resolveWord(word)]]
  const values: Value[] = []
  for (const form of forms.flat()) {
    const printed = form.causes.length === 1 && form.causes[0] === 'command' && form.variables.length === 0
    if (printed)
      values.push({ kind: 'output', part: true, ...(form.printedBy ? { printedBy: form.printedBy } : {}) })
    else if (form.causes.length > 0 || form.tilde || form.stream || form.splits) return undefined
    else values.push(form.glob ? { kind: 'name', glob: form.text } : { kind: 'text', text: form.text })
  }
  return values.length <= MAX_FORMS ? values : undefined
}

const saysMore = (forms: Forms, word: ShellWord): boolean => {
  const [only] = forms
  if (forms.length !== 1 || only?.length !== 1) return true
  const [form] = only
  if (!form || form.text !== word.text || form.causes.length !== word.causes.length) return true
  return form.printedBy !== undefined || form.stream === true
}

/** The words that a command may run with, all of them; undefined when that says no more than the words themselves. */
export const variantsOf = (
  nodes: readonly (Word | undefined)[],
  words: readonly ShellWord[],
  known: Known,
): Forms | undefined => {
  let more = false
  let count = 1
  const row: Forms[] = []
  for (const [at, word] of words.entries()) {
    const node = nodes[at]
    const forms = node && mayBeKnown(word, known) ? knownForms(node, known) : undefined
    const says = forms !== undefined && saysMore(forms, word)
    more ||= says
    row.push(says ? forms : [[word]])
    count *= says ? forms.length : 1
    // More than `combinations` would write out: the rest of a long row need not be read for that.
    if (count > MAX_FORMS) return undefined
  }
  return more ? combinations(row)?.map(forms => forms.flat()) : undefined
}

/** No: of a word that only names variables, none of which holds anything known here, nothing more can be said. */
const mayBeKnown = ({ causes, variables }: ShellWord, known: Known): boolean =>
  causes.length > 0 &&
  (causes.length > 1 ||
    causes[0] !== 'variable' ||
    variables.some(name => known.valuesOf(name) !== undefined))
