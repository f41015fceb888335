import type { Feeder, ShellWord } from '../../../lib/shell/word.ts'
import { filterPicksSecret, findPickedSecret } from '../paths/picked-secrets.ts'
import { trustedName } from '../rules/match-shell.ts'

const isOption = (word: ShellWord): boolean => word.text.startsWith('-') && word.text.length > 1
const NAME_TEST = /^-(?:i?name|i?path|i?wholename|i?lname)$/

/** The patterns of `find` as those of one search, with `!` before those that leave files out. */
const globsOfFind = (args: readonly ShellWord[]): readonly string[] =>
  args.flatMap(({ text }, at) => {
    const value = args[at + 1]?.text
    if (!NAME_TEST.test(text) || value === undefined) return []
    return [/^(?:-not|!)$/.test(args[at - 1]?.text ?? '') ? `!${value}` : value]
  })

const pickedByFind = (args: readonly ShellWord[]): string | undefined => {
  // A number of an inode stands for one file.
  const inode = args.find(word => word.text === '-inum')
  if (inode) return inode.text
  const regular = args.findIndex(word => /^-i?regex$/.test(word.text))
  const value = args[regular + 1]?.text
  if (regular >= 0 && value !== undefined && filterPicksSecret(value, { whole: true })) return value
  return findPickedSecret(globsOfFind(args))
}

const pickedByFd = (args: readonly ShellWord[]): string | undefined => {
  const extensions = args.flatMap(({ text }, at) => {
    const value =
      text === '-e' || text === '--extension'
        ? args[at + 1]?.text
        : /^(?:-e|--extension=)(.+)$/.exec(text)?.[1]
    return value === undefined ? [] : [`*.${value}`]
  })
  const byExtension = findPickedSecret(extensions)
  if (byExtension !== undefined) return byExtension
  const isGlob = args.some(word => /^(?:-[A-Za-z]*g|--glob$)/.test(word.text))
  // Which word is the pattern depends on the options: each may be it.
  const words = args.filter(word => !isOption(word)).map(word => word.text)
  return isGlob ? findPickedSecret(words) : words.find(text => filterPicksSecret(text, {}))
}

const GREPS = new Set(['grep', 'egrep', 'fgrep'])
const pickedByFilter = (args: readonly ShellWord[]): string | undefined => {
  const chosen = args.flatMap(word => /^--include=(.+)$/.exec(word.text)?.[1] ?? [])
  const byName = findPickedSecret(chosen)
  if (byName !== undefined) return byName
  const inverted = args.some(word => /^-[A-Za-z]*v/.test(word.text))
  return args.map(word => word.text).find(text => !/^-./.test(text) && filterPicksSecret(text, { inverted }))
}

/** The pattern by which the commands that feed another pick names of files that hold secrets, if there is one. */
export const findFedSecret = (feeders: readonly Feeder[]): string | undefined => {
  for (const { words } of feeders) {
    const [first, ...args] = words
    const name = (first && trustedName(first)) ?? ''
    const picked = pickedBy(name, args)
    if (picked !== undefined) return picked
  }
  return undefined
}

const pickedBy = (name: string, args: readonly ShellWord[]): string | undefined => {
  if (name === 'find') return pickedByFind(args)
  if (name === 'fd' || name === 'fdfind') return pickedByFd(args)
  if (name === 'git') return findPickedSecret(args.filter(word => !isOption(word)).map(word => word.text))
  return GREPS.has(name) ? pickedByFilter(args) : undefined
}
