import type { Lowered } from '../../lib/shell/command.ts'
import { baseName } from '../../lib/shell/unwrap.ts'
import { isStatic } from '../../lib/shell/word.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Behavior, Decision } from '../../protocol/permission.ts'
import { isPathRuleName, RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { brief, type Finding } from './finding.ts'
import { hardenedCommands } from './hardened-commands.ts'
import { type Approval, type ShellCase, whyNotOnlyLooking, whyNotReadingRedirects } from './judge-shell.ts'
import { removesMemories } from './memory-removal.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import { allowsCommand } from './rules/match-shell.ts'
import { isInterpreter } from './rules/rules.ts'
import type { Part } from './shell/reading.ts'

/** Whether a line runs outside because each of its commands is one that always does. One that is not keeps all inside. */
export const isExcluded = (lowered: Lowered, excluded: readonly string[]): boolean =>
  excluded.length > 0 &&
  lowered.ok &&
  lowered.commands.length > 0 &&
  lowered.commands.every(command => excluded.some(spec => allowsCommand(spec, command)))

/** The question, or the refusal, that a wish to run outside leads to: in every mode, whatever rules allow. */
export const findLeaving = (
  one: ShellCase,
): { readonly verdict: Behavior; readonly because: Finding } | undefined => {
  const { policy } = one.compiled
  if (!policy.sandbox || isExcluded(one.reading.lowered, policy.sandbox.excluded)) return undefined
  if (policy.sandbox.mayLeave === false)
    return {
      verdict: 'deny',
      because: {
        type: 'sandboxOverride',
        why: permissionText('sandbox_only'),
      },
    }
  return {
    verdict: 'ask',
    because: {
      type: 'sandboxOverride',
      why: permissionText('leave_sandbox', { command: brief(one.reading.text) }),
    },
  }
}

/**
 * A command that the sandbox holds may run without asking, if that was chosen. Called after everything that restricts
 * has had its say; what could not be compared with the rules that restrict is still asked.
 */
export const approveSandboxed = (one: ShellCase): Approval | undefined => {
  const { policy } = one.compiled
  const { lowered, parts, excess } = one.reading
  if (!policy.sandbox?.autoAllow || policy.mode === 'plan') return undefined
  if (!lowered.ok || excess !== undefined || parts.length === 0) return undefined
  if (isExcluded(lowered, policy.sandbox.excluded)) return undefined
  const hidden = lowered.opaque.some(mark => mark.why === 'hidden character')
  const unclear = restricts(one.compiled) && (lowered.opaque.length > 0 || parts.some(runsUnknown))
  return hidden || unclear
    ? undefined
    : { ok: true, because: { type: 'other', why: permissionText('runs_in_sandbox') } }
}

/** What it would start is not known before it runs, so no rule can be compared with it. */
const runsUnknown = (part: Part): boolean =>
  part.views.some(({ words: [name, ...rest] }) => {
    if (!name || !isStatic(name)) return name !== undefined
    return isInterpreter(baseName(name.text)) && !rest.every(isStatic)
  })

const restricts = ({ rules }: CompiledPolicy): boolean =>
  [...rules.deny, ...rules.ask].some(
    ({ spec, tool }) => spec !== undefined && (tool === RULE_NAMES.shell || isPathRuleName(tool)),
  )

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
