import type { z } from 'zod'
import type { AgentCompleted, AgentLaunched, AgentOutcome } from '../../../protocol/agents/agents.ts'
import type { Tool, ToolCall, ToolProgress } from '../../../protocol/tool.ts'
import { choice, fields, flag, plainText, someText } from '../input-fields.ts'
import { present } from './present.ts'

const DESCRIPTION = {
  en: `Hands a task to an agent that works in a context of its own; its last message comes back as your result. For broad searches, work whose details you need not keep, and independent parts: call it several times in one reply and they run side by side. Not for one known file or a small edit.
The agent sees nothing of this conversation: give it all it needs, and say what to report and whether to change files. The user does not see its answer; tell them what matters.
Types: general-purpose (any task, the default), Explore (finds things in code, only reads, fast), Plan (works out how to build something, only reads), verification (tries to break a change by running it), guide (questions about Capstan itself). Reminders may name more.`,
  zh: `把任务交给在独立上下文中工作的智能体；它的最后一条消息作为结果返回。适合大范围搜索、无需保留细节的工作和互不依赖的部分：在一次回复中多次调用，它们会并行。单个已知文件或小改动不要用。
智能体看不到本对话：把所需的一切都给它，并说明要报告什么、是否可以改文件。用户看不到它的回答，重要的由你转述。
类型：general-purpose（任何任务，默认）、Explore（在代码中查找，只读，快）、Plan（设计实现方案，只读）、verification（通过运行来找出改动的问题）、guide（关于 Capstan 本身的问题）。提醒中可能列出更多。`,
}

const DEFAULT_TYPE = 'general-purpose'
const MOST_CHARS = 50_000

const input = fields({
  description: someText({ en: 'The task in 3-5 words', zh: '用 3–5 个词概括任务' }),
  prompt: someText(),
  subagent_type: plainText().optional(),
  model: plainText({ en: 'haiku, sonnet, opus or an id', zh: 'haiku、sonnet、opus 或模型 id' }).optional(),
  run_in_background: flag({
    en: 'Do not wait: its end is told to you',
    zh: '不等待：结束时会通知你',
  }).optional(),
  name: plainText({ en: 'To address it by with SendMessage', zh: '供 SendMessage 称呼' }).optional(),
  team_name: plainText({
    en: 'Joins the team you lead; needs a name',
    zh: '加入你带领的团队；需要 name',
  }).optional(),
  mode: choice(['plan', 'default'], {
    en: 'plan: it changes nothing before its plan is approved',
    zh: 'plan：计划获批前不做任何改动',
  }).optional(),
  isolation: choice(['worktree'], {
    en: 'worktree: in a git worktree of its own',
    zh: 'worktree：在单独的 git 工作树中',
  }).optional(),
})
type AgentInput = z.output<typeof input>

export const agentTool: Tool<AgentInput, AgentOutcome> = {
  name: 'Agent',
  present,
  aliases: ['Task'],
  groups: ['delegation', 'coordinator'],
  description: DESCRIPTION,
  input,
  access: ({ subagent_type }) => [{ kind: 'agent', name: subagent_type || DEFAULT_TYPE }],
  parallel: () => true,
  survivesSiblings: true,
  leavesTrace: true,
  run: startAgent,
  show: output => [{ type: 'text', text: render(output) }],
  partial: output => output.status === 'completed' && output.stoppedBy !== undefined,
  maxResultChars: MOST_CHARS,
}

async function* startAgent(given: AgentInput, call: ToolCall): AsyncGenerator<ToolProgress, AgentOutcome> {
  const { description, prompt, subagent_type, model, run_in_background, name, isolation, team_name, mode } =
    given
  return yield* call.agents.run(
    {
      description,
      prompt,
      toolUseId: call.id,
      ...(subagent_type ? { type: subagent_type } : {}),
      ...(model ? { model } : {}),
      ...(run_in_background === undefined ? {} : { background: run_in_background }),
      ...(name ? { name } : {}),
      ...(isolation ? { isolation } : {}),
      ...(team_name ? { team: team_name } : {}),
      ...(mode ? { mode } : {}),
    },
    call.signal,
  )
}

const render = (output: AgentOutcome): string => {
  switch (output.status) {
    case 'completed':
      return completed(output)
    case 'async_launched':
      return launched(output)
    case 'teammate_spawned':
      return `${output.name} has joined the team ${output.team} (agent ${output.agentId}). You are told what it says when its turn ends: do not wait or look for it. SendMessage tells it more.`
  }
}

const completed = (output: AgentCompleted): string => {
  const text = output.content.map(block => block.text).join('\n')
  const parts = [
    text === '' ? '(The agent said nothing.)' : text,
    ...(output.stoppedBy === undefined ? [] : [`[It was not finished: ${output.stoppedBy}]`]),
    ...(output.worktreePath === undefined
      ? []
      : [
          `[Its changes are in the worktree ${output.worktreePath}, branch ${output.worktreeBranch}. ${output.worktreeNote ?? ''}]`,
        ]),
    ...(output.waitedFor ? ['[run_in_background was not used: nothing works in the background here.]'] : []),
    about(output),
  ]
  return parts.join('\n\n')
}

const about = ({ agentId, totalTokens, totalToolUseCount, totalDurationMs }: AgentCompleted): string =>
  `agentId: ${agentId} (SendMessage continues it)\n<usage>tokens: ${totalTokens}, tool uses: ${totalToolUseCount}, duration: ${totalDurationMs} ms</usage>`

const launched = ({ agentId, outputFile, moved }: AgentLaunched): string =>
  [
    moved === undefined
      ? `The agent works in the background. agentId: ${agentId}`
      : `The agent was moved to the background ${moved === 'person' ? 'by the user' : 'because it takes long'} and goes on. agentId: ${agentId}`,
    `You are told when it ends: do not wait or look for it, and do not do its work yourself. SendMessage tells it more, TaskStop ends it; what it says so far is in ${outputFile}.`,
  ].join('\n')
