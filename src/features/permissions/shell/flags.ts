import type { ShellWord } from '../../../lib/shell/word.ts'

/** The options that a program may be given; anything else makes it not read-only. */
export interface FlagTable {
  /** Letters that stand alone and may be clustered. */
  readonly short?: string
  /** Letters that take a value, attached or as the next word. */
  readonly shortValue?: string
  /** Options with a value that another system takes only attached, or not at all: there the next word is an operand. */
  readonly attachedElsewhere?: readonly string[]
  /** Letters that take a value only attached. */
  readonly shortAttached?: string
  /** Letters that take the next word even in the middle of a cluster; here they may only stand at its end. */
  readonly shortSeparate?: string
  /** Long options that stand alone, without the dashes. */
  readonly long?: readonly string[]
  /** Long options with a value after `=` or as the next word. */
  readonly longValue?: readonly string[]
  /** Long options that take a value only after `=`, or none. */
  readonly longOptional?: readonly string[]
  /** Long options that take a value after `=` and never stand without. */
  readonly longAttached?: readonly string[]
  /** Long options that take the next word and nothing after `=`. */
  readonly longSeparate?: readonly string[]
  /** Long options that take the next word, and stand alone only as the last of all. */
  readonly longLast?: readonly string[]
  /** Letters do not combine: `-ps` is a name of its own. */
  readonly noClusters?: boolean
  /** Long options that take the next two words. */
  readonly longPair?: readonly string[]
  /** `-20` is a count. */
  readonly count?: boolean
  /** Options whose value may be a negative number in a word of its own. No other value begins with a dash there. */
  readonly negative?: readonly string[]
  /** Behind the first operand every word is one, or is even written to: an option there asks. */
  readonly optionsFirst?: boolean
  /** The program finds its options among the operands on every system. */
  readonly anyOrder?: boolean
  /** Behind `--` an operand may begin with a dash: the program itself ends its options there. */
  readonly dashed?: boolean
  /** The first word may be a cluster without its dash, whose letters take their values from the next words in turn. */
  readonly bareCluster?: boolean
  /** Options whose value names a file, as letters or long names. */
  readonly files?: readonly string[]
  /** A closer look at an option's value. */
  readonly check?: (name: string, value: string) => boolean
}

export interface ReadFlags {
  readonly operands: readonly ShellWord[]
  /** Names seen, letters or long names. */
  readonly seen: ReadonlySet<string>
  readonly files: readonly string[]
  /** Every option with the value it was given, in order. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  /** Values that stood as words of their own: operands, if the program takes the value only attached. */
  readonly loose: readonly ShellWord[]
  /**
   * Words that are operands to another system: those of options behind an operand, where options end at the first one
   * (BSD, POSIXLY_CORRECT), and values that are taken only attached there.
   */
  readonly late: readonly ShellWord[]
  /** One more operand stands before the others for another system: none of them is surely the pattern. */
  readonly shifted: boolean
}

interface State {
  readonly table: FlagTable
  readonly words: readonly ShellWord[]
  at: number
  readonly operands: ShellWord[]
  readonly seen: Set<string>
  readonly files: string[]
  readonly values: { readonly name: string; readonly value: string }[]
  readonly loose: ShellWord[]
  readonly late: ShellWord[]
  shifted: boolean
}

