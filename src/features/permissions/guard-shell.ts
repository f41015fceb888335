import { isAbsolute } from 'node:path'
import type { SimpleCommand } from '../../lib/shell/command.ts'
import { baseName } from '../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../lib/shell/word.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { shellText } from '../../protocol/messages/permissions/shell.ts'
import { TOO_MANY, wildcardKey } from './facts.ts'
import { brief, bySafety, type Finding } from './finding.ts'
import type { ShellCase } from './judge-shell.ts'
import { removesMemories, whyInMemory } from './memory-removal.ts'
import { UNSEEN } from './paths/carried-names.ts'
import { CONFIG_HOME, namesConfigHome } from './paths/config-homes.ts'
import { isAllOf, isCriticalPath, isCriticalWord, isRemoval } from './paths/critical.ts'
import { mayStandFor } from './paths/expand-wildcard.ts'
import { isScratch, type KnownPath, protectedName, whyProtected, whyRun } from './paths/path-verdict.ts'
import { findProtected, PROTECTED_ENDINGS, PROTECTED_NAMES } from './paths/protected.ts'
import { mayBecome } from './rules/hidden-words.ts'
import { openLines, overlaps } from './rules/rule-overlap.ts'
import { type PathUse, usesOf } from './shell/path-use.ts'
import { type Part, visitUses } from './shell/reading.ts'

const HARMLESS_DEVICE = /^\/dev\/(?:null|stdout|stderr|tty)$/

/** What asks in every mode, whatever the rules allow: critical removals, protected paths, rules that cannot be checked. */
export const findGuard = (one: ShellCase): Finding | undefined => {
  for (const part of one.reading.distinct) {
    const why =
      criticalRemoval(part, one) ??
      guardedWrite(part, one) ??
      carriedName(part, one) ??
      uncheckable(part, one)
    if (why !== undefined)
      return bySafety(shellText('of_command', { command: brief(part.command.text), why }))
  }
  const { reading, editing } = one.compiled.restricts
  return one.facts.cut && (reading || editing) && isCut(one)
    ? bySafety(shellText('too_many_paths'))
    : undefined
}

/** A path that was not looked up may be one that a rule restricts. */
const isCut = ({ reading, facts }: ShellCase): boolean => {
  let cut = false
  visitUses(reading, use => {
    cut ||= !facts.paths.has(use.path)
  })
  return cut
}

const criticalRemoval = (part: Part, one: ShellCase): LocalizedText | undefined => {
  let harmless: Set<ShellWord> | undefined
  for (const view of part.views) {
    if (clearsCritical(view, part, one)) return shellText('deletes_root')
    if (!isRemoval(view)) continue
    harmless ??= new Set()
    const operand = criticalOperand(view, word => isCriticalOperand(word, part, one), harmless)
    if (operand) return shellText('deletes_critical', { path: operand.raw })
  }
  return undefined
}

/** The commands behind a command have most of their words in common: each is asked about once. */
const criticalOperand = (
  view: SimpleCommand,
  isCritical: (word: ShellWord) => boolean,
  harmless: Set<ShellWord>,
): ShellWord | undefined => {
  let ended = false
  return view.words.find((word, at) => {
    if (at === 0) return false
    ended ||= word.text === '--'
    if ((!ended && word.text.startsWith('-')) || harmless.has(word)) return false
    if (isCritical(word)) return true
    harmless.add(word)
    return false
  })
}

/** `find / -delete`: what it finds is below the places it starts from. A working directory itself is a plain start. */
const clearsCritical = (view: SimpleCommand, part: Part, one: ShellCase): boolean => {
  const name = view.words[0]
  if (!name || baseName(name.text) !== 'find') return false
  const args = view.words.slice(1)
  if (!args.some(word => word.text === '-delete')) return false
  const end = args.findIndex(word => word.text.startsWith('-'))
  const { policy } = one.compiled
  return args.slice(0, end).some(word =>
    (usesOf(word, 'write', part.place) ?? []).some(use => {
      const path = one.facts.paths.get(use.path)
      if (!path?.ok) return true
      return isCriticalPath(path.real, policy) && ![policy.cwd, ...policy.roots].includes(path.real)
    }),
  )
}

