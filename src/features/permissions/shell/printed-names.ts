import { type Feeder, isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { trustedName } from '../rules/match-shell.ts'
import { type PathContext, type PathUse, usesOf, usesOfText, type Walk } from './path-use.ts'

/** Names of files that a command prints, before it is known how they are taken apart. */
interface Names {
  readonly roots: readonly ShellWord[]
  readonly walk: Omit<Walk, 'separator'>
  readonly nul: boolean
}

const texts = (words: readonly ShellWord[]): readonly string[] => words.map(word => word.text)
const isOption = (word: ShellWord): boolean => word.text.startsWith('-') && word.text.length > 1

const NAME_TEST = /^-(?:i?name|i?path|i?wholename)$/
/** The tests that must hold, without those that must not: they only leave out more. */
const withoutNegated = (tests: readonly string[]): readonly string[] =>
  tests.filter((_, at) => {
    const begins = (from: number): boolean =>
      /^(?:-not|!)$/.test(tests[from] ?? '') && NAME_TEST.test(tests[from + 1] ?? '')
    return !(begins(at) || begins(at - 1) || begins(at - 2))
  })

/** `find` prints each name behind the place it started from. Formats of its own would print other things. */
const namesOfFind = (args: readonly ShellWord[]): Names | undefined => {
  const at = args.findIndex(word => /^(?:-.|[(!,]$)/.test(word.text))
  const roots = at < 0 ? args : args.slice(0, at)
  const tests = withoutNegated(texts(at < 0 ? [] : args.slice(at)))
  if (tests.some(text => /^-(?:printf|ls|follow|fprint.*|fls|exec.*|ok.*|delete)$/.test(text)))
    return undefined
  const plain = !tests.some(text => /^(?:-o|-or|-not|!|,|\(|\))$/.test(text))
  const kinds = tests.flatMap((text, place) => (text === '-type' ? [tests[place + 1]] : []))
  const links = !(plain && kinds.length > 0 && kinds.every(kind => kind === 'f' || kind === 'd'))
  const nul = tests.includes('-print0')
  if (nul && tests.includes('-print')) return undefined
  const name = tests.findIndex(text => text === '-name' || text === '-iname')
  const named = plain && name >= 0 ? tests[name + 1] : undefined
  const walk = { links, bare: false, deep: true, tracked: false, ...(named === undefined ? {} : { named }) }
  return { roots, nul, walk }
}

/** Flags that change only which names are printed, and in which order. With -a the directory above would be one of them. */
const LS_FLAGS = /^-[A1trSUvdXp]+$/
const namesOfLs = (args: readonly ShellWord[]): Names | undefined => {
  // A directory that is named would be listed by names that mean something else here.
  return args.every(word => isOption(word) && LS_FLAGS.test(word.text))
    ? { roots: [], nul: false, walk: { links: true, bare: true, deep: false, tracked: false } }
    : undefined
}

const TRACKED_FLAGS = /^(?:-[cmdz]+|--(?:cached|modified|deleted))$/
const namesOfTracked = (args: readonly ShellWord[]): Names | undefined => {
  const options = texts(args).filter(text => text.startsWith('-') && text !== '--')
  if (!options.every(text => TRACKED_FLAGS.test(text))) return undefined
  const nul = options.some(text => /^-[a-z]*z/.test(text))
  return { roots: [], nul, walk: { links: true, bare: true, deep: true, tracked: true } }
}

/** Options of `rg` that leave a plain list of files; only regular files are in it. */
const RG_FLAGS =
  /^(?:-[liwFsSvUPx0.]+|--(?:files|files-with-matches|files-without-match|ignore-case|word-regexp|fixed-strings|null|hidden|smart-case))$/
const RG_VALUES = /^(?:-[gteT]|--(?:glob|type|type-not|regexp))$/
const namesOfRg = (args: readonly ShellWord[]): Names | undefined => {
  const operands: ShellWord[] = []
  const flags: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (!word) break
    if (!isOption(word)) operands.push(word)
    else if (RG_VALUES.test(word.text)) {
      flags.push(word.text)
      at += 1
    } else if (RG_FLAGS.test(word.text) || /^-(?:t[a-z]+|g.+)$|^--(?:glob|type)=/.test(word.text))
      flags.push(word.text)
    else return undefined
  }
  const lists = flags.includes('--files')
  if (!lists && !flags.some(flag => /^-[a-zA-Z0.]*l|^--files-with/.test(flag) && !RG_VALUES.test(flag)))
    return undefined
  const given = lists || flags.some(flag => /^(?:-e|--regexp)$/.test(flag))
  const roots = given ? operands : operands.slice(1)
  const nul = flags.some(flag => flag === '--null' || /^-[liwFsSvUPx.]*0/.test(flag))
  return { roots, nul, walk: { links: false, bare: roots.length === 0, deep: true, tracked: false } }
}

const FD_FLAGS = /^(?:-[HIuisFg0]+|-t[fd]|-e\w+|--(?:hidden|no-ignore|glob|print0|ignore-case))$/
const namesOfFd = (args: readonly ShellWord[]): Names | undefined => {
  const operands: ShellWord[] = []
  const kinds: string[] = []
  let nul = false
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? ''
    const word = args[at]
    if (word && !isOption(word)) operands.push(word)
    else if (/^-(?:t|e|E|d)$|^--(?:type|extension|exclude|max-depth)$/.test(text)) {
      at += 1
      if (text === '-t' || text === '--type') kinds.push(args[at]?.text ?? '')
    } else if (!FD_FLAGS.test(text)) return undefined
    if (/^-t[fd]$/.test(text)) kinds.push(text.slice(2))
    if (/^-[A-Za-z]*0|^--print0$/.test(text)) nul = true
  }
  // Of several kinds any is printed.
  const links = kinds.length === 0 || !kinds.every(kind => kind === 'f' || kind === 'd')
  return { roots: operands.slice(1), nul, walk: { links, bare: true, deep: true, tracked: false } }
}

