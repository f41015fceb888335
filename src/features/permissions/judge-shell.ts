import type { SimpleCommand } from '../../lib/shell/command.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modeName, permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { shellText } from '../../protocol/messages/permissions/shell.ts'
import type { Behavior, HardenedCommand } from '../../protocol/permission.ts'
import { doubtKey, type Facts, wildcardKey } from './facts.ts'
import { brief, byRule, bySafety, type Finding, quoted } from './finding.ts'
import { hardenedCommands, type Speaker } from './hardened-commands.ts'
import { removesMemories } from './memory-removal.ts'
import { MODES } from './modes.ts'
import { isErrorAsScript, nameOf } from './paths/expand-wildcard.ts'
import type { PathFacts } from './paths/path-facts.ts'
import {
  findCover,
  findHit,
  isInsideRoots,
  isOwnCode,
  isScratch,
  mayHitAnything,
  sensitiveName,
  whyGuarded,
  whyNotRead,
} from './paths/path-verdict.ts'
import { mayMatchSensitive } from './paths/sensitive.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import type { PathFilter } from './rules/match-path.ts'
import { findAllowing, findHitting, mayHit, occursIn, readingsOf } from './rules/match-shell.ts'
import type { ParsedRule } from './rules/rules.ts'
import { isScratchEdit } from './scratch/scratch-edit.ts'
import type { PathUse } from './shell/path-use.ts'
import type { Part, ShellReading } from './shell/reading.ts'
import { type RedirectUse, redirectUse } from './shell/redirect-use.ts'
import { eachOnce } from './shell/same-command.ts'
import { notListed, ofCommand, plannedWrite, whyOpaque } from './shell-reasons.ts'
import { whyWritten } from './why-written.ts'

export interface ShellCase {
  readonly reading: ShellReading
  readonly facts: Facts
  readonly compiled: CompiledPolicy
  /** The rule that allows the whole tool, if there is one. */
  readonly blanket: ParsedRule | undefined
}

