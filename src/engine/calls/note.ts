import { approvedWith } from '../../lib/refusal.ts'
import { frameReminder } from '../../loop/reminder.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import type { Authorization } from './authorize.ts'

/** A note that came with a yes counts also where the call could not be made after all. */
export const keepNote = (authorization: Authorization, note = ''): Authorization => {
  if (note.trim() === '') return authorization
  if (authorization.granted) return { ...authorization, note: note.trim() }
  const said = approvedWith(note)
  return authorization.fault === undefined
    ? { ...authorization, message: `${authorization.message} ${said}` }
    : { ...authorization, fault: `${authorization.fault} ${said}` }
}

type Content = ToolResultBlock['content']

/** The result of a call with what the person said, in a frame of the harness: nothing that a tool brings can pass for it. */
export const withNote = (content: Content, note: string | undefined): Content => {
  if (note === undefined) return content
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  return [...blocks, { type: 'text', text: frameReminder(approvedWith(note)) }]
}
