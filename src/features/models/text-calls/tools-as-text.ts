import { shortSchema } from '../../../lib/json-schema/short-schema.ts'
import type { ToolResultBlock, ToolUseBlock } from '../../../protocol/message.ts'
import type { ModelRequest } from '../../../protocol/model.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'

/** For a model that has no tools of its own: how to call one in writing, and what there is to call. */
export const toolsText = ({ tools }: Pick<ModelRequest, 'tools'>): string => {
  if (tools.length === 0) return ''
  // What is listed by name only cannot be looked up here: its definition would come as a tool.
  const callable = tools.filter(({ listsDeferred }) => !listsDeferred)
  const lines = callable.map(
    ({ name, description, input_schema }) =>
      `- ${name} ${shortSchema(input_schema) ?? '{}'}: ${firstSentence(description)}`,
  )
  return `# Calling tools
To call a tool, write these three lines and then stop:
<tool_call>
{"name": "${RULE_NAMES.shell}", "arguments": {"command": "ls"}}
</tool_call>
The arguments are valid JSON. The result comes in the next message between <tool_response> tags; never write those yourself. When the work is done, answer without a call. Tools ("?" marks what may be left out):
${lines.join('\n')}`
}

const firstSentence = (text: string): string => /^[\s\S]*?[.:](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim()

export const callText = ({ name, input }: Pick<ToolUseBlock, 'name' | 'input'>): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: input ?? {} })}\n</tool_call>`

/** A result has no id here: results stand in the order of their calls. None of them leaves its frame by itself. */
export const resultText = (text: string, { is_error }: Pick<ToolResultBlock, 'is_error'>): string => {
  const inert = text.replace(FRAME, '\\u{3c}')
  return `<tool_response>\n${is_error && !/^error/i.test(inert) ? `Error: ${inert}` : inert}\n</tool_response>`
}

const FRAME = /<(?=[\s/\\|]{0,20}tool[\s_-]{0,20}response)/gi
