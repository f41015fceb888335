import { expandBraces } from './brace.ts'
import type { ShellReader, SimpleCommand } from './command.ts'
import { EXEC_WRAPPERS } from './exec-wrappers.ts'
import { isStatic, literalWord, type ShellWord } from './word.ts'

/** Programs that start the command given to them, with the options whose length is known. */
interface Wrapper {
  /** Options that stand alone. */
  readonly alone: RegExp
  /** Options that take the next word. */
  readonly taking?: RegExp
  /** Words before the command, e.g. the duration of `timeout`. */
  readonly operands: number
}

const NONE = /^$/
const PLAIN: Readonly<Record<string, Wrapper>> = {
  timeout: {
    alone:
      /^(?:--preserve-status|--foreground|-v|--verbose|-[ks][A-Za-z0-9.]+|--(?:kill-after|signal)=[A-Za-z0-9.]+)$/,
    taking: /^(?:-k|-s|--kill-after|--signal)$/,
    operands: 1,
  },
  time: { alone: /^(?:-p|--)$/, operands: 0 },
  nice: {
    alone: /^(?:-n-?\d+|-\d+|--\d+|--adjustment=-?\d+)$/,
    taking: /^(?:-n|--adjustment)$/,
    operands: 0,
  },
  nohup: { alone: NONE, operands: 0 },
  stdbuf: {
    alone: /^(?:-[ioe][0L\d][\dKM]*|--(?:input|output|error)=[0L\d][\dKM]*)$/,
    taking: /^-[ioe]$/,
    operands: 0,
  },
  command: { alone: /^(?:-p|--)$/, operands: 0 },
  builtin: { alone: /^--$/, operands: 0 },
  noglob: { alone: NONE, operands: 0 },
  xargs: { alone: NONE, operands: 0 },
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'rbash'])
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** Nesting of strings in strings; real commands have one or two. */
const MAX_DEPTH = 8
/** Commands that one command may lead to; more are taken for any of its words. */
export const MAX_VIEWS = 250
/** Words of all these commands together, above which the same holds: nobody writes so many wrappers in a row. */
const MAX_VIEW_WORDS = 20_000
/** Words kept of a command that was only guessed. */
const MAX_TAIL = 12

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export interface Unwrapped {
  readonly command: SimpleCommand
  /** Names of the wrappers taken off, outermost first. */
  readonly via: readonly string[]
}

const inner = (command: SimpleCommand, words: readonly ShellWord[]): SimpleCommand => ({
  ...command,
  words,
  assignments: [],
})

/** Where the command behind the wrapper at `start` begins, or undefined when the options are not understood. */
const findCommand = (wrapper: Wrapper, words: readonly ShellWord[], start: number): number | undefined => {
  let at = start + 1
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (!word || !isStatic(word) || !word.text.startsWith('-')) break
    if (wrapper.taking?.test(word.text)) at += 1
    else if (!wrapper.alone.test(word.text)) return undefined
  }
  for (const operand of words.slice(at, at + wrapper.operands)) if (!isStatic(operand)) return undefined
  return at + wrapper.operands < words.length ? at + wrapper.operands : undefined
}

const NO_WRAPPERS: readonly string[] = []

/**
 * Takes off the wrappers that change nothing about what their command does. Stops at the first one whose options are
 * not known exactly; the caller then judges that wrapper as a command of its own.
 */
export const unwrap = (command: SimpleCommand): Unwrapped => {
  const { words } = command
  if (words[0] && !Object.hasOwn(PLAIN, words[0].text)) return { command, via: NO_WRAPPERS }
  const via: string[] = []
  let start = 0
  for (;;) {
    const name = words[start]
    const wrapper = name && isStatic(name) && Object.hasOwn(PLAIN, name.text) ? PLAIN[name.text] : undefined
    const at = wrapper && findCommand(wrapper, words, start)
    if (!name || at === undefined)
      return { command: start === 0 ? command : { ...command, words: words.slice(start) }, via }
    via.push(name.text)
    start = at
  }
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** Every place where the command of a wrapper may begin, options of unknown length included. */
const possibleStarts = (words: readonly ShellWord[], operands: number): readonly number[] => {
  const found: number[] = []
  let mayBeValue = false
  let left = operands
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? ''
    if (text.startsWith('-')) {
      mayBeValue = !text.includes('=') && text !== '--'
      continue
    }
    if (ASSIGNMENT.test(text)) continue
    found.push(at)
    if (mayBeValue) mayBeValue = false
    else if (left > 0) left -= 1
    else break
  }
  return found
}

