import type { Access } from '../../../protocol/access.ts'
import type { Decision, PermissionMode, Policy } from '../../../protocol/permission.ts'

/** A call of a past session, as a transcript tells of it. */
export interface PastCall {
  readonly toolName: string
  readonly input: unknown
  readonly accesses: readonly Access[]
  /** What became of it; `unknown` when the transcript ends before. */
  readonly outcome: 'ran' | 'refused' | 'unknown'
  /** The mode of the session at that time, as far as it was noted. */
  readonly mode: PermissionMode
}

/** A past call under the rules of today and under the changed ones. */
export interface ReplayedCall {
  readonly call: PastCall
  readonly before: Decision
  readonly after: Decision
  /** What `after` was decided by. */
  readonly policy: Policy
}

const PROGRAM = /^\s*(?:[A-Za-z_]\w*=\S*\s+)*(\S+)(?:\s+([a-z][a-z:-]*))?/
const WITH_SUBCOMMANDS =
  /^(?:git|npm|pnpm|yarn|bun|cargo|go|docker|kubectl|pip|uv|gh|make|dotnet|gradle|mvn|terraform|apt|brew)$/

/** Calls of one kind, for a list that a person reads. */
export const kindOf = ({ toolName, accesses }: Pick<PastCall, 'toolName' | 'accesses'>): string => {
  const [access] = accesses
  if (access?.kind === 'shell') {
    const [, program = '', second] = PROGRAM.exec(access.command) ?? []
    const name = program.slice(program.lastIndexOf('/') + 1)
    return second !== undefined && WITH_SUBCOMMANDS.test(name) ? `${name} ${second}` : name || toolName
  }
  if ((access?.kind === 'network' || access?.kind === 'browser') && URL.canParse(access.url))
    return `${toolName} ${new URL(access.url).hostname}`
  return toolName
}

/** The call in one text. */
export const textOf = ({ toolName, accesses }: Pick<PastCall, 'toolName' | 'accesses'>): string => {
  const [access] = accesses
  switch (access?.kind) {
    case 'shell':
      return access.command
    case 'read':
    case 'write':
    case 'search':
      return `${toolName} ${access.path}`
    case 'network':
    case 'browser':
      return access.url
    case 'skill':
      return `${toolName} ${access.name}`
    default:
      return toolName
  }
}
