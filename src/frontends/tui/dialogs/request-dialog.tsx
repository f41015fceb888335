import { type ReactNode, useRef } from 'react'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { useUi } from '../ui.ts'
import { useQuestion } from '../use-keys.ts'
import { PermissionDialog } from './permission/permission-dialog.tsx'
import { REQUEST_DIALOGS } from './request-dialogs.ts'

/** The question that waits, in the dialog of the tool that asks. */
export const RequestDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  const { guard } = useUi()
  useQuestion()
  const guarded = useRef<string>(undefined)
  // Once for each question, whether it is new or had to wait, and before it is drawn: it points at an answer only when
  // keys are for it.
  if (guarded.current !== request.id) {
    guarded.current = request.id
    guard()
  }
  const view = Object.hasOwn(REQUEST_DIALOGS, request.toolName)
    ? REQUEST_DIALOGS[request.toolName]
    : undefined
  const Dialog = view?.fits(request) ? view.component : PermissionDialog
  return <Dialog request={request} />
}