/** They read any of their words that has blanks in it with a shell or splitter of their own. */
const SPLITTERS = new Set([
  'watch',
  'flock',
  'su',
  'sg',
  'runuser',
  'env',
  'script',
  'parallel',
  'entr',
  'machinectl',
])
/** Builtins that call back a text, or give it a name to be called by. */
const CALLERS = new Set(['trap', 'compgen', 'complete', 'mapfile', 'readarray', 'bind', 'alias'])

const NO_SCRIPTS: readonly string[] = []

/** Any word of theirs may be what is called: `trap TEXT EXIT`, `compgen -C TEXT`, `alias name=TEXT`, `bind -x 'key: TEXT'`. */
const calledBy = (name: string, args: readonly ShellWord[]): readonly string[] => {
  const texts = args
    .map(word => word.text.replace(/^-[A-Za-z]*C(?=.)/, ''))
    .filter(text => !text.startsWith('-'))
  if (name === 'trap') return texts.slice(0, 1)
  if (name === 'alias') return texts.map(text => text.slice(text.indexOf('=') + 1))
  return name === 'bind' ? texts.map(text => text.slice(text.indexOf(':') + 1)) : texts
}

/** Texts that the command gives to a shell; `split`: those of a splitter are known already. */
const scriptsIn = (name: string, words: readonly ShellWord[], split: boolean): readonly string[] => {
  if (name !== 'eval' && !CALLERS.has(name) && !SHELLS.has(name) && !SPLITTERS.has(name)) return NO_SCRIPTS
  const args = words.slice(1)
  if (name === 'eval') return [args.map(word => word.text).join(' ')]
  if (CALLERS.has(name)) return calledBy(name, args)
  const scripts: string[] = []
  if (SHELLS.has(name)) {
    const texts = args.map(word => word.text)
    const flag = texts.findIndex(text => /^-[A-Za-z]*c[A-Za-z]*$/.test(text))
    // Options may follow `-c`; the script is among what is left.
    if (flag >= 0) for (const text of texts.slice(flag + 1)) if (!text.startsWith('-')) scripts.push(text)
  }
  // `watch`, `flock -c`, `su -c`, `env -S`: a text that their own shell or splitter reads.
  if (SPLITTERS.has(name) && !split)
    for (const { text } of args) {
      if (!/\s/.test(text)) continue
      const value = /^(?:-[A-Za-z]*[Sc]|--split-string=|--command=)(?=.*\s)(.*)$/.exec(text)?.[1]
      scripts.push(value || text)
    }
  if (name === 'watch') {
    const joined = args
      .map(word => word.text)
      .filter(text => !text.startsWith('-'))
      .join(' ')
    // Plain words are the command that stands there anyway.
    if (/[^\w\s./:@%+,-]/.test(joined)) scripts.push(joined)
  }
  return scripts
}

/** Texts that a shell gets on its standard input: `bash <<< text`, or a here-document. */
const fedTo = (name: string, command: SimpleCommand): readonly string[] =>
  SHELLS.has(name) || name === 'source' || name === '.'
    ? command.redirects.filter(one => one.op.startsWith('<<')).map(one => one.target.text)
    : NO_SCRIPTS

/** The words with every brace list written out, as bash would; nothing when there is none or it is too long. */
const bracedWords = (words: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  if (!words.some(isBraced)) return undefined
  const flat: ShellWord[] = []
  for (const word of words) {
    const forms = isBraced(word) ? expandBraces(word) : undefined
    if (forms) flat.push(...forms)
    else if (isBraced(word)) return undefined
    else flat.push(word)
  }
  return flat
}

const isBraced = (word: ShellWord): boolean => word.causes.length > 0 && word.causes.includes('brace')

const findCommands = (words: readonly ShellWord[]): readonly Span[] =>
  words.flatMap((word, at) => {
    if (!FIND_ACTIONS.has(word.text)) return []
    let end = at + 1
    while (end < words.length && words[end]?.text !== ';' && words[end]?.text !== '+') end += 1
    return [{ from: at + 1, to: end }]
  })

const isBareText = (text: string): boolean => /^[\w./-]+$/.test(text)

