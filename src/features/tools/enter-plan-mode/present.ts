import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

/** What the model is told belongs to it: the person is told what the mode means for them. */
export const present: Present = (_, output) => ({
  name: toolsText('plan_mode_name'),
  kind: 'switch_mode',
  subject: summary(''),
  title: [toolsText('enter_plan_mode')],
  ...(output === undefined ? {} : { outcome: toolsText('plan_mode') }),
  body: { type: 'plan' },
})
