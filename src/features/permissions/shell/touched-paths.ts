import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { landings } from './file-command.ts'
import { likelyUsesOf, type PathContext, type PathUse, usesOf, usesOfText } from './path-use.ts'
import { list } from './word-list.ts'

/** Programs whose operands are files they read. For rules that restrict, so the list is generous. */
const READERS = new Set([
  ...list(
    'cat head tail less more most bat sed grep egrep fgrep zgrep rg ag ack awk gawk mawk nl wc sort uniq cut',
  ),
  ...list(
    'paste tac rev od xxd hexdump strings base64 base32 diff cmp comm join fold fmt pr column expand unexpand tr',
  ),
  ...list(
    'jq yq zcat md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum cksum stat file ls find tree du',
  ),
  ...list(
    'source . vi vim nano view ed ex emacs split csplit tar zip gzip gpg openssl git curl scp rsync xargs python',
  ),
  ...list(
    'python3 node perl ruby php bash sh zsh open dd install tee cd pushd shuf iconv ptx tsort look ssh test [ [[',
  ),
])
/** Programs whose operands are files they write, move or remove. */
const WRITERS = new Set([
  ...list(
    'tee mv rm rmdir touch mkdir dd truncate chmod chown chgrp chattr patch unlink shred tar bsdtar unzip cpio',
  ),
  ...list(
    'split csplit mkfifo mknod sponge ed ex vi vim nano emacs wget setfacl gzip gunzip bzip2 bunzip2 xz unxz zstd',
  ),
  ...list('unzstd zip 7z mktemp rename dos2unix unix2dos strip script'),
])
/** They write their last operand and read the others. */
const COPIERS = new Set(list('cp install ln rsync scp objcopy'))
/** They write their second operand, if there is one. */
const FILTERS_TO = new Set(list('uniq xxd'))
/** They write only under these options. */
const WRITING_OPTION: Readonly<Record<string, RegExp>> = {
  sed: /^-[A-Za-z]*i|^--in-place/,
  perl: /^-[A-Za-z]*i/,
  ruby: /^-[A-Za-z]*i/,
  awk: /^-i|^--include/,
  gawk: /^-i|^--include/,
  sort: /^-[A-Za-z]*o|^--o/,
  curl: /^-[A-Za-z]*[oO]|^--output|^--remote-name/,
  yq: /^-[A-Za-z]*i|^--inplace/,
  openssl: /^-out/,
  gpg: /^-[A-Za-z]*o|^--output/,
  git: /^(?:apply|am|checkout|restore|switch|mv|rm|clone|init|worktree|config|clean|submodule)$/,
  find: /^-(?:fprint|fprint0|fprintf|fls)$/,
}
/** They go through everything below a directory, some only when told so. */
const DEEP = new Set(list('rg ag ack rsync tar bsdtar zip rm mv'))
const DEEP_OPTION: Readonly<Record<string, RegExp>> = Object.fromEntries(
  list('grep egrep fgrep zgrep cp scp diff chmod chown chgrp').map(name => [
    name,
    /^-[A-Za-z]*[rRa]|^--(?:dereference-)?recursive|^--archive/,
  ]),
)
/** They take a program of their own as a word, in which a file may be named. */
const INLINE = new Set(list('sed awk gawk mawk perl ruby python python3 node php'))
/** Their words are no paths. */
const WORDS_ONLY = new Set(
  list(
    'echo printf true false : kill export declare local readonly unset set exit return wait type command which',
  ),
)

export interface Touched {
  readonly uses: readonly PathUse[]
  /** Words whose path is not known before the command runs. */
  readonly unknown: readonly { readonly text: string; readonly kind: PathUse['kind'] }[]
  /** Words of a program that nobody knows here: each may be a file that it reads or writes. */
  readonly mentions: readonly PathUse[]
  /** Texts in which a file may be named. */
  readonly texts: readonly string[]
}

const UNTOUCHED: Touched = { uses: [], unknown: [], mentions: [], texts: [] }

const matching = (
  table: Readonly<Record<string, RegExp>>,
  name: string,
  args: readonly ShellWord[],
): boolean => {
  const form = Object.hasOwn(table, name) ? table[name] : undefined
  return form !== undefined && args.some(word => form.test(word.text))
}

const WRITTEN: readonly PathUse['kind'][] = ['write', 'read']
const READ: readonly PathUse['kind'][] = ['read']
const NEITHER: readonly never[] = []

const kindsOf = (name: string, args: readonly ShellWord[]): readonly PathUse['kind'][] => {
  if (WRITERS.has(name) || matching(WRITING_OPTION, name, args)) return WRITTEN
  return READERS.has(name) || COPIERS.has(name) ? READ : NEITHER
}

const VALUE = /[=:@]|^-/
const mayHoldValue = (word: ShellWord): boolean => word.causes.length === 0 && VALUE.test(word.text)
/** Values behind a separator or an option letter: `of=path`, `--output=path`, `HEAD:path`, `-fpath`. */
const attachedValues = (word: ShellWord): readonly string[] =>
  [/[=:@]([^=:@]+)$/, /^-[A-Za-z](.+)$/].flatMap(form => form.exec(word.text)?.[1] ?? [])

const TARGET_OPTION = /^-[A-Za-z]*t|^--target/
const copied = (args: readonly ShellWord[], context: PathContext): readonly PathUse[] => {
  const operands = args.filter(word => !word.text.startsWith('-'))
  if (args.some(word => TARGET_OPTION.test(word.text)))
    return [
      ...operands.flatMap(word => likelyUsesOf(word, 'write', context) ?? []),
      ...args
        .filter(word => TARGET_OPTION.test(word.text))
        .flatMap(word => [/^-[A-Za-z]*?t(.+)$/, /=(.+)$/].flatMap(form => form.exec(word.text)?.[1] ?? []))
        .flatMap(text => usesOfText(text, 'write', context)),
    ]
  const target = operands.at(-1)
  if (!target || target.causes.length > 0) return []
  return [...(usesOf(target, 'write', context) ?? []), ...landings(operands.slice(0, -1), target, context)]
}

