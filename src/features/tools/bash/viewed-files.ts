import type { Lowered, SimpleCommand } from '../../../lib/shell/command.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { absolutePath } from '../file-path.ts'
import type { Viewed } from '../seen-content.ts'

type Reader = (args: readonly string[]) => Shown | undefined
interface Shown {
  readonly paths: readonly string[]
  readonly lines?: Viewed['lines']
}

/** Worth reading the command for: anything else shows no file in a way that counts. */
export const mayView = (command: string): boolean =>
  /^\s*(?:cat|head|tail|sed|grep|egrep|fgrep|rg)\s/.test(command)

/**
 * The files a command shows, when it does nothing but show files: every command of the line is one of a few viewers,
 * with words that are known, and nothing is piped, redirected or left to a condition.
 */
export const viewedFiles = (line: Lowered, cwd: string): readonly Viewed[] => {
  if (!line.ok || line.opaque.length > 0) return []
  const views: Viewed[] = []
  for (const command of line.commands) {
    const shown = isPlain(command) ? read(command) : undefined
    if (!shown) return []
    for (const path of shown.paths)
      views.push({ path: absolutePath(path, cwd), ...(shown.lines ? { lines: shown.lines } : {}) })
  }
  return views
}

const isPlain = ({ place, redirects, assignments, words }: SimpleCommand): boolean =>
  redirects.length === 0 &&
  assignments.length === 0 &&
  words.every(isStatic) &&
  place.substitution === 0 &&
  place.chained &&
  !(place.pipeline || place.subshell || place.conditional || place.background)

const read = ({ words }: SimpleCommand): Shown | undefined => {
  const [name = '', ...args] = words.map(word => word.text)
  return Object.hasOwn(VIEWERS, name) ? VIEWERS[name]?.(args) : undefined
}

const cat: Reader = args => {
  const [flags, paths] = split(args)
  return flags.every(flag => /^-[nbAeEtTsuv]+$/.test(flag)) ? { paths } : undefined
}

/** `-n 5`, `-n5`, `-5`, `--lines=5`, or nothing for ten; counting from the other end is left alone. */
const ends =
  (lines: (count: number) => Viewed['lines']): Reader =>
  args => {
    const text = args.join('\n')
    const found = /^(?:-n\n?|--lines[=\n]|-)(\d+)(?:\n|$)/.exec(text)
    const [flags, paths] = split((found ? text.slice(found[0].length) : text).split('\n').filter(Boolean))
    if (flags.length > 0) return undefined
    const shown = lines(Number(found?.[1] ?? 10))
    return { paths, ...(shown ? { lines: shown } : {}) }
  }

const sed: Reader = ([flag, script = '', ...paths]) => {
  const found = /^(\d+)(?:,(\d+))?p;?$/.exec(script)
  if (flag !== '-n' || !found || paths.some(path => path.startsWith('-'))) return undefined
  const from = Number(found[1])
  return { paths, lines: [{ from, to: Number(found[2] ?? from) }] }
}

const VALUE_FLAGS = /^-[ABCmegt]$/
const search: Reader = args => {
  const operands: string[] = []
  let hasPattern = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('-')) operands.push(word)
    else if (VALUE_FLAGS.test(word)) {
      hasPattern ||= word === '-e'
      at++
    } else if (/^-(?:[lLcq]|-files|-count|-quiet|-f)/.test(word)) return undefined
  }
  return { paths: hasPattern ? operands : operands.slice(1), lines: 'some' }
}

const VIEWERS: Readonly<Record<string, Reader>> = {
  cat,
  head: ends(count => [{ from: 1, to: count }]),
  tail: ends(count => ({ last: count })),
  sed,
  grep: search,
  egrep: search,
  fgrep: search,
  rg: search,
}

const split = (args: readonly string[]): readonly [flags: readonly string[], paths: readonly string[]] => [
  args.filter(arg => arg.startsWith('-')),
  args.filter(arg => !arg.startsWith('-')),
]