/** Options of a recursive `grep` that leave a plain list of files; links are not followed, so that none is in it. */
const GREP_FLAGS =
  /^-[rlLiywxFEGPIsvnhHaZ]+$|^--(?:recursive|files-with-matches|files-without-match|ignore-case|null)$/
const GREP_VALUES = /^--(?:include|exclude|exclude-dir)=./
const namesOfGrep = (args: readonly ShellWord[]): Names | undefined => {
  const operands: ShellWord[] = []
  const flags: string[] = []
  let given = false
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (!word) break
    if (!isOption(word)) operands.push(word)
    else if (word.text === '-e') {
      given = true
      at += 1
    } else if (GREP_FLAGS.test(word.text)) flags.push(word.text)
    else if (!GREP_VALUES.test(word.text)) return undefined
  }
  const has = (letter: RegExp, name: RegExp): boolean =>
    flags.some(flag => (flag.startsWith('--') ? name : letter).test(flag))
  if (!has(/r/, /^--recursive$/) || !has(/[lL]/, /^--files-with/)) return undefined
  const roots = given ? operands : operands.slice(1)
  const nul = has(/Z/, /^--null$/)
  return { roots, nul, walk: { links: false, bare: roots.length === 0, deep: true, tracked: false } }
}

const WALKERS: Readonly<Record<string, (args: readonly ShellWord[]) => Names | undefined>> = {
  find: namesOfFind,
  ls: namesOfLs,
  grep: namesOfGrep,
  rg: namesOfRg,
  fd: namesOfFd,
  fdfind: namesOfFd,
}

/** Words behind the name of a filter that leaves some of the lines and changes none; nothing among them could be a file. */
const LINE_FILTERS: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  grep: args => takesPattern(args, /^-(?:[viEFwx]+|e)$/),
  egrep: args => takesPattern(args, /^-[viwx]+$/),
  fgrep: args => takesPattern(args, /^-[viwx]+$/),
  head: args => takesCount(args, /^-?\d+$/),
  tail: args => takesCount(args, /^[-+]?\d+$/),
  sort: args => args.every(text => /^-[urfV]+$/.test(text)),
  uniq: args => args.length === 0,
}
const takesPattern = (args: readonly string[], flags: RegExp): boolean => {
  const operands = args.filter(text => !flags.test(text))
  return operands.length === 1 && operands.every(text => !/^-./.test(text))
}
const takesCount = ([first, second, ...more]: readonly string[], count: RegExp): boolean => {
  if (first === undefined) return true
  if (more.length > 0) return false
  if (first === '-n') return second !== undefined && count.test(second)
  return (
    second === undefined && (/^-\d+$/.test(first) || (first.startsWith('-n') && count.test(first.slice(2))))
  )
}
const isLineFilter = ({ words }: Feeder): boolean => {
  const [first, ...args] = words
  const name = (first && trustedName(first)) ?? ''
  return Object.hasOwn(LINE_FILTERS, name) && (LINE_FILTERS[name]?.(texts(args)) ?? false)
}

/** Nothing but messages may be sent elsewhere: what is printed must be all that the next command gets. */
const isQuiet = ({ redirects, assignments }: Feeder): boolean =>
  assignments.length === 0 &&
  redirects.every(one => one.op === '>' && one.fd === 2 && one.target.text === '/dev/null')

const namesOf = ({ words }: Feeder): Names | undefined => {
  const [first, ...args] = words
  const name = first && trustedName(first)
  if (name === undefined) return undefined
  if (name === 'git') return args[0]?.text === 'ls-files' ? namesOfTracked(args.slice(1)) : undefined
  return Object.hasOwn(WALKERS, name) ? WALKERS[name]?.(args) : undefined
}

/** The places whose names a pipeline of plain commands prints, for words that are made of them; undefined when it prints anything else. */
export const usesOfPrinted = (
  feeders: readonly Feeder[],
  taken: Walk['separator'],
  context: PathContext,
): readonly PathUse[] | undefined => {
  const [first, ...filters] = feeders
  if (!first || !feeders.every(isQuiet) || !feeders.every(one => one.words.every(isStatic))) return undefined
  const names = filters.every(isLineFilter) ? namesOf(first) : undefined
  // Only who takes names whole may be given them whole, and the other way round.
  if (!names || names.nul !== (taken === 'nul') || (names.nul && filters.length > 0)) return undefined
  const walk: Walk = { ...names.walk, separator: taken }
  const uses: PathUse[] = []
  if (names.roots.length === 0) uses.push(...usesOfText('.', 'read', context))
  for (const root of names.roots) {
    const found = root.tilde ? undefined : usesOf(root, 'read', context)
    if (!found) return undefined
    uses.push(...found)
  }
  return uses.map(use => ({ ...use, walk }))
}
