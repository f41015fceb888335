import type { PermissionAnswer, PermissionRequest } from '../../../../protocol/permission.ts'

/** What every kind of question is drawn from. */
export interface CardProps {
  readonly request: PermissionRequest
  answer(answer: PermissionAnswer): Promise<void>
}
