import type { ReactNode } from 'react'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { useGuard, useQuestion } from '../ui/use-keys.ts'
import { PermissionDialog } from './permission/permission-dialog.tsx'
import { PlanDialog } from './plan/plan-dialog.tsx'
import { readPlan } from './plan/read-plan.ts'
import { QuestionDialog } from './question/question-dialog.tsx'
import { readQuestions } from './question/read-questions.ts'

/** The question that waits, in the dialog of what is asked. */
export const RequestDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  useQuestion()
  // Once for each question, whether it is new or had to wait.
  useGuard('question', request.id)
  const Dialog = dialogOf(request)
  return <Dialog request={request} />
}

/** By what the call shows of itself. What a dialog shows must be in the request; without, the general question does. */
const dialogOf = ({
  presentation,
  input,
}: PermissionRequest): ((props: { readonly request: PermissionRequest }) => ReactNode) => {
  const body = presentation?.body
  if (body?.type === 'questions' && readQuestions(input) !== undefined) return QuestionDialog
  return body?.type === 'plan' && body.proposed !== undefined && readPlan(input) !== undefined
    ? PlanDialog
    : PermissionDialog
}
