import { textField } from '../../lib/values/read-field.ts'
import type { Todo } from '../../protocol/messages/presentation.ts'

/** A task out of an output. */
export const readTask = (task: unknown): Todo & { readonly id: string } => {
  const activeForm = textField(task, 'activeForm')
  return {
    id: textField(task, 'id') ?? '',
    content: textField(task, 'subject') ?? '',
    status: readStatus(textField(task, 'status')),
    ...(activeForm === undefined ? {} : { activeForm }),
  }
}

/** Anything else is still to be done. */
export const readStatus = (status: string | undefined): Todo['status'] =>
  status === 'completed' || status === 'in_progress' ? status : 'pending'
