import type * as z from 'zod'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { BRIEF_PROMPT } from './prompt.ts'

const input = fields({ message: someText() })

interface BriefOutput {
  readonly message: string
}

export const briefTool: Tool<z.infer<typeof input>, BriefOutput> = {
  name: 'Brief',
  aliases: ['SendUserMessage'],
  description: BRIEF_PROMPT,
  deferred: { hint: 'tell the person something while working' },
  leavesTrace: true,
  input,
  noAccess: 'Only shows a text to the person.',
  access: () => [],
  run: withoutProgress(async ({ message }, { person, id }) => {
    if (!person) throw new ToolError('Nobody can be told anything in this session: say it in your answer.')
    person.tell({ kind: 'message', text: message, toolUseId: id })
    return { message }
  }),
  show: () => [{ type: 'text', text: 'The person has been shown the message.' }],
}
