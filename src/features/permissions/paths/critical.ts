import { dirname, resolve } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName } from '../../../lib/shell/unwrap.ts'
import type { ShellWord } from '../../../lib/shell/word.ts'
import type { Policy } from '../../../protocol/permission.ts'

const REMOVERS = new Set(['rm', 'rmdir'])

export const isRemoval = (command: SimpleCommand): boolean =>
  command.words[0] !== undefined && REMOVERS.has(baseName(command.words[0].text))

/** Losing it loses more than work in progress: the root, its children, home, a working directory or a parent of one. */
export const isCriticalPath = (path: string, policy: Policy): boolean => {
  if (path === '/' || dirname(path) === '/') return true
  return isAncestor(path, policy)
}

const EXPANSION = /\$\{[^}]*\}|\$(?:\w+|[@*#?$!-])|\$\([\s\S]*\)|`[\s\S]*`/g

/**
 * A dynamic operand that may turn out to be a critical place. What expands is taken for nothing, as an unset variable
 * would be, except for the variables that are known; `$(…)` alone may be anything.
 */
export const isCriticalWord = (word: ShellWord, policy: Policy): boolean => {
  if (word.causes.length === 0) return false
  if (word.causes.includes('home of another')) return true
  const rest = word.text
    .replace(/^~(?=\/|$)/, policy.home)
    .replace(/\$(?:HOME\b|\{HOME\})/g, policy.home)
    .replace(/\$(?:OLDPWD|PWD)\b|\$\{(?:OLDPWD|PWD)\}/g, policy.cwd)
    .replace(EXPANSION, '')
  if (word.causes.includes('command') && /^[/.*?]*$/.test(rest)) return true
  if (rest === '') return false
  const names = rest.split('/')
  const above = isAllOf(names.at(-1) ?? '') ? names.slice(0, -1).join('/') : rest
  const place = resolve(policy.cwd, above || (rest.startsWith('/') ? '/' : '.'))
  // `$X/name` is a child of the root only if nothing is in the variable, and then not for certain.
  const meantBelow = /^[$`]/.test(word.text) && place !== '/' && dirname(place) === '/'
  return meantBelow ? isAncestor(place, policy) : isCriticalPath(place, policy)
}

const isAncestor = (path: string, policy: Policy): boolean => {
  const holds = (place: string): boolean => isInside(place, path, policy)
  return holds(policy.cwd) || holds(policy.home) || policy.roots.some(holds)
}

/** `dir/*`: everything in a directory is the directory, as far as losing it goes. */
export const isAllOf = (name: string): boolean => /^[.*?[\]!]+$/.test(name) && name.includes('*')
