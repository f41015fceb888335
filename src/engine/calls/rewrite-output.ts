import { errorText } from '../../lib/error-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { shapeFault } from '../../lib/values/same-shape.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import type { ResultBlock } from '../../protocol/message.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { Tool } from '../../protocol/tool.ts'

/** What a hook made of a result: its own output, or why the tool's stays. */
export type Rewritten =
  | { readonly output: unknown; readonly blocks: readonly ResultBlock[] }
  /** For the person. */
  | { readonly problem: LocalizedText }

type Rewrites = Pick<HookVerdict, 'updatedOutput' | 'updatedServerOutput'>

/** A hook knows what it got: what it gives back has the shape of that, or the result stays as it was. */
export const rewriteOutput = (tool: Tool, output: unknown, rewrites: Rewrites): Rewritten => {
  const isForServers = !('updatedOutput' in rewrites)
  const field = isForServers ? 'updatedMCPToolOutput' : 'updatedToolOutput'
  const refuse = (reason: Text): Rewritten => ({
    problem: hookText('output_ignored', { field, tool: tool.name, reason }),
  })
  if (isForServers && !tool.serverTool) return refuse(hookText('not_mcp_tool', { tool: tool.name }))
  const given = isForServers ? rewrites.updatedServerOutput : rewrites.updatedOutput
  const updated = tool.serverTool ? asServerOutput(output, given) : given
  const fault = tool.serverTool ? contentFault(updated) : shapeFault(output, updated)
  if (fault !== undefined) return refuse(fault)
  try {
    const blocks = tool.show(updated)
    const wrong = contentFault({ content: blocks })
    return wrong === undefined ? { output: updated, blocks } : refuse(wrong)
  } catch (error) {
    // The shape fits and the values do not: the tool cannot show them.
    return refuse(hookText('not_shown', { reason: errorText(error) }))
  }
}

/** A text, a list of parts, or an output as the hook got it; all of them mean what a server answered. */
const asServerOutput = (output: unknown, given: unknown): unknown => {
  const before = isObject(output) ? output : {}
  if (typeof given === 'string') return { ...before, content: [{ type: 'text', text: given }] }
  if (Array.isArray(given)) return { ...before, content: given }
  return isObject(given) && 'content' in given ? { ...before, content: given['content'] } : given
}

const contentFault = (output: unknown): string | undefined => {
  const content = isObject(output) ? output['content'] : undefined
  if (!Array.isArray(content))
    return 'it should be a text, a list of content blocks, or an object with "content"'
  const at = content.findIndex(block => !isBlock(block))
  return at < 0 ? undefined : `"content[${at}]" should be a text, image or document block`
}

const isBlock = (block: unknown): boolean => {
  if (!isObject(block)) return false
  if (block['type'] === 'text') return typeof block['text'] === 'string'
  return (block['type'] === 'image' || block['type'] === 'document') && isObject(block['source'])
}
