import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { type PathContext, usesOf } from './path-use.ts'
import { list } from './word-list.ts'

/** What a command would put somewhere with all the names in it, none of which stands in the line. */
export type Carried =
  | { readonly kind: 'tree' | 'archive' | 'patch'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string }

const MOVERS = new Set(list('mv rsync'))
const COPIERS = new Set(list('cp scp'))
const RECURSIVE = /^-[A-Za-z]*[rRa]|^--recursive|^--archive/
const UNPACKERS = new Set(list('unzip tar bsdtar gtar 7z 7za 7zz jar cpio pax'))
/** Those that also pack, under the same name: words of which one says that this unpacks. */
const UNPACKING: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(list('tar bsdtar gtar').map(name => [name, /^(?:-(?!-)\w*x|--(?:ext|ge))/])),
  ...Object.fromEntries(list('7z 7za 7zz').map(name => [name, /^[xe]$/])),
}

const isUnpacking = (name: string, args: readonly ShellWord[]): boolean => {
  const form = Object.hasOwn(UNPACKING, name) ? UNPACKING[name] : undefined
  // The oldest way has no dash before the first word.
  return !form || args.some(word => form.test(word.text)) || form.test(`-${args[0]?.text ?? ''}`)
}

/** Operands and attached values: a name that is none does no harm, it is not there. */
const filesIn = (words: readonly ShellWord[], context: PathContext): readonly string[] =>
  words.flatMap(word => {
    const texts = [
      word.text,
      /^--?[A-Za-z-]+=(.+)$/.exec(word.text)?.[1],
      /^-[A-Za-z](.+)$/.exec(word.text)?.[1],
    ]
    return texts.flatMap(text =>
      text === undefined ? [] : (usesOf({ ...word, text }, 'read', context) ?? []).map(use => use.path),
    )
  })

/** All but the last operand, unless an option names the target. */
const sourcesIn = (words: readonly ShellWord[]): readonly ShellWord[] => {
  const operands = words.filter(word => !word.text.startsWith('-'))
  return words.some(word => /^-[A-Za-z]*t|^--t/.test(word.text)) ? operands : operands.slice(0, -1)
}

const isPatching = (name: string, [sub]: readonly ShellWord[]): boolean =>
  name === 'patch' || (name === 'git' && (sub?.text === 'apply' || sub?.text === 'am'))

export const carriedBy = (command: SimpleCommand, context: PathContext): readonly Carried[] => {
  const [first, ...args] = command.words
  if (!first) return NOTHING
  const name = baseName(first.text)
  if (MOVERS.has(name) || (COPIERS.has(name) && args.some(word => RECURSIVE.test(word.text))))
    return sourcesIn(args).flatMap(word => (usesOf(word, 'read', context) ?? []).map(treeOf))
  if (UNPACKERS.has(name) && isUnpacking(name, args)) return carriedIn('archive', command, context)
  return isPatching(name, args) ? carriedIn('patch', command, context) : NOTHING
}

const NOTHING: readonly never[] = []
const treeOf = ({ path }: { readonly path: string }): Carried => ({ kind: 'tree', path })

/** Named as a word, or fed in. */
const carriedIn = (
  kind: 'archive' | 'patch',
  { words, redirects }: SimpleCommand,
  context: PathContext,
): readonly Carried[] => [
  ...filesIn(words.slice(1).filter(isStatic), context).map(path => ({ kind, path })),
  ...redirects.flatMap(({ op, target }): readonly Carried[] => {
    if (op.startsWith('<<')) return [{ kind: 'text', text: target.text }]
    return op === '<' ? (usesOf(target, 'read', context) ?? []).map(({ path }) => ({ kind, path })) : []
  }),
]