const isCriticalOperand = (word: ShellWord, part: Part, one: ShellCase): boolean => {
  if (isCriticalWord(word, one.compiled.policy)) return true
  const uses = usesOf(word, 'write', part.place)
  if (!uses) return /^\/?[*?[]/.test(word.text)
  if (part.lost && !isAbsolute(word.text) && (word.glob || /^[./]*$/.test(word.text))) return true
  return uses.some(use => isCriticalUse(use, one))
}

const isCriticalUse = (use: PathUse, one: ShellCase): boolean => {
  const path = one.facts.paths.get(use.path)
  if (!path?.ok) return true
  const { policy } = one.compiled
  if (use.glob === undefined) return path.names.some(name => isCriticalPath(name, policy))
  if (path.names.some(name => name === '/' || (isAllOf(use.glob ?? '') && isCriticalPath(name, policy))))
    return true
  const matches = one.facts.matches.get(wildcardKey(use)) ?? []
  return matches.some(match => !match.ok || match.names.some(name => isCriticalPath(name, policy)))
}

const guardedWrite = (part: Part, one: ShellCase): LocalizedText | undefined => {
  if (removesMemories(part, { facts: one.facts, policy: one.compiled.policy })) return undefined
  for (const use of part.touched) {
    if (use.kind !== 'write' || HARMLESS_DEVICE.test(use.path)) continue
    const path = one.facts.paths.get(use.path)
    if (!path?.ok) return path?.why ?? permissionText('some_path_unchecked')
    if (one.facts.holds.get(use.path) === TOO_MANY) return shellText('directory_too_large')
    const why = guardedUse(use, path, one)
    if (why !== undefined) return why
  }
  for (const use of part.mentions) {
    const path = one.facts.paths.get(use.path)
    const why = path?.ok ? guardedUse(use, path, one) : named(findProtected(use.path))
    if (why !== undefined) return why
  }
  for (const word of part.unknown) {
    const why = word.kind === 'write' ? guardedInText(word.text, one) : undefined
    if (why !== undefined) return why
  }
  for (const text of part.texts) {
    const path = one.facts.paths.get(text)
    const why = path?.ok && isScratch(path, one.compiled.policy) ? undefined : guardedInText(text, one)
    if (why !== undefined) return why
  }
  return undefined
}

const named = (name: string | undefined): LocalizedText | undefined =>
  name === undefined ? undefined : whyProtected(name)

/** What is unpacked, copied with all that is in it or patched in is written, too. */
const carriedName = (part: Part, one: ShellCase): LocalizedText | undefined => {
  for (const carried of part.carried) {
    const found = one.facts.brought.get(carried)
    if (found === UNSEEN) return shellText('carried_unseen')
    if (found !== undefined) return permissionText('carried', { why: found })
  }
  return undefined
}

const guardedInText = (text: string, one: ShellCase): LocalizedText | undefined => {
  if (namesConfigHome(text, one.compiled.policy)) return whyProtected(CONFIG_HOME)
  for (const piece of text.split(/[\s"'`{},;()=<>|]+/)) {
    const name = findProtected(piece)
    if (name !== undefined) return whyProtected(name)
    const by = piece === '' ? undefined : one.facts.runFiles?.runBy([`/${piece}`])
    if (by !== undefined) return whyRun(piece, by)
  }
  return undefined
}

const guardedUse = (use: PathUse, path: KnownPath, one: ShellCase): LocalizedText | undefined => {
  const { policy } = one.compiled
  if (use.glob === undefined && isScratch(path, policy)) return undefined
  const inMemory = path.inConfigHome ? whyInMemory(path, policy) : undefined
  if (inMemory !== undefined) return inMemory
  const held = one.facts.holds.get(use.path)
  const name = protectedName(path) ?? (held === TOO_MANY ? undefined : held)
  if (name !== undefined) return whyProtected(name)
  if (path.runBy !== undefined && use.glob === undefined) return whyRun(path.real, path.runBy)
  // To move, remove or replace a directory is to replace what is in it.
  if (path.holdsRunBy !== undefined && use.glob === undefined && (use.deep || path.kind !== 'directory'))
    return whyRun(permissionText('something_in', { path: path.real }), path.holdsRunBy)
  if (use.glob === undefined) return undefined
  for (const match of one.facts.matches.get(wildcardKey(use)) ?? []) {
    const found = match.ok ? whyMatched(match, use) : undefined
    if (found !== undefined) return found
  }
  const unseen = use.glob.split('/').map(wildcardProtected)
  return named(unseen.find(found => found !== undefined))
}

const whyMatched = (match: KnownPath, use: PathUse): LocalizedText | undefined => {
  const name = protectedName(match)
  if (name !== undefined) return whyProtected(name)
  if (match.runBy !== undefined) return whyRun(match.real, match.runBy)
  return match.holdsRunBy !== undefined && use.deep
    ? whyRun(permissionText('something_in', { path: match.real }), match.holdsRunBy)
    : undefined
}

/** A wildcard that begins like a protected name, whether or not there is one yet. */
const wildcardProtected = (glob: string): string | undefined => {
  if (/^[*?[]/.test(glob)) return undefined
  const plain = glob.toLowerCase()
  if (!/[*?[]/.test(glob)) return findProtected(glob)
  return [...PROTECTED_NAMES, ...endedNames(plain)].find(name => mayStandFor(plain, name))
}

/** Names with a protected ending that begin as the pattern does. */
const endedNames = (glob: string): readonly string[] => {
  const start = glob.slice(0, glob.search(/[*?[]/))
  return PROTECTED_ENDINGS.flatMap(ending =>
    Array.from({ length: ending.length }, (_, at) => at)
      .filter(at => start.endsWith(ending.slice(0, at)))
      .map(at => start + ending.slice(at)),
  )
}

/** A rule restricts commands or paths, and the command names them in a way that cannot be compared with it. */
const uncheckable = (part: Part, one: ShellCase): LocalizedText | undefined => {
  const { commands, reading, editing } = one.compiled.restricts
  if (commands && part.views.some(startsUnknown)) return shellText('starts_unknown')
  const hidden = commands ? hiddenRule(part, one) : undefined
  if (hidden !== undefined) return shellText('word_unknown', { rule: hidden })
  if (!reading && !editing) return undefined
  const matters = (use: { readonly kind: PathUse['kind'] }): boolean => use.kind === 'write' || reading
  const open = part.touched.some(
    use =>
      (use.glob !== undefined && matters(use)) ||
      (use.deep && (use.kind === 'read' ? reading : editing) && isDirectory(use, one)),
  )
  return open || part.unknown.some(matters) ? shellText('files_uncheckable') : undefined
}

/** A restricting rule that the command may meet, depending on words that the line does not show. */
const hiddenRule = ({ command, views }: Part, { compiled }: ShellCase): string | undefined => {
  // All it may be was compared.
  if (command.variants?.every(words => words.every(isStatic))) return undefined
  const rules = [...compiled.commands.deny.rules, ...compiled.commands.ask.rules]
  const lines = views.flatMap(view => openLines(view, views))
  return rules.find(
    ({ head, texts }) =>
      views.some(view => mayBecome(head, view, views)) ||
      texts.some(text => lines.some(line => overlaps(text, line))),
  )?.rule.text
}

const isDirectory = (use: PathUse, one: ShellCase): boolean => {
  const path = one.facts.paths.get(use.path)
  return path?.ok === true && path.kind === 'directory'
}

/** The name of the program, or the text that is given to a shell, comes from an expansion. */
const startsUnknown = (command: SimpleCommand): boolean => {
  const first = command.words[0]
  if (!first) return false
  if (!isStatic(first)) return true
  if (first.text === 'hash') return command.words.some(word => /^-[a-z]*p/.test(word.text))
  if (!EVALUATING.test(first.text)) return false
  const args = command.words.slice(1)
  if (SHELL.test(first.text) && isFed(command, args)) return true
  return evaluates(first.text, args) && args.some(word => word.causes.length > 0)
}
/** A shell that is given no file: it runs what comes to it from elsewhere. A text of the line itself was looked at. */
const isFed = ({ place, redirects }: SimpleCommand, args: readonly ShellWord[]): boolean =>
  !args.some(word => /^-[A-Za-z]*c|^--version$/.test(word.text)) &&
  (args.every(word => /^[-+]/.test(word.text)) || args.some(word => /^-[A-Za-z]*s/.test(word.text))) &&
  !redirects.some(({ op }) => op.startsWith('<<')) &&
  (place.piped || redirects.some(({ op }) => op === '<' || op === '<>' || op === '<&'))
const SHELL = /(?:^|\/)(?:ba|da|z|k|a|rba)?sh$/
const EVALUATING = /(?:^|\/)(?:eval|trap|source|\.|(?:ba|da|z|k|a|rba)?sh)$/
const evaluates = (name: string, args: readonly ShellWord[]): boolean =>
  !SHELL.test(name) || args.some(word => /^-[A-Za-z]*c/.test(word.text))
