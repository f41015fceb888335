import { field, listField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'
import { readTask } from '../task-row.ts'

export const present: Present = (_, output) => {
  const isKnown = Array.isArray(field(output, 'tasks'))
  const all = listField(output, 'tasks').map(readTask)
  return {
    kind: 'think',
    subject: summary(''),
    title: [toolsText('update_list')],
    ...(isKnown && all.length === 0 ? { outcome: toolsText('list_empty') } : {}),
    body: { type: 'tasks', ...(isKnown ? { all } : {}) },
  }
}