/** Reads the words behind a program's name; the answer in words is the option that is not in the table. */
export const readFlags = (words: readonly ShellWord[], table: FlagTable): ReadFlags | string => {
  const state: State = {
    table,
    words,
    at: 0,
    operands: [],
    seen: new Set(),
    files: [],
    values: [],
    loose: [],
    late: [],
    shifted: false,
  }
  const first = words[0]
  if (table.bareCluster && first && isBareCluster(first)) {
    if (!readBareCluster(state, first.text)) return first.text
    state.at += 1
  }
  for (; state.at < words.length; state.at += 1) {
    const word = words[state.at]
    if (!word) break
    const text = word.text
    if (text.startsWith('-') && text !== '-' && table.optionsFirst && state.operands.length > 0) return text
    if (text === '--') {
      const behind = words.slice(state.at + 1)
      // Some hand their words on to another program without the two dashes.
      const dashed = table.dashed ? undefined : behind.find(one => /^-./.test(one.text))
      if (dashed) return dashed.text
      state.operands.push(...behind)
      break
    }
    // The name of a file, where options end at the first operand.
    if (/^-./.test(text) && state.operands.length > 0 && !table.anyOrder)
      state.late.push(word.glob ? { ...word, glob: false } : word)
    if (!text.startsWith('-') || text === '-') state.operands.push(word)
    else if (word.causes.length > 0 || (word.glob && !isGlobValue(text, table))) return text
    else if (table.count && /^-\d+$/.test(text)) state.seen.add('count')
    else if (!(text.startsWith('--') ? readLong(state, text.slice(2)) : readShort(state, text.slice(1))))
      return text
  }
  const { operands, seen, files, values, loose, late, shifted } = state
  return { operands, seen, files, values, loose, late, shifted }
}

const isBareCluster = (word: ShellWord): boolean =>
  word.causes.length === 0 && !word.glob && /^[A-Za-z]+$/.test(word.text)

const readBareCluster = (state: State, letters: string): boolean => {
  const { short = '', shortValue = '' } = state.table
  for (const letter of letters) {
    if (shortValue.includes(letter)) {
      if (!take(state, letter, nextValue(state, letter))) return false
    } else if (!short.includes(letter)) return false
    state.seen.add(letter)
  }
  return true
}

/** `--include=*.ts`: whatever file name it stands for is a value of the same option. */
const isGlobValue = (text: string, table: FlagTable): boolean => {
  const name = /^--([a-z-]+)=/.exec(text)?.[1]
  return name !== undefined && !table.files?.includes(name)
}

const nextValue = (state: State, name: string): string | undefined => {
  state.at += 1
  const word = state.words[state.at]
  if (!word || word.causes.length > 0 || word.glob || word.tilde) return undefined
  // Where program and table differ on who takes a value, this word would be an option.
  if (/^-./.test(word.text) && !(state.table.negative?.includes(name) && /^-\d+$/.test(word.text)))
    return undefined
  state.loose.push(word)
  const isAttached = state.table.attachedElsewhere?.includes(name) ?? false
  if (isAttached || (state.operands.length > 0 && !state.table.anyOrder)) state.late.push(word)
  state.shifted ||= isAttached
  return word.text
}

const take = (state: State, name: string, value: string | undefined): boolean => {
  if (value === undefined) return false
  state.seen.add(name)
  state.values.push({ name, value })
  if (state.table.files?.includes(name)) state.files.push(value)
  return state.table.check?.(name, value) ?? true
}

const readLong = (state: State, text: string): boolean => {
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const { long = [], longValue = [], longOptional = [], longAttached = [], longLast = [] } = state.table
  if (equals < 0) {
    const last = state.at === state.words.length - 1
    const next = longValue.includes(name) || state.table.longSeparate?.includes(name)
    if (next || (longLast.includes(name) && !last)) return take(state, name, nextValue(state, name))
    if (state.table.longPair?.includes(name))
      return take(state, name, nextValue(state, name)) && take(state, name, nextValue(state, name))
    state.seen.add(name)
    return long.includes(name) || longOptional.includes(name) || longLast.includes(name)
  }
  const takes = [longValue, longOptional, longAttached, longLast].some(names => names.includes(name))
  return takes && take(state, name, text.slice(equals + 1))
}

const readShort = (state: State, cluster: string): boolean => {
  const { short = '', shortValue = '', shortSeparate = '' } = state.table
  if (state.table.noClusters && cluster.length > 1 && !shortValue.includes(cluster[0] ?? '')) return false
  for (const [at, letter] of [...cluster].entries()) {
    if (state.table.shortAttached?.includes(letter)) return take(state, letter, cluster.slice(at + 1))
    const attached = cluster.slice(at + 1)
    if (shortSeparate.includes(letter))
      return attached === '' && take(state, letter, nextValue(state, letter))
    if (shortValue.includes(letter))
      return take(state, letter, attached === '' ? nextValue(state, letter) : attached)
    if (!short.includes(letter)) return false
    state.seen.add(letter)
  }
  return true
}