const firstOf = <T>(uses: readonly PathUse[], answer: (use: PathUse) => T | undefined): T | undefined => {
  for (let at = 0; at < uses.length; at += 1) {
    const use = uses[at]
    const found = use && answer(use)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first of what a part does with paths that leads to an answer. */
const findUse = <T>(part: Part, answer: (use: PathUse) => T | undefined): T | undefined =>
  firstOf(part.touched, answer) ??
  (part.look.ok ? firstOf(part.look.uses, answer) : undefined) ??
  (part.fileUses ? firstOf(part.fileUses, answer) : undefined)

/** A deny or ask rule that hits any part of the line or any path it touches. */
export const findRestriction = (
  one: ShellCase,
  behavior: Exclude<Behavior, 'allow'>,
): Finding | undefined => {
  const { reading, compiled } = one
  const commands = compiled.commands[behavior]
  if (!reading.lowered.ok) {
    const hit = commands.rules.find(rule => behavior === 'deny' && occursIn(rule.spec ?? '', reading.text))
    return hit && byRule(hit, permissionText('unreadable_command'))
  }
  // What variables stand for is put together from pieces of the text.
  const concerned =
    commands.mayConcern(reading.text) ||
    (commands.rules.length > 0 && reading.distinct.some(part => part.command.variants))
  const reached = reading.distinct.length < MANY_PARTS || reachesPath(one, behavior)
  if (!concerned && !reached) return undefined
  const restriction = (use: PathUse): Finding | undefined => findPathRestriction(use, one, behavior)
  for (const part of reading.distinct) {
    const hit =
      concerned && mayHit(commands, part.views) ? findHitting(commands, comparedOf(part, reading)) : undefined
    if (hit) return byRule(hit, quoted(part.command.text))
    if (!reached) continue
    const found = findUse(part, restriction) ?? findMentioned(part, one, behavior)
    if (found) return found
  }
  return concerned ? findInRest(one, behavior) : undefined
}

/** Also what is not examined is compared with rules for commands. */
const findInRest = ({ reading, compiled }: ShellCase, behavior: 'deny' | 'ask'): Finding | undefined => {
  for (const command of eachOnce(reading.rest)) {
    if (!mayHit(compiled.commands[behavior], reading.viewsOf(command))) continue
    const hit = findHitting(compiled.commands[behavior], comparedOf(command, reading))
    if (hit) return byRule(hit, quoted(command.text))
  }
  return undefined
}

const comparedOf = (one: Part | SimpleCommand, { compared, viewsOf }: ShellReading): readonly string[] => {
  const lines = compared.get(one) ?? readingsOf('views' in one ? one.views : viewsOf(one))
  compared.set(one, lines)
  return lines
}

/** From here on it pays to ask first whether any path that was looked up may be restricted. */
const MANY_PARTS = 50
const reachesPath = ({ facts, compiled }: ShellCase, behavior: 'deny' | 'ask'): boolean => {
  const filters = [compiled.restricting.read[behavior], compiled.restricting.write[behavior]]
  const mayHit = (path: PathFacts): boolean => path.ok && filters.some(filter => mayHitAnything(filter, path))
  for (const path of facts.paths.values()) if (mayHit(path)) return true
  for (const matches of facts.matches.values()) if (matches?.some(mayHit)) return true
  return false
}

/** A file that a program of unknown effect is given by name: it would read it, as far as anyone can tell. */
const findMentioned = (part: Part, one: ShellCase, behavior: 'deny' | 'ask'): Finding | undefined => {
  const filter = one.compiled.restricting.read[behavior]
  if (filter.rules.length === 0 || part.mentions.length === 0) return undefined
  return firstOf(part.mentions, use => {
    const path = one.facts.paths.get(use.path)
    return path?.ok && path.kind === 'file' ? restrictedBy(filter, path, { below: false }) : undefined
  })
}

const restrictedBy = (
  filter: PathFilter,
  path: PathFacts,
  reach: { readonly below: boolean },
): Finding | undefined => {
  const hit = path.ok ? findHit(filter, path, reach) : undefined
  return hit && path.ok ? { ...byRule(hit, path.names[0] ?? path.real), blockedPath: path.real } : undefined
}

const findPathRestriction = (use: PathUse, one: ShellCase, behavior: 'deny' | 'ask'): Finding | undefined => {
  const filter = one.compiled.restricting[use.kind][behavior]
  if (filter.rules.length === 0) return undefined
  const path = one.facts.paths.get(use.path)
  if (!path?.ok) return undefined
  const reach = { below: use.glob !== undefined || path.kind === 'directory' }
  const found = restrictedBy(filter, path, reach)
  if (found || use.glob === undefined) return found
  for (const match of one.facts.matches.get(wildcardKey(use)) ?? []) {
    const restricted = restrictedBy(filter, match, reach)
    if (restricted) return restricted
  }
  return undefined
}

/** Plan mode: a redirect into a file is an edit. */
export const findEdit = (one: ShellCase): Finding | undefined => {
  const told = ({ text }: SimpleCommand): Finding => ({
    type: 'mode',
    why: plannedWrite(brief(text), one.compiled.policy.planFile),
  })
  for (const part of one.reading.distinct)
    for (const [at, redirect] of part.redirects.entries())
      if (isWriting(redirect, part.command.redirects[at]?.op ?? '>')) return told(part.command)
  const somewhere = { bases: [one.compiled.policy.cwd], home: one.compiled.policy.home }
  for (const command of one.reading.rest)
    for (const redirect of command.redirects)
      if (isWriting(redirectUse(redirect, somewhere), redirect.op)) return told(command)
  return undefined
}

/** A target that is not known is written all the same. */
const isWriting = (redirect: RedirectUse, op: string): boolean =>
  redirect.kind === 'path'
    ? redirect.uses.some(use => use.kind === 'write')
    : redirect.kind === 'unknown' && op.includes('>')

/** Why a path that a command reads asks. */
const whyNotLook = (use: PathUse, one: ShellCase): LocalizedText | undefined => {
  const path = one.facts.paths.get(use.path)
  const why = whyNotRead(path, one.compiled) ?? whyDoubted(use, path, one)
  if (why === undefined && use.fileOnly && path?.ok && path.kind === 'directory')
    return shellText('directory_with_links', { path: path.real })
  if (why !== undefined || use.glob === undefined) return why
  // A count or a name of a sensitive file tells nothing of what is in it.
  if (!use.facts && use.glob.split('/').some(mayMatchSensitive))
    return shellText('glob_secret', { pattern: use.glob })
  if (one.compiled.restricts.reading) return shellText('glob_restricted', { pattern: use.glob })
  const matches = one.facts.matches.get(wildcardKey(use))
  if (!matches) return shellText('unlistable', { path: use.path })
  for (const match of matches) {
    const found = whyNotMatch(match, use) ?? whyNotRead(match, one.compiled, use)
    if (found !== undefined) return shellText('glob_more', { pattern: use.glob, why: found })
  }
  return undefined
}

/** Whether git may show a file that no rule was asked about: in a directory, or under a name that was a directory once. */
const mayShowRestricted = ({ shows }: Extract<Part['look'], { ok: true }>, { facts }: ShellCase): boolean =>
  shows === 'anything' ||
  (shows?.some(use => {
    const path = facts.paths.get(use.path)
    return !path?.ok || path.kind !== 'file'
  }) ??
    false)

/** What must be true of a place besides that it may be read. */
const whyDoubted = (use: PathUse, path: PathFacts | undefined, one: ShellCase): LocalizedText | undefined => {
  if (use.sameAs !== undefined) {
    const other = one.facts.paths.get(use.sameAs)
    if (!other?.ok || !path?.ok || other.real !== path.real)
      return shellText('leads_elsewhere', { path: use.path })
  }
  return use.walk || use.repositoryOf !== undefined ? one.facts.doubts.get(doubtKey(use)) : undefined
}

/** A name that would not stay one word, or that begins like more than a name. */
const whyNotMatch = (match: PathFacts, use: PathUse): LocalizedText | undefined => {
  if (!match.ok || (!use.splits && !use.leads)) return undefined
  const name = nameOf(match, use)
  if (use.splits && /[\s*?[\]\\]/.test(name)) return shellText('needs_quotes', { name: JSON.stringify(name) })
  if (!use.leads) return undefined
  if (/^[-@+:]/.test(name)) return shellText('like_option', { name: JSON.stringify(name) })
  return /^[A-Za-z_][\w:]*=/.test(name)
    ? shellText('like_assignment', { name: JSON.stringify(name) })
    : undefined
}

/** Why a command is not read-only, its redirects aside. */
export const whyNotOnlyLooking = (part: Part, one: ShellCase): LocalizedText | undefined => {
  if (!part.look.ok) return part.look.why
  if (part.lost) return shellText('lost_directory')
  if (part.look.recursive && one.compiled.restricts.reading) return shellText('may_read_restricted')
  if (one.compiled.restricts.reading && mayShowRestricted(part.look, one))
    return shellText('git_may_show_restricted')
  if (part.look.git && part.moved) return shellText('git_elsewhere')
  if (part.look.git && one.facts.gitRisk !== undefined) return one.facts.gitRisk
  return firstOf(part.look.uses, use => whyNotLook(use, one))
}

export const whyNotReadingRedirects = (part: Part, one: ShellCase): LocalizedText | undefined => {
  for (const redirect of part.redirects) {
    if (redirect.kind === 'unknown') return shellText('unknown_redirect', { target: redirect.text })
    if (redirect.kind === 'harmless') continue
    if (redirect.uses.some(use => use.kind === 'write')) return shellText('writes_by_redirect')
    const why = firstOf(redirect.uses, use => whyNotLook(use, one))
    if (why !== undefined) return why
  }
  return undefined
}

/** Why the line as a whole is more than a look; undefined when it only looks. */
export const whyNotReadOnly = (one: ShellCase): Finding | undefined => {
  const { lowered, parts, excess } = one.reading
  const other = (why: LocalizedText): Finding => ({ type: 'other', why })
  if (!lowered.ok) return other(shellText('unparsed', { error: lowered.error }))
  if (excess !== undefined) return other(excess)
  const [mark] = lowered.opaque
  if (mark) return other(whyOpaque(mark))
  if (parts.length === 0) return other(shellText('empty'))
  for (const part of one.reading.distinct) {
    const why = whyNotOnlyLooking(part, one) ?? whyNotReadingRedirects(part, one)
    if (why !== undefined) return { type: 'subcommandResults', why: ofCommand(part, why) }
  }
  return undefined
}

/** Why a redirect's target may not be written without asking. */
const whyNotWrite = (use: PathUse, one: ShellCase): LocalizedText | undefined => {
  const path = one.facts.paths.get(use.path)
  if (use.glob === undefined && path?.ok && isScratch(path, one.compiled.policy)) return undefined
  const guarded = whyGuarded(path)
  if (guarded !== undefined || !path?.ok) return guarded
  if (findCover(one.compiled.granting.write, path)) return undefined
  const { policy } = one.compiled
  if (!isInsideRoots(path, policy)) return permissionText('outside', { path: path.real })
  if (one.blanket || (MODES[policy.mode].fileCommands && isOwnCode(path, policy))) return undefined
  return shellText('write_needs_permission', { path: path.real })
}

/** A target that is known and harmless is a question of permission like any other; one that is not known is more. */
const findRedirect = (part: Part, one: ShellCase): Finding | undefined => {
  for (const redirect of part.redirects) {
    if (redirect.kind === 'unknown')
      return bySafety(ofCommand(part, shellText('unknown_redirect', { target: redirect.text })))
    if (redirect.kind === 'harmless') continue
    if (part.lost || (part.moved && redirect.uses.some(use => use.kind === 'write')))
      return bySafety(ofCommand(part, shellText('redirects_after_cd')))
    const why = firstOf(redirect.uses, use =>
      use.kind === 'read' ? whyNotLook(use, one) : whyNotWrite(use, one),
    )
    if (why !== undefined)
      return isOpenWrite(redirect, one)
        ? { type: 'workingDir', why: ofCommand(part, why) }
        : bySafety(ofCommand(part, why))
  }
  return undefined
}

const isOpenWrite = (redirect: Extract<RedirectUse, { kind: 'path' }>, one: ShellCase): boolean =>
  redirect.uses.every(use => {
    const path = one.facts.paths.get(use.path)
    return use.kind === 'write' && path?.ok === true && isInsideRoots(path, one.compiled.policy)
  })

/** A plain file command inside, for the mode that takes it as an edit. */
const isPlainEdit = (part: Part, one: ShellCase): boolean => {
  if (!MODES[one.compiled.policy.mode].fileCommands || !part.fileUses || part.lost || part.moved) return false
  const isPlain = (path: PathFacts | undefined): boolean =>
    path?.ok === true &&
    whyGuarded(path) === undefined &&
    isOwnCode(path, one.compiled.policy) &&
    sensitiveName(path) === undefined
  return part.fileUses.every(use => {
    if (!isPlain(one.facts.paths.get(use.path))) return false
    if (use.glob === undefined) return true
    const matches = one.facts.matches.get(wildcardKey(use))
    return (
      matches?.every(
        match => isPlain(match) && match.ok && match.kind === 'file' && isErrorAsScript(match, use),
      ) ?? false
    )
  })
}

const findAllow = (part: Part, one: ShellCase): ParsedRule | undefined =>
  findAllowing(one.compiled.commands.allow, part.command)

const onlyRedirects = ({ command }: Part): boolean =>
  command.words.length === 0 && command.assignments.length === 0

export type Approval =
  | { readonly ok: true; readonly because: Finding; readonly hardened?: readonly HardenedCommand[] }
  | { readonly ok: false; readonly because: Finding; readonly open: readonly Part[] }

/** Whether rules and mode together cover every part. Called after everything that restricts has had its say. */
export const approve = (one: ShellCase): Approval => {
  const notReadOnly = whyNotReadOnly(one)
  if (!notReadOnly) return { ok: true, because: { type: 'other', why: shellText('read_only') } }
  const { lowered, parts, excess } = one.reading
  const refuse = (because: Finding, open: readonly Part[] = []): Approval => ({ ok: false, because, open })
  if (!lowered.ok || excess !== undefined || parts.length === 0) return refuse(notReadOnly)
  if (MODES[one.compiled.policy.mode].other === 'allow')
    return {
      ok: true,
      because: { type: 'mode', why: permissionText('mode', { mode: modeName(one.compiled.policy.mode) }) },
    }
  if (lowered.opaque.some(mark => mark.why === 'hidden character' || !one.blanket)) return refuse(notReadOnly)
  const open = one.blanket ? [] : uncovered(one)
  if (open[0]) return refuse(notCovered(open[0], one), open)
  for (const part of one.reading.distinct) {
    const found = findRedirect(part, one)
    if (found) return refuse(found)
  }
  if (one.blanket) return { ok: true, because: whyCovered(one) }
  const hardened = hardenedCommands(one.reading, part => speakerOf(part, one))
  if ('why' in hardened) return refuse({ type: 'subcommandResults', why: hardened.why })
  return { ok: true, because: whyCovered(one), hardened: hardened.commands }
}

/** On whose word a part that is covered runs. A rule is the person's own, and what it allows runs as in their shell. */
const speakerOf = (part: Part, one: ShellCase): Speaker => {
  if (findAllow(part, one)) return 'rule'
  return whyNotOnlyLooking(part, one) === undefined ? 'look' : 'edit'
}

/** More open parts than anyone would be offered rules for are not looked for. */
const MAX_OPEN = 20
const uncovered = (one: ShellCase): readonly Part[] => {
  const open: Part[] = []
  const covered = new Set<Part>()
  for (const part of one.reading.parts) {
    if (covered.has(part)) continue
    if (isCovered(part, one)) covered.add(part)
    else open.push(part)
    if (open.length > MAX_OPEN) break
  }
  return open
}

const isCovered = (part: Part, one: ShellCase): boolean =>
  onlyRedirects(part) ||
  whyNotOnlyLooking(part, one) === undefined ||
  isPlainEdit(part, one) ||
  isScratchEdit(part, one) ||
  removesMemories(part, { facts: one.facts, policy: one.compiled.policy }) ||
  findAllow(part, one) !== undefined

const notCovered = (part: Part, one: ShellCase): Finding => ({
  type: 'subcommandResults',
  why: notListed(part, whyNotOnlyLooking(part, one)),
})

const whyCovered = (one: ShellCase): Finding => {
  if (one.blanket) return byRule(one.blanket, permissionText('the_command'))
  for (const part of one.reading.distinct) {
    const rule = findAllow(part, one)
    if (rule) return byRule(rule, quoted(part.command.text))
  }
  if (
    one.reading.distinct.some(part =>
      removesMemories(part, { facts: one.facts, policy: one.compiled.policy }),
    )
  )
    return { type: 'other', why: permissionText('removes_memories') }
  return whyWritten(one)
}
