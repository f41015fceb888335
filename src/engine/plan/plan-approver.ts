import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Hooks } from '../hooks/part.ts'
import type { PermissionChoice } from '../permissions/options.ts'

/** Who approves the plan of a thread where no person does; undefined: a person can, or a hook in their place. */
export const planApprover = (
  { canAsk }: Pick<PermissionChoice, 'canAsk'>,
  hooks: Pick<Hooks, 'isSet'>,
  member: TeamMembership | undefined,
): 'nobody' | 'leader' | undefined => {
  if (canAsk || hooks.isSet('PermissionRequest')) return undefined
  return member?.plans === undefined ? 'nobody' : 'leader'
}
