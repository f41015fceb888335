import { isInside } from '../../../lib/paths.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import type { Policy } from '../../../protocol/permission.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { NO_NAME, type PathFilter, type PathRule, somethingIn } from '../rules/match-path.ts'
import { CONFIG_HOME } from './config-homes.ts'
import type { PathFacts } from './path-facts.ts'
import { findProtected } from './protected.ts'
import { findSensitive } from './sensitive.ts'

export type KnownPath = Extract<PathFacts, { ok: true }>

export const isInsideRoots = (path: KnownPath, policy: Policy): boolean =>
  policy.roots.some(root => isInside(path.real, root, { caseSensitive: policy.caseSensitive }))

/** Kept by the session itself for the model to read. The real path counts, whatever name led there. */
export const isOwn = (path: KnownPath, policy: Policy): boolean =>
  mayWriteOwn(path, policy) ||
  (policy.ownRoots ?? []).some(root => isInside(path.real, root, { caseSensitive: policy.caseSensitive }))

/** The session's own notes, or its plan: written without asking. What other programs obey is no note, wherever it lies. */
export const mayWriteOwn = (path: KnownPath, policy: Policy): boolean =>
  isPlan(path, policy.planFile) || (policy.ownWrites ?? []).some(root => isBelow(path, root, policy))

const isBelow = (path: KnownPath, root: string, { caseSensitive }: Policy): boolean =>
  path.real !== root &&
  isInside(path.real, root, { caseSensitive }) &&
  findProtected(path.real.slice(root.length)) === undefined

/** A plain file in the scratchpad: there a command writes as a tool does. */
export const isScratch = (path: KnownPath, policy: Policy): boolean =>
  policy.scratchpad !== undefined &&
  policy.mode !== 'plan' &&
  isBelow(path, policy.scratchpad, policy) &&
  isPlainFile(path)

/** Or the name of one that is not there yet. */
export const isPlainFile = ({ doubt, links, kind, runBy }: KnownPath): boolean =>
  doubt === undefined && runBy === undefined && links <= 1 && (kind === 'file' || kind === 'none')

/** Exactly that name, on every volume: the file is named by us. */
export const isPlan = (path: KnownPath, planFile: Policy['planFile']): boolean =>
  planFile !== undefined && path.real === planFile

/** A rule that restricts: any name of the file is enough. `below`: also when all that is in the directory matches. */
export const findHit = (
  { rules, mayMatch }: PathFilter,
  path: KnownPath,
  reach: { readonly below: boolean },
): PathRule | undefined => {
  // What is in a directory has the name of the directory in its own.
  const names = path.names.filter(name => mayMatch(reach.below ? somethingIn(name) : name))
  if (names.length === 0) return undefined
  return rules.find(rule =>
    names.some(name => rule.matches(name) || (reach.below && rule.matches(somethingIn(name)))),
  )
}

/** No: `findHit` finds nothing, whatever the reach. */
export const mayHitAnything = ({ rules, mayMatch }: PathFilter, path: KnownPath): boolean =>
  rules.length > 0 && path.names.some(name => mayMatch(`${name}/${NO_NAME}`))

/** A rule that grants: every name of the file must be covered. */
export const findCover = ({ rules, mayMatch }: PathFilter, path: KnownPath): PathRule | undefined => {
  if (!mayMatch(path.real)) return undefined
  const cover = rules.find(rule => rule.matches(path.real))
  return cover && path.names.every(name => rules.some(rule => rule.matches(name))) ? cover : undefined
}

export const sensitiveName = (path: KnownPath): string | undefined => first(path, findSensitive)
export const protectedName = (path: KnownPath): string | undefined =>
  path.inConfigHome ? CONFIG_HOME : first(path, findProtected)

const first = (path: KnownPath, find: (name: string) => string | undefined): string | undefined => {
  for (const name of path.names) {
    const found = find(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Directories of code that somebody else wrote: language servers and other tools run it without a question. */
const INSTALLED = /\/(?:node_modules|\.venv|venv)\/[^/]/i

/** The mode that takes edits of the project does not mean what is installed in it. */
export const isInstalledCode = (path: KnownPath): boolean =>
  INSTALLED.test(path.real) || path.names.some(name => INSTALLED.test(name))

/** In a working directory, and written there. */
export const isOwnCode = (path: KnownPath, policy: Policy): boolean =>
  isInsideRoots(path, policy) && !isInstalledCode(path)

/** Why reading by name asks, or undefined when it may go ahead. */
export const whyNotRead = (
  path: PathFacts | undefined,
  compiled: CompiledPolicy,
  /** Only facts about it are shown. */
  shown: { readonly facts?: boolean } = {},
): LocalizedText | undefined => {
  if (!path?.ok) return path?.why ?? permissionText('path_unchecked')
  if (path.doubt !== undefined) return path.doubt
  if (findCover(compiled.granting.read, path)) return undefined
  const own = isOwn(path, compiled.policy)
  if (!own && !isInsideRoots(path, compiled.policy)) return permissionText('outside', { path: path.real })
  const sensitive = own || shown.facts ? undefined : sensitiveName(path)
  if (sensitive !== undefined) return permissionText('may_hold_secrets', { path: sensitive })
  return path.kind === 'other' ? permissionText('not_regular', { path: path.real }) : undefined
}

export const whyProtected = (name: string): LocalizedText =>
  name === CONFIG_HOME
    ? permissionText('protected_config', { path: name })
    : permissionText('protected_obeyed', { path: name })
export const whyRun = (path: Text, by: LocalizedText): LocalizedText =>
  permissionText('protected_run', { path, by })

/** Why a write asks in every mode, whatever the rules say. */
export const whyGuarded = (path: PathFacts | undefined): LocalizedText | undefined => {
  if (!path?.ok) return path?.why ?? permissionText('path_unchecked')
  if (path.doubt !== undefined) return path.doubt
  const name = protectedName(path)
  if (name !== undefined) return whyProtected(name)
  if (path.runBy !== undefined) return whyRun(path.real, path.runBy)
  if (path.kind === 'file' && path.links > 1) return permissionText('hard_links', { path: path.real })
  return path.kind === 'other' ? permissionText('not_regular', { path: path.real }) : undefined
}
