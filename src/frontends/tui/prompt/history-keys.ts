import { isFound } from '../input/history/search.ts'
import type { Press } from '../ui/ui.ts'
import type { Desk } from './desk.ts'

/** Ctrl-R: each letter narrows, each Ctrl-R goes further back. */
export const historyKey = ({ key, action }: Press, desk: Desk): boolean => {
  const query = desk.prompt.search?.query ?? ''
  switch (action) {
    case 'historySearch:older':
      desk.search(query, 'older')
      return true
    case 'historySearch:newer':
      desk.search(query, 'newer')
      return true
    case 'historySearch:accept':
      desk.endSearch('keep')
      return true
    case 'historySearch:acceptAndSubmit':
      // Without a match there is nothing that was chosen to be sent.
      if (desk.prompt.search && !isFound(desk.prompt.search)) return true
      desk.endSearch('keep')
      desk.submit('step')
      return true
    case 'historySearch:cycleScope':
      void desk.searchElsewhere()
      return true
    case 'historySearch:cancel':
      desk.endSearch('drop')
      return true
    default:
      break
  }
  if (!key) return false
  if (key.name === 'backspace') desk.search([...query].slice(0, -1).join(''), 'same')
  else if (key.text !== '') desk.search(query + key.text, 'same')
  else desk.endSearch('keep')
  return true
}
