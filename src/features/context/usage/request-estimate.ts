import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { tokensOfBlock } from '../tokens.ts'

/** Estimates a whole request; one that goes on from the one before costs what is new in it. */
export const createRequestEstimate = (): ((request: ModelRequest) => number) => {
  let messages: readonly ApiMessage[] = []
  const ends: number[] = []
  let opening: { readonly of: ModelRequest; readonly tokens: number } | undefined
  return request => {
    let same = 0
    while (same < messages.length && messages[same] === request.messages[same]) same += 1
    ends.length = same
    for (const message of request.messages.slice(same)) ends.push((ends.at(-1) ?? 0) + messageTokens(message))
    messages = request.messages
    if (opening?.of.system !== request.system || opening.of.tools !== request.tools)
      opening = { of: { ...request, messages: [] }, tokens: openingTokens(request) }
    return Math.round(opening.tokens + (ends.at(-1) ?? 0))
  }
}

/** Of everything that stands before the conversation. */
export const openingTokens = ({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number =>
  system.reduce((sum, part) => sum + partTokens(part.text), 0) +
  tools.reduce((sum, tool) => sum + toolTokens(tool), 0)

export const partTokens = (text: string): number => roughTokens(text)

export const toolTokens = ({ name, description, input_schema }: ToolSpec): number =>
  roughTokens(name) + roughTokens(description) + roughTokens(JSON.stringify(input_schema))

const messageTokens = (message: ApiMessage): number =>
  message.content.reduce((sum, block) => sum + tokensOfBlock(block), 0)
