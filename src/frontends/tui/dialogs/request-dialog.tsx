import type { ReactNode } from 'react'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { useGuard, useQuestion } from '../ui/use-keys.ts'
import { PermissionDialog } from './permission/permission-dialog.tsx'
import { REQUEST_DIALOGS } from './request-dialogs.ts'

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
