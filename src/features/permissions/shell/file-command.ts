import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { isSafeAssignment, trustedName } from '../match-shell.ts'
import { sedScript } from './filters.ts'
import { type FlagTable, type ReadFlags, readFlags } from './flags.ts'
import { type PathUse, type Place, usesOf, usesOfText } from './path-use.ts'
import { isHarmlessSed } from './sed-program.ts'

/** Commands that an edit mode lets run inside, with the options under which they touch only what they name. */
const FILE_COMMANDS: Readonly<Record<string, FlagTable>> = {
  mkdir: { short: 'pv', long: ['parents', 'verbose'] },
  touch: { short: 'acm', long: ['no-create'] },
  rm: { short: 'rRfvid', long: ['recursive', 'force', 'verbose', 'dir'] },
  rmdir: { short: 'v', long: ['verbose'] },
  mv: { short: 'fnvi', long: ['force', 'no-clobber', 'verbose'] },
  cp: { short: 'fnvip', long: ['force', 'no-clobber', 'verbose'] },
  // With a suffix it writes another file, which is not named.
  sed: {
    short: 'inErsz',
    shortValue: 'e',
    long: ['in-place', 'quiet', 'silent', 'regexp-extended'],
    longValue: ['expression'],
  },
}

/** The paths a plain file command writes or reads; undefined when it is none or not plain. */
export const readFileCommand = (command: SimpleCommand, place: Place): readonly PathUse[] | undefined => {
  const { command: inner, via } = unwrap(command)
  // xargs adds operands that are not in the text.
  if (via.includes('xargs')) return undefined
  const [first, ...args] = inner.words
  const name = first && trustedName(first)
  if (name === undefined || !Object.hasOwn(FILE_COMMANDS, name) || !isSafeAssignment(command))
    return undefined
  if (!args.every(isStatic)) return undefined
  const read = readFlags(args, FILE_COMMANDS[name] ?? {})
  if (typeof read === 'string' || read.operands.length === 0) return undefined
  const operands = name === 'sed' ? editedBySed(args, read) : read.operands
  if (!operands) return undefined
  const uses = operands.flatMap(word => [
    ...(usesOf(word, 'write', place) ?? []),
    ...(usesOf(word, 'read', place) ?? []),
  ])
  if (name !== 'cp' && name !== 'mv') return uses
  const target = read.operands.at(-1)
  if (!target || read.operands.length < 2) return undefined
  return [...uses, ...landings(read.operands.slice(0, -1), target, place)]
}

/** The files of an in-place sed with a harmless script; `-i` must stand alone, since what is attached to it is a suffix. */
const editedBySed = (args: readonly ShellWord[], read: ReadFlags): readonly ShellWord[] | undefined => {
  const clustered = args.some(word => /^-(?!-)[^e]*i/.test(word.text) && word.text !== '-i')
  const inPlace = read.seen.has('i') || read.seen.has('in-place')
  if (clustered || !inPlace || !isHarmlessSed(sedScript(read) ?? 'w')) return undefined
  const given = read.values.some(one => one.name === 'e' || one.name === 'expression')
  const files = given ? read.operands : read.operands.slice(1)
  return files.length > 0 ? files : undefined
}

