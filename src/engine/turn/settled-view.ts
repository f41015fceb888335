import { type Message, toolUses } from '../../protocol/message.ts'

/** The conversation up to where every call has its result: what stands behind that is still being made. */
export const settledView = (view: readonly Message[]): readonly Message[] => {
  const answered = new Set(view.flatMap(resultIds))
  const open = view.find(
    message =>
      message.type === 'assistant' && toolUses(message.message.content).some(({ id }) => !answered.has(id)),
  )
  if (open?.type !== 'assistant') return view
  // Records of one reply stand together, calls and words.
  const { id } = open.message
  const start = view.findIndex(message => message.type === 'assistant' && message.message.id === id)
  return view.slice(0, start)
}

const resultIds = (message: Message): readonly string[] =>
  message.type === 'user' && typeof message.message.content !== 'string'
    ? message.message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    : []
