import type { ModelRequest } from '../../../protocol/model.ts'
import { sizeOfMessage, sizeOfTool } from './outline.ts'

/** Characters that were in the request before and are in this one, wherever they stand: what a break can make one pay twice. */
export const cachedSize = (before: ModelRequest, now: ModelRequest): number => {
  if (before.model !== now.model) return sizeOfAll(before)
  const tools = new Set(now.tools.map(tool => tool.name))
  const system = new Set(now.system.map(part => part.text))
  const messages = new Set(now.messages)
  return sizeOfAll({
    tools: before.tools.filter(tool => tools.has(tool.name)),
    system: before.system.filter(part => system.has(part.text)),
    messages: before.messages.filter(message => messages.has(message)),
  })
}

const sizeOfAll = ({
  tools,
  system,
  messages,
}: Pick<ModelRequest, 'tools' | 'system' | 'messages'>): number => {
  let size = 0
  for (const tool of tools) size += sizeOfTool(tool)
  for (const part of system) size += part.text.length
  for (const message of messages) size += sizeOfMessage(message)
  return size
}
