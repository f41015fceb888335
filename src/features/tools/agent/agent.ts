import type { z } from 'zod'
import type { Access } from '../../../protocol/access.ts'
import type { AgentCompleted, AgentLaunched, AgentOutcome } from '../../../protocol/agents/agents.ts'
import { remoteHostText } from '../../../protocol/messages/engine/remote-host.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { parseTarget } from '../../../protocol/remote/target.ts'
import { type Tool, type ToolCall, ToolError, type ToolProgress } from '../../../protocol/tool.ts'
import { choice, fields, flag, plainText, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { present } from './present.ts'

const says = modelTexts('agent_tool', {
  movedByUser: {
    en: 'The agent was moved to the background by the user and goes on. agentId: {id}',
    zh: '用户把智能体移到了后台，它继续工作。agentId: {id}',
  },
  movedByTime: {
    en: 'The agent was moved to the background because it takes long and goes on. agentId: {id}',
    zh: '智能体耗时较长，已移到后台继续。agentId: {id}',
  },
  joined: {
    en: '{name} has joined the team {team} (agent {id}). You are told what it says when its turn ends: do not wait or look for it. SendMessage tells it more.',
    zh: '{name} 已加入团队 {team}（智能体 {id}）。它的回合结束时会告诉你它说了什么：不要等待或查看。用 SendMessage 向它补充。',
  },
  nothing: { en: '(The agent said nothing.)', zh: '（智能体没有给出内容。）' },
  unfinished: { en: '[It was not finished: {why}]', zh: '[尚未完成：{why}]' },
  worktree: {
    en: '[Its changes are in the worktree {path}, branch {branch}. {note}]',
    zh: '[它的更改在工作树 {path}，分支 {branch}。{note}]',
  },
  waitedFor: {
    en: '[run_in_background was not used: nothing works in the background here.]',
    zh: '[run_in_background 未生效：这里不能在后台工作。]',
  },
  about: {
    en: 'agentId: {id} (SendMessage continues it)\n<usage>tokens: {tokens:number}, tool uses: {uses:number}, duration: {ms:number} ms</usage>',
    zh: 'agentId: {id}（可用 SendMessage 继续）\n<usage>tokens: {tokens:number}, tool uses: {uses:number}, duration: {ms:number} ms</usage>',
  },
  background: {
    en: 'The agent works in the background. agentId: {id}',
    zh: '智能体在后台工作。agentId: {id}',
  },
  news: {
    en: 'You are told when it ends: do not wait or look for it, and do not do its work yourself. SendMessage tells it more, TaskStop ends it; what it says so far is in {path}.',
    zh: '结束时会通知你：不要等待或查看，也不要自己做它的工作。SendMessage 可向它补充，TaskStop 可终止它；它目前的输出在 {path}。',
  },
})

const DESCRIPTION = {
  en: `Hands a task to an agent with a context of its own; its last message is your result. For broad searches, work whose details you need not keep, and independent parts: several calls in one reply run side by side. Not for one known file or a small edit.
The agent sees nothing of this conversation: give it all it needs, and say what to report and whether to change files. The user does not see its answer; tell them what matters.
Types: general-purpose (any task, the default), Explore (finds things in code; read-only, fast), Plan (designs a change; read-only), verification (runs a change to break it), guide (knows Capstan). Reminders may name more.`,
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
    en: 'Returns at once; you are told when it ends',
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
    en: 'In its own git worktree',
    zh: '在单独的 git 工作树中',
  }).optional(),
  where: plainText({
    en: 'Its commands and files are on this machine: ssh://host/dir',
    zh: '在这台机器上运行命令和读写文件：ssh://host/dir',
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
  access: ({ subagent_type, where }) => [
    ...(where ? [connecting(where)] : []),
    { kind: 'agent', name: subagent_type || DEFAULT_TYPE },
  ],
  check: async (given, call) => checkWhere(given, call),
  parallel: () => true,
  survivesSiblings: true,
  leavesTrace: true,
  run: startAgent,
  show: (output, language) => textBlocks(render(output), language),
  partial: output => output.status === 'completed' && output.stoppedBy !== undefined,
  maxResultChars: MOST_CHARS,
}

async function* startAgent(given: AgentInput, call: ToolCall): AsyncGenerator<ToolProgress, AgentOutcome> {
  const {
    description,
    prompt,
    subagent_type,
    model,
    run_in_background,
    name,
    isolation,
    team_name,
    mode,
    where,
  } = given
  checkWhere(given, call)
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
      ...(where ? { where } : {}),
    },
    call.signal,
  )
}

/** What goes with another machine, and whether there is such a machine. */
const checkWhere = ({ where, isolation, team_name }: AgentInput, { agents }: ToolCall): void => {
  if (!where) return
  if (isolation) throw new ToolError(remoteHostText('no_isolation'))
  if (team_name) throw new ToolError(remoteHostText('no_team'))
  const why = agents.whyNotThere ? agents.whyNotThere(where) : remoteHostText('off')
  if (why) throw new ToolError(why)
}

/** What is no address asks as well, and is refused then. */
const connecting = (where: string): Access => ({
  kind: 'remote',
  does: 'connect',
  host: parseTarget(where)?.address ?? where,
  text: where,
})

const render = (output: AgentOutcome): LocalizedText => {
  switch (output.status) {
    case 'completed':
      return completed(output)
    case 'async_launched':
      return launched(output)
    case 'teammate_spawned':
      return says('joined', { name: output.name, team: output.team, id: output.agentId })
  }
}

const completed = (output: AgentCompleted): LocalizedText => {
  const text = output.content.map(block => block.text).join('\n')
  const parts = [
    text === '' ? says('nothing') : text,
    ...(output.stoppedBy === undefined ? [] : [says('unfinished', { why: output.stoppedBy })]),
    ...(output.worktreePath === undefined
      ? []
      : [
          says('worktree', {
            path: output.worktreePath,
            branch: String(output.worktreeBranch),
            note: output.worktreeNote ?? '',
          }),
        ]),
    ...(output.waitedFor ? [says('waitedFor')] : []),
    about(output),
  ]
  return lines(parts.flatMap((part, at) => (at === 0 ? [part] : ['', part])))
}

const about = ({ agentId, totalTokens, totalToolUseCount, totalDurationMs }: AgentCompleted): LocalizedText =>
  says('about', { id: agentId, tokens: totalTokens, uses: totalToolUseCount, ms: totalDurationMs })

const launched = ({ agentId, outputFile, moved }: AgentLaunched): LocalizedText =>
  lines([
    moved === undefined
      ? says('background', { id: agentId })
      : says(moved === 'person' ? 'movedByUser' : 'movedByTime', { id: agentId }),
    says('news', { path: outputFile }),
  ])
