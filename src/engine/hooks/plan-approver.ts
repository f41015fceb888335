import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { PermissionChoice } from '../options/permission-choice.ts'
import type { Hooks } from '../parts/hooks.ts'

/** Who approves the plan of a thread where no person does; undefined: a person can, or a hook in their place. */
export const planApprover = (
  { canAsk }: Pick<PermissionChoice, 'canAsk'>,
  hooks: Pick<Hooks, 'isSet'>,
  member: TeamMembership | undefined,
): 'nobody' | 'leader' | undefined => {
  if (canAsk || hooks.isSet('PermissionRequest')) return undefined
  return member?.plans === undefined ? 'nobody' : 'leader'
}
