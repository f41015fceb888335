import type { AssistantBlock, UserBlock } from '../../../protocol/message.ts'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'

/** A request with the sizes of its parts, in characters: cheap, and good enough for shares of a reported number. */
export interface Outline {
  readonly request: ModelRequest
  /** Tools and system prompt. */
  readonly opening: number
  /** Where each message ends, counted from the first one. A later outline may have added its own behind. */
  readonly ends: number[]
}

const FRAME = 30
/** What a medium weighs when only its share matters. */
const MEDIUM = 6_000

/** Messages that the outline before has too cost nothing. */
export const outlineOf = (request: ModelRequest, before?: Outline, shared = 0): Outline => {
  const ends = before?.ends.length === shared ? before.ends : (before?.ends.slice(0, shared) ?? [])
  for (let at = ends.length; at < request.messages.length; at += 1) {
    const message = request.messages[at]
    ends.push((ends[at - 1] ?? 0) + (message ? sizeOfMessage(message) : 0))
  }
  const same = before && before.request.tools === request.tools && before.request.system === request.system
  return { request, opening: same ? before.opening : sizeOfOpening(request), ends }
}

export const sizeOf = (outline: Outline): number =>
  outline.opening + (outline.ends[outline.request.messages.length - 1] ?? 0)

const sizeOfOpening = ({ system, tools }: ModelRequest): number => {
  let size = 0
  for (const part of system) size += part.text.length + FRAME
  for (const tool of tools) size += sizeOfTool(tool)
  return size
}

export const sizeOfTool = ({ name, description, input_schema }: ToolSpec): number =>
  name.length + description.length + JSON.stringify(input_schema).length + FRAME

export const sizeOfMessage = (message: ApiMessage): number => {
  let size = FRAME
  for (const block of message.content) size += sizeOfBlock(block)
  return size
}

export const sizeOfBlock = (block: UserBlock | AssistantBlock): number => {
  switch (block.type) {
    case 'text':
      return block.text.length + FRAME
    case 'image':
    case 'document':
      return MEDIUM
    case 'tool_result': {
      if (typeof block.content === 'string') return block.content.length + FRAME
      return block.content.reduce((sum, inner) => sum + sizeOfBlock(inner), FRAME)
    }
    default:
      return JSON.stringify(block).length
  }
}