const secondOperand = (args: readonly ShellWord[], context: PathContext): readonly PathUse[] => {
  const operands = args.filter(word => !word.text.startsWith('-') || word.text === '-')
  return operands.slice(1).flatMap(word => likelyUsesOf(word, 'write', context) ?? [])
}

const isKnown = (name: string): boolean =>
  READERS.has(name) || WRITERS.has(name) || COPIERS.has(name) || FILTERS_TO.has(name) || WORDS_ONLY.has(name)

const mentionsOf = (args: readonly ShellWord[], context: PathContext): readonly PathUse[] => {
  const uses: PathUse[] = []
  args.forEach(word => {
    if (!isStatic(word)) return
    if (!word.text.startsWith('-')) append(uses, usesOf(word, 'write', context))
    addAttached(uses, { word, kind: 'write', context: context })
  })
  return uses
}

/** The text of the path is shared: to look it up again costs less. */
const ofKind = ({ path, glob }: PathUse, kind: PathUse['kind']): PathUse =>
  glob === undefined ? { path, kind } : { path, kind, glob }

/** For lists of any length: arguments of a call have a limit, and an iterator leaves an object for each step. */
export const append = <T>(all: T[], more: readonly T[] = []): void => {
  for (let at = 0; at < more.length; at += 1) {
    const one = more[at]
    if (one !== undefined) all.push(one)
  }
}

const addAttached = (
  all: PathUse[],
  {
    word,
    kind,
    context: place,
  }: { readonly word: ShellWord; readonly kind: PathUse['kind']; readonly context: PathContext },
): void => {
  if (mayHoldValue(word))
    for (const value of attachedValues(word)) append(all, usesOfText(value, kind, place))
}

/** The last of equal words stays: for some programs the last operand is the target. */
const withoutRepeats = (words: readonly ShellWord[], among = words.length): readonly ShellWord[] => {
  if (among < 64) return words
  const seen = new Map<string, ShellWord>()
  for (const word of words) {
    seen.delete(word.raw)
    seen.set(word.raw, word)
  }
  return [...seen.values()]
}

/** The words that have not been asked for in the same way yet. */
type Once = (way: string, words: readonly ShellWord[]) => readonly ShellWord[]

/** The commands behind a command have most of their words in common, and a path counts once. */
export const eachWordOnce = (): Once => {
  const asked: { readonly way: string; readonly first: readonly ShellWord[]; known?: Set<ShellWord> }[] = []
  return (way, words) => {
    const before = asked.find(one => one.way === way)
    if (!before) {
      asked.push({ way, first: words })
      return words
    }
    before.known ??= new Set(before.first)
    const { known } = before
    const fresh = words.filter(word => !known.has(word))
    for (const word of fresh) known.add(word)
    return fresh
  }
}
export const everyWord: Once = (_, words) => words

/** Every path that a command might touch: for questions where one too many is better than a missed one. */
export const touchedBy = (
  command: SimpleCommand,
  context: PathContext,
  want: { readonly mentions: boolean; readonly once: Once },
): Touched => {
  const first = command.words[0]
  if (!first) return UNTOUCHED
  const name = baseName(first.text)
  const mentioning = want.mentions && !isKnown(name)
  const isProject = first.text.includes('/')
  if (!mentioning && !isProject && !isKnown(name)) return UNTOUCHED
  const given = command.words.slice(1)
  const kinds = kindsOf(name, given)
  if (kinds.length === 0 && !mentioning && !isProject && !FILTERS_TO.has(name) && !INLINE.has(name))
    return UNTOUCHED
  // A program that is not known has no use for them but as mentions.
  const args =
    kinds.length === 0 && !INLINE.has(name) && !FILTERS_TO.has(name) ? NEITHER : withoutRepeats(given)
  const deep = DEEP.has(name) || matching(DEEP_OPTION, name, args)
  const uses: PathUse[] = []
  const copies = COPIERS.has(name)
  if (copies) append(uses, copied(args, context))
  if (FILTERS_TO.has(name)) append(uses, secondOperand(args, context))
  // A program that is a file of the project is read before it runs.
  if (isProject) append(uses, likelyUsesOf(first, 'read', context))
  const unknown: Touched['unknown'][number][] = []
  const way = `${kinds.length} ${deep} ${copies}`
  for (const word of kinds.length === 0 ? NEITHER : want.once(way, args)) {
    let found: readonly PathUse[] | undefined
    for (let at = 0; at < kinds.length; at += 1) {
      const kind = kinds[at] ?? 'write'
      const known = found ? found.map(use => ofKind(use, kind)) : usesOf(word, kind, context)
      found = known
      append(uses, known ?? likelyUsesOf(word, kind, context))
      if (!known) unknown.push({ text: word.text, kind })
      addAttached(uses, { word, kind, context: context })
    }
    if (copies && word.causes.length > 0) unknown.push({ text: word.text, kind: 'write' })
  }
  return {
    uses: deep ? uses.map(use => ({ ...use, deep })) : uses,
    unknown,
    mentions: mentioning
      ? mentionsOf(withoutRepeats(want.once('mentioned', given), given.length), context)
      : NEITHER,
    texts: INLINE.has(name) ? args.map(word => word.text) : NEITHER,
  }
}
