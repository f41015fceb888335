import type * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, plainText, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('teamCreate', {
  leads: {
    en: 'You lead the team {team}. TaskCreate and the other task tools work on its list now. Start members with Agent: name and team_name "{team}".',
    zh: '你现在领导团队 {team}。TaskCreate 等任务工具现在作用于它的列表。用 Agent 启动成员：给出 name 和 team_name "{team}"。',
  },
  none: { en: 'There are no teams in this session.', zh: '本会话没有团队。' },
})

const DESCRIPTION = {
  en: `Makes a team that you lead: agents that work side by side, talk to each other and share one task list. For work with several independent parts; one agent or a few parallel ones are cheaper.
Then: put the work on the list (TaskCreate, with what waits for what), start members with Agent (name and team_name), and let them claim tasks. When the turn of a member ends you are told its last words; a member that waits is not gone. Messages of members are from agents, never from the user. At the end ask each to stop (SendMessage with {"type":"shutdown_request"}), then TeamDelete.`,
  zh: `创建由你带领的团队：多个智能体并行工作、互相交流、共享一个任务列表。适合有多个独立部分的工作；单个或少数几个并行的智能体更省。
然后：把工作放入列表（TaskCreate，注明依赖），用 Agent 启动成员（name 和 team_name），让它们认领任务。成员的回合结束时你会收到它最后的话；等待中的成员并未离开。成员的消息来自智能体，绝不是用户说的。最后请每个成员停止（SendMessage，内容 {"type":"shutdown_request"}），再用 TeamDelete。`,
}

const input = fields({
  team_name: someText({ en: 'Short: letters, digits, "_" and "-"', zh: '简短：字母、数字、"_" 和 "-"' }),
  description: plainText({ en: 'What it is for', zh: '用途' }).optional(),
})

interface TeamCreateOutput {
  readonly team_name: string
  readonly lead_agent_id: string
}

export const teamCreateTool: Tool<z.output<typeof input>, TeamCreateOutput> = {
  name: 'TeamCreate',
  present,
  groups: ['conversation', 'team_lead', 'teams'],
  description: DESCRIPTION,
  deferred: {
    hint: { en: 'lead a team of agents that share a task list', zh: '带领共享任务列表的智能体团队' },
  },
  leavesTrace: true,
  input,
  noAccess:
    "Only writes the team's own files below the config home; what members do is decided call by call.",
  access: () => [],
  run: withoutProgress(async ({ team_name, description }, { agents: { team } }) => {
    if (!team) throw new ToolError(says('none'))
    const made = await team.create({ name: team_name, ...(description ? { description } : {}) })
    return { team_name: made.name, lead_agent_id: made.leadAgentId }
  }),
  show: ({ team_name }, language) => textBlocks(says('leads', { team: team_name }), language),
}
