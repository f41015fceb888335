import type * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('teamDelete', {
  deleted: { en: 'The team {team} is deleted.', zh: '团队 {team} 已删除。' },
  none: { en: 'There are no teams in this session.', zh: '本会话没有团队。' },
})

const input = fields({})

interface TeamDeleteOutput {
  readonly team_name: string
}

export const teamDeleteTool: Tool<z.output<typeof input>, TeamDeleteOutput> = {
  name: 'TeamDelete',
  present,
  groups: ['conversation', 'team_lead', 'teams'],
  description: {
    en: 'Deletes the team you lead, with its task list and messages. Its members must have stopped. Changes they made stay.',
    zh: '删除你带领的团队及其任务列表和消息。成员须已停止。它们所做的改动保留。',
  },
  deferred: { hint: { en: 'delete the team you lead', zh: '删除你带领的团队' } },
  leavesTrace: true,
  input,
  noAccess: "Only removes the team's own files below the config home.",
  access: () => [],
  run: withoutProgress(async (_, { agents: { team } }) => {
    if (!team) throw new ToolError(says('none'))
    return { team_name: (await team.remove()).name }
  }),
  show: ({ team_name }, language) => textBlocks(says('deleted', { team: team_name }), language),
}