/** Nested too deep to follow: every word may be the name of a command, and so may every word inside a word. */
const everyStart = (command: SimpleCommand): readonly SimpleCommand[] => {
  const words: ShellWord[] = []
  command.words.forEach(word => {
    if (isBareText(word.text)) words.push(literalWord(word.text))
    else
      for (const text of word.text.split(/[\s;&|()<>`"'{}\\]+/))
        if (text !== '') words.push(literalWord(text))
  })
  const found: SimpleCommand[] = []
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const { text } of words) counts.set(text, (counts.get(text) ?? 0) + 1)
  words.forEach((first, at) => {
    const tail = words.slice(at, at + MAX_TAIL)
    // What begins with a word that stands nowhere else stands nowhere else.
    if (counts.get(first.text) !== 1) {
      const key = tail.map(word => word.text).join(' ')
      // The first ones stay where they are: how closely a command is looked at depends on its place in the list.
      if (at >= MAX_ORDERED && seen.has(key)) return
      seen.add(key)
    }
    found.push(inner(command, tail))
  })
  return found
}
/** Commands behind a command whose order counts. */
const MAX_ORDERED = 64

const STARTERS = new Set([
  ...Object.keys(EXEC_WRAPPERS),
  ...SHELLS,
  'find',
  ...CALLERS,
  'eval',
  'source',
  '.',
])

const startsNothing = ({ words }: SimpleCommand): boolean =>
  !STARTERS.has(baseName(words[0]?.text ?? '')) && !words.some(isBraced)

interface Span {
  readonly from: number
  readonly to: number
}

interface Pending {
  readonly command: SimpleCommand
  /** The words of the command that count, taken out only when it is its turn. */
  readonly span?: Span
  readonly depth: number
  /** Its words stood behind a splitter, which has had each of them read. */
  readonly split: boolean
}

/** Remembers lists of words; the same words lead to the same commands, however they were reached. */
const rememberWords = (): ((command: SimpleCommand) => boolean) => {
  const seen = new Map<string, (readonly ShellWord[])[]>()
  return ({ words, redirects }) => {
    const key = `${words.length} ${redirects.length} ${words[0]?.raw ?? ''}`
    const alike = seen.get(key)
    if (!alike) seen.set(key, [words])
    else if (alike.some(known => known.every((word, at) => word.raw === words[at]?.raw))) return true
    else alike.push(words)
    return false
  }
}

const isSameWords = (some: readonly ShellWord[], others: readonly ShellWord[]): boolean =>
  some.length === others.length && some.every((word, at) => word.raw === others[at]?.raw)

/** All there is to see of a command that only has lists in braces: itself, and with these written out; else undefined. */
const writtenOut = (command: SimpleCommand): readonly SimpleCommand[] | undefined => {
  const { words } = command
  if (STARTERS.has(baseName(words[0]?.text ?? ''))) return undefined
  const braced = bracedWords(words)
  if (!braced || isSameWords(words, braced)) return [command]
  const written = inner(command, braced)
  return startsNothing(written) ? [command, written] : undefined
}

/**
 * The command and everything that it would start through wrappers, shells and actions: for questions where a missed
 * command is worse than one too many. The first is the command itself.
 */
export const seeThrough = (command: SimpleCommand, read: ShellReader): readonly SimpleCommand[] => {
  if (startsNothing(command)) return [command]
  const written = writtenOut(command)
  if (written) return written
  const found: SimpleCommand[] = []
  const isKnown = rememberWords()
  let scripts: Set<string> | undefined
  const pending: Pending[] = [{ command, depth: 0, split: false }]
  let words = 0
  for (const { command: whole, span, depth: above, split } of pending) {
    const depth = above + 1
    const current = span ? inner(whole, whole.words.slice(span.from, span.to)) : whole
    if (isKnown(current)) continue
    found.push(current)
    words += current.words.length
    if (found.length > MAX_VIEWS || (found.length > MAX_DEPTH && words > MAX_VIEW_WORDS))
      return [...found, ...everyStart(command)]
    const name = current.words[0] && baseName(current.words[0].text)
    if (name === undefined) continue
    if (depth > MAX_DEPTH) {
      for (const start of everyStart(current)) found.push(start)
      continue
    }
    const braced = bracedWords(current.words)
    if (braced) pending.push({ command: inner(current, braced), depth, split: false })
    if (!STARTERS.has(name)) continue
    const started = { depth, split: split || SPLITTERS.has(name) }
    for (const inside of commandsIn(name, current.words))
      pending.push({ command: current, span: inside, ...started })
    const follow = (script: string): void => {
      scripts ??= new Set()
      if (scripts.has(script) || scripts.size > MAX_VIEWS) return
      scripts.add(script)
      const lowered = read(script)
      if (lowered.ok)
        for (const part of lowered.commands) pending.push({ command: part, depth, split: false })
    }
    scriptsIn(name, current.words, split).forEach(follow)
    fedTo(name, current).forEach(follow)
  }
  // Some were not read.
  return scripts && scripts.size > MAX_VIEWS ? [...found, ...everyStart(command)] : found
}

/** The commands that stand among the words, for a wrapper or for `find`. */
const commandsIn = (name: string, words: readonly ShellWord[]): readonly Span[] => {
  const operands = Object.hasOwn(EXEC_WRAPPERS, name) ? EXEC_WRAPPERS[name] : undefined
  if (operands === undefined) return name === 'find' ? findCommands(words) : NO_SPANS
  const starts = possibleStarts(words, operands)
  return starts.map(from => ({ from, to: words.length }))
}
const NO_SPANS: readonly Span[] = []
