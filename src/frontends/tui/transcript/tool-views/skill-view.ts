import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { textField } from '../../../../lib/values/read-field.ts'
import { agentFacts } from '../agent-row.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import { safeFirstLine } from '../safe-text.ts'
import { startedBy, treeBelow } from './agent-view.ts'
import { textResult } from './generic-view.ts'
import type { ToolView } from './tool-view.ts'

/**
 * A skill on one line, as a person would call it. Its text is for the model; where it works as an agent, what that does
 * stands below while it runs, and then what it answered.
 */
export const skillView: ToolView = {
  hostsAgents: 'alone',
  subject: input => {
    const name = textField(input, 'skill') ?? textField(input, 'command') ?? ''
    const args = textField(input, 'args') ?? ''
    return name === '' ? '' : safeFirstLine(`/${name.replace(/^\//, '')} ${args}`.trim())
  },
  live: (item, view, titleOf) => {
    const agent = startedBy(item, view)
    return agent ? [agentFacts(agent, view, titleOf), ...treeBelow(agent, view, titleOf)] : []
  },
  result: (item, view) => {
    const isForked = textField(item.output, 'status') === 'forked'
    if (view.verbose)
      return isForked ? renderMarkdown(item.text ?? '', view) : textResult(item.text ?? '', view)
    const [first] = isForked ? renderMarkdown(safeFirstLine(item.text ?? ''), view) : []
    return first === undefined ? [] : [truncateAnsi(view.theme.paint('dim', first), view.width)]
  },
}
