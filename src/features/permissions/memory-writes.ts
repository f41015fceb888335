import type { Decision } from '../../protocol/permission.ts'
import { hardenedCommands } from './hardened-commands.ts'
import { type ShellCase, whyNotOnlyLooking, whyNotReadingRedirects } from './judge-shell.ts'
import { removesMemories } from './memory-removal.ts'
import type { Part } from './shell/reading.ts'

/**
 * Of a line that removes memories and otherwise only looks: the directory that a sandbox must let it write. Whoever
 * allowed the line, its commands are then the system's own, because nothing else may write there.
 */
export const memoryWritesOf = (one: ShellCase): Pick<Decision, 'memoryWrites' | 'hardened'> => {
  const { policy } = one.compiled
  const { lowered, distinct, excess, rest } = one.reading
  if (!policy.sandbox || policy.memory === undefined) return {}
  if (!lowered.ok || lowered.opaque.length > 0 || excess !== undefined || rest.length > 0) return {}
  const removes = new Set<Part>(distinct.filter(part => removesMemories(part, { facts: one.facts, policy })))
  if (removes.size === 0 || !distinct.every(part => removes.has(part) || onlyLooks(part, one))) return {}
  const found = hardenedCommands(one.reading, part => (removes.has(part) ? 'edit' : 'look'))
  return 'why' in found ? {} : { memoryWrites: policy.memory, hardened: found.commands }
}

const onlyLooks = (part: Part, one: ShellCase): boolean =>
  whyNotOnlyLooking(part, one) === undefined && whyNotReadingRedirects(part, one) === undefined
