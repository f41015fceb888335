import type { ReactNode } from 'react'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { useGuard, useQuestion } from '../ui/use-keys.ts'
import { PermissionDialog } from './permission/permission-dialog.tsx'
import { PlanDialog } from './plan/plan-dialog.tsx'
import { readPlan } from './plan/read-plan.ts'
import { QuestionDialog } from './question/question-dialog.tsx'
import { readQuestions } from './question/read-questions.ts'

/** The question that waits, in the dialog of the tool that asks. */
export const RequestDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  useQuestion()
  // Once for each question, whether it is new or had to wait.
  useGuard('question', request.id)
  const view = Object.hasOwn(REQUEST_DIALOGS, request.toolName)
    ? REQUEST_DIALOGS[request.toolName]
    : undefined
  const Dialog = view?.fits(request) ? view.component : PermissionDialog
  return <Dialog request={request} />
}

/** A dialog of its own for what a tool asks. */
interface RequestView {
  /** What it shows must be in the request; without, the general question does. */
  fits(request: PermissionRequest): boolean
  readonly component: (props: { readonly request: PermissionRequest }) => ReactNode
}

/** By the name of the tool. All others are asked about with the general question. */
const REQUEST_DIALOGS: Readonly<Record<string, RequestView>> = {
  AskUserQuestion: { fits: ({ input }) => readQuestions(input) !== undefined, component: QuestionDialog },
  ExitPlanMode: { fits: ({ input }) => readPlan(input) !== undefined, component: PlanDialog },
}
