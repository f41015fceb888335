import { basename, dirname } from 'node:path'
import { isInside } from '../../lib/paths.ts'
import { isStatic } from '../../lib/shell/word.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { Facts } from './facts.ts'
import { isPlainFile, type KnownPath } from './paths/path-verdict.ts'
import { findProtected } from './paths/protected.ts'
import { isSafeAssignment, trustedName } from './rules/match-shell.ts'
import { readFlags } from './shell/flags.ts'
import { usesOf } from './shell/path-use.ts'
import type { Part } from './shell/reading.ts'

/** Options under which `rm` removes the files it names and nothing else. */
const FLAGS = { short: 'fvi', long: ['force', 'verbose'] }

/**
 * A plain `rm` of memories, each by its own name: how the model forgets. No directory, link, wildcard or hidden file,
 * and not in plan mode.
 */
export const removesMemories = (
  part: Part,
  { facts, policy }: { readonly facts: Facts; readonly policy: Policy },
): boolean => {
  const { command } = part
  if (policy.memory === undefined || policy.mode === 'plan' || part.lost || part.moved) return false
  if (part.views.length !== 1 || command.variants || !isSafeAssignment(command)) return false
  if (!part.redirects.every(({ kind }) => kind === 'harmless')) return false
  const [name, ...args] = command.words
  if (!name || trustedName(name) !== 'rm' || !args.every(isStatic)) return false
  const read = readFlags(args, FLAGS)
  if (typeof read === 'string' || read.operands.length === 0) return false
  return read.operands.every(word => {
    const uses = usesOf(word, 'write', part.place) ?? []
    return uses.length > 0 && uses.every(use => isMemory(facts.paths.get(use.path), policy))
  })
}

/** `rm` takes the name away, wherever it leads: only a file's one and real name counts. */
const isMemory = (path: ReturnType<Facts['paths']['get']>, { memory }: Policy): boolean =>
  path?.ok === true &&
  path.kind === 'file' &&
  isPlainFile(path) &&
  path.names.every(name => name === path.real) &&
  dirname(path.real) === memory &&
  /^[^.].*\.md$/.test(basename(path.real)) &&
  findProtected(basename(path.real)) === undefined

/** Why a command that is more than that asks; undefined for what is not in the memory directory. */
export const whyInMemory = (
  path: KnownPath,
  { memory, mode, caseSensitive }: Policy,
): LocalizedText | undefined => {
  if (memory === undefined || !isInside(path.real, memory, { caseSensitive })) return undefined
  if (findProtected(path.real.slice(memory.length)) !== undefined) return undefined
  return mode === 'plan'
    ? permissionText('memory_in_plan_mode', { path: path.real })
    : permissionText('memory_directory', { path: path.real })
}
