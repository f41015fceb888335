import type * as z from 'zod'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({})

interface TeamDeleteOutput {
  readonly team_name: string
}

export const teamDeleteTool: Tool<z.output<typeof input>, TeamDeleteOutput> = {
  name: 'TeamDelete',
  present,
  groups: ['conversation', 'team_lead', 'teams'],
  description:
    'Deletes the team you lead, with its task list and messages. Its members must have stopped. Changes they made stay.',
  deferred: { hint: 'delete the team you lead' },
  leavesTrace: true,
  input,
  noAccess: "Only removes the team's own files below the config home.",
  access: () => [],
  run: withoutProgress(async (_, { agents: { team } }) => {
    if (!team) throw new ToolError('There are no teams in this session.')
    return { team_name: (await team.remove()).name }
  }),
  show: ({ team_name }) => [{ type: 'text', text: `The team ${team_name} is deleted.` }],
}
