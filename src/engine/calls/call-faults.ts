import { nearestName } from '../../lib/nearest-name.ts'
import type { CallOutcome, CallRequest } from '../../loop/turn.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Words for a call that did not get as far as its tool: what was wrong and how to do it right. */
export const describeIssues = (tool: string, issues: readonly Issue[], unseen?: ToolSpec): string => {
  const lines = issues
    .slice(0, 8)
    .map(issue => `- ${issue.path.length > 0 ? issue.path.map(String).join('.') : 'input'}: ${issue.message}`)
  const more = issues.length > 8 ? [`- and ${issues.length - 8} more`] : []
  // Of a tool that was listed by name only, the model cannot know better.
  const schema = unseen ? [`The input has to fit: ${JSON.stringify(unseen.input_schema)}`] : []
  return [`The input does not fit ${tool}. Nothing was run.`, ...lines, ...more, ...schema].join('\n')
}

export const unknownTool = (name: string, specs: readonly ToolSpec[]): string => {
  const names = specs.map(spec => spec.name)
  const near = nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return `There is no tool named ${name}.${hint} Available: ${names.join(', ')}.`
}

/** A result that only says what went wrong. */
export const errorOutcome = (call: CallRequest, text: string): CallOutcome => ({
  result: { type: 'tool_result', tool_use_id: call.block.id, content: text, is_error: true },
  ranAndFailed: false,
})
