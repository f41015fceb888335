import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import type { Walk } from './path-use.ts'

/** What `xargs` runs, and how it takes its input apart. */
export interface XargsCommand {
  readonly words: readonly ShellWord[]
  readonly separator: Exclude<Walk['separator'], 'word'>
  /** The word that each name is put in place of; without one names are added at the end. */
  readonly place: string | undefined
}

const ALONE = /^-[0rtx]+$|^--(?:null|no-run-if-empty|verbose)$/
const COUNT = /^-([0rtx]*)[nPL](\d*)$|^--(?:max-args|max-procs|max-lines)=\d+$/

/** The words behind `xargs`; undefined when an option is not known or nothing is run. */
export const readXargs = (args: readonly ShellWord[]): XargsCommand | undefined => {
  let separator: XargsCommand['separator'] = 'blank'
  let place: string | undefined
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at]
    const next = args[at + 1]
    if (!word || !isStatic(word) || word.tilde) return undefined
    const { text } = word
    if (!text.startsWith('-')) break
    const count = COUNT.exec(text)
    if (/^-[rtx]*0|^--null$/.test(text)) separator = 'nul'
    if (count) {
      if (count[2] !== '') continue
      if (!next || !/^\d+$/.test(next.text) || !isStatic(next)) return undefined
      at += 1
    } else if (/^(?:-d|--delimiter=)?\\n$|^-d$/.test(text)) {
      if (text === '-d' && next?.text !== '\\n' && next?.text !== '\n') return undefined
      if (text === '-d') at += 1
      separator = 'line'
    } else if (/^-I/.test(text)) {
      place = text === '-I' ? next?.text : text.slice(2)
      // Anything else could be part of another word, or of an option.
      if (place !== '{}' && place !== '%') return undefined
      if (text === '-I') at += 1
    } else if (!ALONE.test(text)) return undefined
  }
  return { words: args.slice(at), separator, place }
}
