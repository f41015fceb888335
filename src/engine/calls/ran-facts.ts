import type { Access } from '../../protocol/access.ts'
import type { Approval } from '../../protocol/context.ts'
import type { ResultBlock, UserMessage } from '../../protocol/message.ts'
import type { Decision } from '../../protocol/permission.ts'

interface GrantedCall {
  readonly decision: Decision
  readonly byPerson?: string | { readonly channel: string } | undefined
}

/** A rule is named as it is written; of the rest the kind says enough. */
export const approvalOf = ({ byPerson, decision }: GrantedCall): Approval => {
  if (typeof byPerson === 'object') return { by: 'channel', text: byPerson.channel }
  if (byPerson) return { by: 'person' }
  const { type, rule } = decision.because
  return rule ? { by: 'rule', text: rule.text } : { by: type }
}

interface FinishedRun extends GrantedCall {
  readonly accesses: readonly Access[]
  readonly leavesTrace: boolean
  readonly failed: boolean
  readonly durationMs: number
  readonly note?: string | undefined
  /** What hooks told the person about the call. */
  readonly messages: readonly string[]
}

/** What is recorded of a call that ran. */
export const ranFacts = (run: FinishedRun): UserMessage['ran'] => ({
  durationMs: Math.round(run.durationMs),
  approval: approvalOf(run),
  ...(run.note === undefined ? {} : { note: run.note }),
  ...(isQuietLook(run) ? { look: true } : {}),
})

/** Screens may fold it away: it changed nothing, and nobody was asked or told anything about it. */
const isQuietLook = ({ decision, accesses, byPerson, note, messages, ...run }: FinishedRun): boolean => {
  if (run.failed || run.leavesTrace || byPerson || note !== undefined || messages.length > 0) return false
  const { readOnly } = decision
  return accesses.length > 0 && accesses.every(access => looks(access, { readOnly }))
}

/** A server's own word is enough here: it hides a line, and allows nothing. */
const looks = (access: Access, { readOnly }: Pick<Decision, 'readOnly'>): boolean => {
  switch (access.kind) {
    case 'read':
    case 'search':
      return true
    case 'shell':
      return readOnly
    case 'mcp':
      return access.lists === true || access.hint === 'read-only'
    default:
      return false
  }
}

/** A result as one text, for those who compare or report it. */
export const textOf = (blocks: readonly ResultBlock[]): string => {
  const [only] = blocks
  return blocks.length === 1 && only?.type === 'text' ? only.text : JSON.stringify(blocks)
}

/** Enough of a long text to tell it from another one. */
export const ends = (text: string): string =>
  text.length <= 10_000 ? text : `${text.length} ${text.slice(0, 5_000)}${text.slice(-5_000)}`
