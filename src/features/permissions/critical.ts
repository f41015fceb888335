import { dirname } from 'node:path'
import { isInside } from '../../lib/paths.ts'
import type { SimpleCommand } from '../../lib/shell/command.ts'
import { baseName } from '../../lib/shell/unwrap.ts'
import type { ShellWord } from '../../lib/shell/word.ts'
import type { Policy } from '../../protocol/permission.ts'

const REMOVERS = new Set(['rm', 'rmdir'])

export const isRemoval = (command: SimpleCommand): boolean =>
  command.words[0] !== undefined && REMOVERS.has(baseName(command.words[0].text))

/** Losing it loses more than work in progress: the root, its children, home, a working directory or a parent of one. */
export const isCriticalPlace = (path: string, policy: Policy): boolean => {
  if (path === '/' || dirname(path) === '/') return true
  const caseSensitive = policy.caseSensitive
  return [...policy.roots, policy.cwd, policy.home].some(place => isInside(place, path, { caseSensitive }))
}

const VARIABLE_ROOT = /^(?:\$\{[^}]*\}|\$\w+)\/*[.*?]*$/
const BRACE_ROOT = /(?:^|[{,])(?:\/|~|\.{1,2})?\/?\**(?=[,}])/

/** A dynamic operand that may turn out to be a critical place: a variable followed by nothing, `/` or `/*`. */
export const isCriticalWord = (word: ShellWord): boolean => {
  if (word.causes.includes('brace')) return BRACE_ROOT.test(word.text)
  if (!word.causes.includes('variable') && !word.causes.includes('command'))
    return word.causes.includes('home of another')
  const slashed = /[/*]/.test(word.text.replace(/^\$\{[^}]*\}|^\$\w+/, ''))
  return (
    VARIABLE_ROOT.test(word.text) &&
    (slashed || word.variables.some(name => ['HOME', 'PWD', 'OLDPWD'].includes(name)))
  )
}

/** `dir/*`: everything in a directory is the directory, as far as losing it goes. */
export const isAllOf = (name: string): boolean => /^[.*?[\]!]+$/.test(name) && name.includes('*')
