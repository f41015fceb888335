import type { ReactNode } from 'react'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { PlanDialog } from './plan/plan-dialog.tsx'
import { readPlan } from './plan/read-plan.ts'
import { QuestionDialog } from './question/question-dialog.tsx'
import { readQuestions } from './question/read-questions.ts'

/** A dialog of its own for what a tool asks. */
export interface RequestView {
  /** What it shows must be in the request; without, the general question does. */
  fits(request: PermissionRequest): boolean
  readonly component: (props: { readonly request: PermissionRequest }) => ReactNode
}

/** By the name of the tool. All others are asked about with the general question. */
export const REQUEST_DIALOGS: Readonly<Record<string, RequestView>> = {
  AskUserQuestion: { fits: ({ input }) => readQuestions(input) !== undefined, component: QuestionDialog },
  ExitPlanMode: { fits: ({ input }) => readPlan(input) !== undefined, component: PlanDialog },
}
