import { isStatic, type ShellWord } from '../../../../lib/shell/word.ts'
import { endOfPattern } from '../bracket-list.ts'
import { type PathContext, type PathUse, usesOf, usesOfText } from '../path-use.ts'
import { isHarmlessSed } from '../sed-program.ts'

const FLAGS = 'Ealnrsu'
const VALUED = 'efiI'
const NOTHING: readonly never[] = []

interface Options {
  readonly scripts: readonly string[]
  /** What is appended to the name of the file that stays as it was; undefined when nothing is changed in place. */
  readonly suffix: ShellWord | undefined
  readonly operands: readonly ShellWord[]
}

/** The words as a BSD getopt takes them: `-i` has a value, and the first operand ends the options. */
const readOptions = (args: readonly ShellWord[]): Options | 'error' | 'doubt' => {
  const scripts: string[] = []
  let suffix: ShellWord | undefined
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at]
    if (!word || !/^-./.test(word.text)) break
    if (word.text === '--') {
      at += 1
      break
    }
    for (const [index, letter] of [...word.text].entries()) {
      if (index === 0 || FLAGS.includes(letter)) continue
      if (!VALUED.includes(letter)) return 'error'
      const attached = word.text.slice(index + 1)
      if (attached === '') at += 1
      const value = attached === '' ? args[at] : { ...word, text: attached }
      if (!value) return 'error'
      if (letter === 'f' || !isStatic(value)) return 'doubt'
      if (letter === 'e') scripts.push(value.text)
      else suffix = value
      break
    }
  }
  return { scripts, suffix, operands: args.slice(at) }
}

interface NamedFile {
  readonly file: string
  readonly kind: PathUse['kind']
}

/** A name as a command behind its address: what it reads or writes, or nothing where it is an error. */
const readCommand = (text: string): readonly NamedFile[] | undefined => {
  const [letter = '', rest] = [text[0], text.slice(1)]
  if (letter === 'r' || letter === 'w')
    return rest.trim() === ''
      ? NOTHING
      : [{ file: rest.trimStart(), kind: letter === 'r' ? 'read' : 'write' }]
  if (letter !== 's' && letter !== 'y') return letter === ',' || letter === ' ' ? undefined : NOTHING
  // Without a second and a third delimiter it is not terminated.
  return rest.slice(1).split(rest[0] ?? ' ').length < 3 && !rest.includes('[') ? NOTHING : undefined
}

/**
 * The files that a BSD sed would open for the name of a file that it takes for its script; undefined when in doubt.
 * Nearly every name is an error: it begins with no command, or something stands behind one.
 */
export const filesOfNameAsScript = (name: string): readonly NamedFile[] | undefined => {
  if (isHarmlessSed(name)) return NOTHING
  if (/[\\\n;{}!]/.test(name)) return undefined
  const text = name.trimStart()
  if (!text.startsWith('/')) return readCommand(text.replace(/^(?:\d+|\$) */, ''))
  const end = endOfPattern(text, 1, '/')
  if (end === undefined) return text.includes('[') ? undefined : NOTHING
  return readCommand(text.slice(end + 1).replace(/^I? */, ''))
}

/**
 * What `sed -i …` touches where `-i` takes the next word for a suffix (BSD, macOS), so that another word is the script;
 * undefined when that script may do more than change the files it is given.
 */
export const usesOfBsdInPlace = (
  args: readonly ShellWord[],
  context: PathContext,
): readonly PathUse[] | undefined => {
  const read = readOptions(args)
  if (read === 'error') return NOTHING
  if (read === 'doubt') return undefined
  const [first, ...rest] = read.operands
  const given = read.scripts.length > 0
  const files = given ? read.operands : rest
  if (given && !isHarmlessSed(read.scripts.join('\n'))) return undefined
  const named = given || !first ? NOTHING : usesOfScript(first, files, context)
  return named && [...named, ...files.flatMap(file => usesOfFile(file, read.suffix, context))]
}

const usesOfScript = (
  script: ShellWord,
  files: readonly ShellWord[],
  context: PathContext,
): readonly PathUse[] | undefined => {
  // Which names a wildcard brings, and which of them comes first, is looked up on disk.
  if (script.glob) {
    const scriptFrom = script.text.slice(0, script.text.lastIndexOf('/') + 1)
    return usesOf(script, 'write', context)?.map(use => ({ ...use, scriptFrom }))
  }
  const named = filesOfNameAsScript(script.tilde ? context.home + script.text.slice(1) : script.text)
  if (!named || (named.length > 0 && files.length > 0)) return undefined
  return named.flatMap(({ file, kind }) => usesOfText(file, kind, context))
}

const usesOfFile = (
  file: ShellWord,
  suffix: ShellWord | undefined,
  context: PathContext,
): readonly PathUse[] => {
  const kinds: readonly PathUse['kind'][] = suffix ? ['write', 'read'] : ['read']
  const uses = kinds.flatMap(kind => usesOf(file, kind, context) ?? [])
  if (!suffix || suffix.text === '') return uses
  // A copy under a longer name lies beside the file, unless the suffix leads elsewhere.
  return [...uses, ...(usesOf({ ...file, text: file.text + suffix.text }, 'write', context) ?? [])]
}
