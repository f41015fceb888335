import { isAbsolute } from 'node:path'
import type { ShellWord } from '../../lib/shell/word.ts'
import { isAllOf, isCriticalPlace, isCriticalWord, isRemoval } from './critical.ts'
import { brief, bySafety, type Finding } from './finding.ts'
import type { ShellCase } from './judge-shell.ts'
import { protectedName } from './path-verdict.ts'
import { findProtected, PROTECTED_NAMES } from './protected.ts'
import { type PathUse, usesOf } from './shell/path-use.ts'
import type { Part } from './shell/reading.ts'
import { mayStandFor } from './wildcard.ts'

const HARMLESS_DEVICE = /^\/dev\/(?:null|stdout|stderr|tty)$/

/** What asks in every mode, whatever the rules allow: critical removals, protected paths, rules that cannot be checked. */
export const findGuard = (one: ShellCase): Finding | undefined => {
  for (const part of one.reading.parts) {
    const why = criticalRemoval(part, one) ?? guardedWrite(part, one) ?? uncheckable(part, one)
    if (why !== undefined) return bySafety(`"${brief(part.command.text)}": ${why}`)
  }
  return undefined
}

const criticalRemoval = (part: Part, one: ShellCase): string | undefined => {
  for (const view of part.views) {
    if (!isRemoval(view)) continue
    const words = view.words.slice(1)
    const end = words.findIndex(word => word.text === '--')
    for (const [at, word] of words.entries()) {
      const option = word.text.startsWith('-') && (end < 0 || at < end)
      if (!option && isCriticalOperand(word, part, one))
        return `it removes ${word.raw}, which may be more than meant`
    }
  }
  return undefined
}

const isCriticalOperand = (word: ShellWord, part: Part, one: ShellCase): boolean => {
  if (isCriticalWord(word)) return true
  const uses = usesOf(word, 'write', part.place)
  if (!uses) return /^\/?[*?[]/.test(word.text)
  if (part.lost && !isAbsolute(word.text) && (word.glob || /^[./]*$/.test(word.text))) return true
  return uses.some(use => isCriticalUse(use, one))
}

const isCriticalUse = (use: PathUse, one: ShellCase): boolean => {
  const path = one.facts.paths.get(use.path)
  if (!path?.ok) return true
  const { policy } = one.compiled
  if (use.glob === undefined) return path.names.some(name => isCriticalPlace(name, policy))
  return path.names.some(name => name === '/' || (isAllOf(use.glob ?? '') && isCriticalPlace(name, policy)))
}

const guardedWrite = (part: Part, one: ShellCase): string | undefined => {
  for (const use of part.touched) {
    if (use.kind !== 'write' || HARMLESS_DEVICE.test(use.path)) continue
    const path = one.facts.paths.get(use.path)
    if (!path?.ok) return path?.why ?? 'a path was not looked up'
    const name = protectedName(path) ?? (use.glob === undefined ? undefined : wildcardProtected(use.glob))
    if (name !== undefined) return `${name} is protected: other programs run or obey what is in it`
  }
  for (const word of part.unknown) {
    const name =
      word.kind === 'write'
        ? word.text
            .split(/[\s"'{},]+/)
            .map(findProtected)
            .find(Boolean)
        : undefined
    if (name !== undefined) return `${name} is protected: other programs run or obey what is in it`
  }
  return undefined
}

const wildcardProtected = (glob: string): string | undefined =>
  PROTECTED_NAMES.find(name => mayStandFor(glob.toLowerCase(), name))

/** A rule restricts paths, and the command names some in a way that cannot be compared with it. */
const uncheckable = (part: Part, one: ShellCase): string | undefined => {
  const { read, edit } = one.compiled
  const restricted = (rules: readonly { readonly spec?: string }[]): boolean =>
    rules.some(rule => rule.spec !== undefined)
  const reading = restricted([...read.deny, ...read.ask])
  const writing = reading || restricted([...edit.deny, ...edit.ask])
  const open = [...part.unknown, ...part.touched.filter(use => use.glob !== undefined)]
  return open.some(use => (use.kind === 'read' ? reading : writing))
    ? 'it names files in a way that cannot be compared with your rules'
    : undefined
}
