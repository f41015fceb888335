import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join } from 'node:path'
import { commandWords, UNKNOWN } from './command-words.ts'

const MOST_BYTES = 64 * 1024
/** Programs whose first operand is a script. */
const RUNNERS =
  /^(?:(?:ba|da|z|k|a)?sh|source|\.|node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua\w*)$/
const SHELLS = /^(?:ba|da|z|k|a)?sh$/
const SHELL_FILE = /^\.(?:sh|bash|zsh|ksh)$/
const MODULE_FILE = /^\.[cm]?[jt]sx?$/
const MODULE_ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.ts']
/** `import … from './x'`, `import './x'`, `import('./x')`, `require('./x')`. */
const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g
/** Words before a command that are none. */
const BEFORE =
  /^(?:[A-Za-z_]\w*=.*|if|then|else|elif|while|until|do|!|\{|time|exec|command|builtin|env|nohup|sudo)$/s

/**
 * Files that a script loads or starts by a name that stands in it: one level deep, and only where that can be seen. A
 * relative name counts from wherever the script runs, a module from the script's own directory.
 */
export const loadedFiles = (
  script: string,
  variables: Readonly<Record<string, string>>,
): readonly string[] => {
  const text = readText(script)
  if (text === undefined) return []
  const [, first = ''] = /^#!\s*([^\n]*)/.exec(text) ?? []
  const words = first.split(/\s+/).filter(word => word !== '')
  const interpreters = words.filter(word => word.includes('/') && !/^\/(?:usr\/)?bin\//.test(word))
  const program = words.map(word => basename(word)).find(name => name !== 'env' && !name.startsWith('-'))
  const ending = extname(script)
  const isShell = program === undefined ? SHELL_FILE.test(ending) || ending === '' : SHELLS.test(program)
  if (isShell) return [...interpreters, ...startedIn(text, variables)]
  const isModule = MODULE_FILE.test(ending) || /^(?:node|deno|bun|tsx)$/.test(program ?? '')
  return [...interpreters, ...(isModule ? importedIn(text, dirname(script)) : [])]
}

const startedIn = (text: string, variables: Readonly<Record<string, string>>): readonly string[] =>
  commandWords(withoutComments(text), variables).flatMap(all => {
    const at = all.findIndex(word => !BEFORE.test(word))
    const [program = '', ...rest] = at < 0 ? [] : all.slice(at)
    const runsFile = RUNNERS.test(basename(program)) && !rest.some(word => /^-[cem]$/.test(word))
    const operand = runsFile ? rest.find(word => !word.startsWith('-')) : undefined
    return [program.includes('/') ? program : '', operand ?? ''].flatMap(plainName)
  })

const withoutComments = (text: string): string => text.replace(/^\s*#[^\n]*/gm, '')

/** What stands before the first known part is some directory; a name that is unknown further on is none. */
const plainName = (word: string): readonly string[] => {
  const known = word.startsWith(UNKNOWN) ? word.replace(/^\0+\/*/, '') : word
  return known === '' || /[\0\s;|&<>*?[\]]/.test(known) ? [] : [known]
}

const importedIn = (text: string, directory: string): readonly string[] =>
  [...text.matchAll(IMPORTED)].flatMap(([, , name = '']) =>
    MODULE_ENDINGS.map(ending => join(directory, `${name}${ending}`)),
  )

/** Of a regular file that is text, the beginning. */
const readText = (path: string): string | undefined => {
  if (!isAbsolute(path)) return undefined
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!fstatSync(file).isFile()) return undefined
    const bytes = Buffer.alloc(MOST_BYTES)
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_BYTES, 0))
    return text.includes('\0') ? undefined : text
  } catch {
    // Not there, or not to be read: what it loads is not known.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
