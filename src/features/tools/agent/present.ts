import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { AgentBody, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const description = textField(input, 'description')
  const status = textField(output, 'status')
  return {
    name: textField(input, 'name') ?? textField(input, 'subagent_type') ?? 'Agent',
    kind: 'delegate',
    subject: summary(description),
    title: [description ?? toolsText('run_agent')],
    ...(status === 'async_launched' ? { background: textField(output, 'agentId') ?? '' } : {}),
    ...(status === 'teammate_spawned'
      ? { outcome: toolsText('joined_team', { team: textField(output, 'team') ?? '' }) }
      : {}),
    body: bodyOf(textField(input, 'prompt'), output),
  }
}

const bodyOf = (prompt: string | undefined, output: unknown): AgentBody => {
  const calls = numberField(output, 'totalToolUseCount')
  const tokens = numberField(output, 'totalTokens')
  const ms = numberField(output, 'totalDurationMs')
  return {
    type: 'agent',
    ...(prompt === undefined ? {} : { prompt }),
    ...(textField(output, 'status') === 'completed' ? { completed: true } : {}),
    ...(field(output, 'content') === undefined ? {} : { answer: answerOf(output) }),
    ...(textField(output, 'stoppedBy') === undefined ? {} : { stopped: true }),
    ...(calls === undefined ? {} : { calls }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(ms === undefined ? {} : { ms }),
  }
}

const answerOf = (output: unknown): string =>
  listField(output, 'content')
    .flatMap(block => textField(block, 'text') ?? [])
    .join('\n\n')