/** Programs whose operands are files they read. For rules that restrict, so the list is generous. */
const READERS = new Set([
  ...[
    'cat',
    'head',
    'tail',
    'less',
    'more',
    'most',
    'bat',
    'sed',
    'grep',
    'egrep',
    'fgrep',
    'zgrep',
    'rg',
    'ag',
    'awk',
  ],
  ...[
    'gawk',
    'mawk',
    'nl',
    'wc',
    'sort',
    'uniq',
    'cut',
    'paste',
    'tac',
    'rev',
    'od',
    'xxd',
    'hexdump',
    'strings',
  ],
  ...[
    'base64',
    'base32',
    'diff',
    'cmp',
    'comm',
    'join',
    'fold',
    'fmt',
    'column',
    'expand',
    'tr',
    'jq',
    'yq',
    'zcat',
  ],
  ...[
    'md5sum',
    'sha1sum',
    'sha256sum',
    'cksum',
    'stat',
    'file',
    'ls',
    'find',
    'tree',
    'source',
    '.',
    'vi',
    'vim',
    'nano',
  ],
  ...[
    'view',
    'ed',
    'ex',
    'emacs',
    'split',
    'csplit',
    'tar',
    'zip',
    'gzip',
    'gpg',
    'openssl',
    'git',
    'curl',
    'scp',
    'rsync',
  ],
  ...[
    'xargs',
    'python',
    'python3',
    'node',
    'perl',
    'ruby',
    'php',
    'bash',
    'sh',
    'zsh',
    'open',
    'dd',
    'install',
    'tee',
  ],
])
/** Programs whose operands are files they write, move or remove. */
const WRITERS = new Set([
  ...[
    'tee',
    'mv',
    'rm',
    'rmdir',
    'touch',
    'mkdir',
    'dd',
    'truncate',
    'chmod',
    'chown',
    'chgrp',
    'patch',
    'unlink',
  ],
  ...[
    'shred',
    'tar',
    'unzip',
    'split',
    'csplit',
    'mkfifo',
    'mknod',
    'sponge',
    'ed',
    'ex',
    'vi',
    'vim',
    'nano',
    'emacs',
  ],
  ...['wget', 'setfacl'],
])
/** They write their last operand and read the others. */
const COPIERS = new Set(['cp', 'install', 'ln', 'rsync', 'scp'])
/** They write only under these options. */
const WRITING_OPTION: Readonly<Record<string, RegExp>> = {
  sed: /^-[A-Za-z]*i|^--in-place/,
  perl: /^-[A-Za-z]*i/,
  ruby: /^-[A-Za-z]*i/,
  awk: /^-i|^--include/,
  gawk: /^-i|^--include/,
  sort: /^-[A-Za-z]*o|^--o/,
  curl: /^-[A-Za-z]*[oO]|^--output|^--remote-name/,
}

export interface Touched {
  readonly uses: readonly PathUse[]
  /** Words whose path is not known before the command runs. */
  readonly unknown: readonly { readonly text: string; readonly kind: PathUse['kind'] }[]
}

const kindsOf = (name: string, args: readonly ShellWord[]): readonly PathUse['kind'][] => {
  const option = Object.hasOwn(WRITING_OPTION, name) ? WRITING_OPTION[name] : undefined
  const writes = WRITERS.has(name) || (option !== undefined && args.some(word => option.test(word.text)))
  if (writes) return ['write', 'read']
  return READERS.has(name) || COPIERS.has(name) ? ['read'] : []
}

/** Values behind a separator or an option letter: `of=path`, `--output=path`, `HEAD:path`, `-fpath`. */
const attachedValues = (word: ShellWord): readonly string[] =>
  word.causes.length > 0
    ? []
    : [/[=:@]([^=:@]+)$/, /^-[A-Za-z](.+)$/].flatMap(form => form.exec(word.text)?.[1] ?? [])

const copied = (args: readonly ShellWord[], place: Place): readonly PathUse[] => {
  const operands = args.filter(word => !word.text.startsWith('-'))
  if (operands.length !== args.length && args.some(word => /^-[A-Za-z]*t|^--target/.test(word.text)))
    return operands.flatMap(word => usesOf(word, 'write', place) ?? [])
  const target = operands.at(-1)
  if (!target || target.causes.length > 0) return []
  return [...(usesOf(target, 'write', place) ?? []), ...landings(operands.slice(0, -1), target, place)]
}

/** If the target is a directory, each file goes into it under its own name. */
const landings = (sources: readonly ShellWord[], target: ShellWord, place: Place): readonly PathUse[] => {
  const directory = usesOf(target, 'write', place) ?? []
  return sources
    .filter(source => isStatic(source))
    .flatMap(source => {
      const name = baseName(source.text.replace(/\/+$/, ''))
      return directory.map(use => ({ path: `${use.path}/${name}`, kind: 'write' as const }))
    })
}

/** Every path that a known file command might touch: for questions where one too many is better than a missed one. */
export const touchedBy = (command: SimpleCommand, place: Place): Touched => {
  const [first, ...args] = command.words
  if (!first) return { uses: [], unknown: [] }
  const name = baseName(first.text)
  const kinds = kindsOf(name, args)
  const uses: PathUse[] = COPIERS.has(name) ? [...copied(args, place)] : []
  const unknown: Touched['unknown'][number][] = []
  for (const word of args) {
    for (const kind of kinds) {
      const found = usesOf(word, kind, place)
      if (found) uses.push(...found)
      else unknown.push({ text: word.text, kind })
      uses.push(...attachedValues(word).flatMap(value => usesOfText(value, kind, place)))
    }
    if (COPIERS.has(name) && word.causes.length > 0) unknown.push({ text: word.text, kind: 'write' })
  }
  return { uses, unknown }
}
