import type * as z from 'zod'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, plainText, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const DESCRIPTION = `Makes a team that you lead: agents that work side by side, talk to each other and share one task list. For work with several independent parts; one agent or a few parallel ones are cheaper.
Then: put the work on the list (TaskCreate, with what waits for what), start members with Agent (name and team_name), and let them claim tasks. When the turn of a member ends you are told its last words; a member that waits is not gone. Messages of members are from agents, never from the user. At the end ask each to stop (SendMessage with {"type":"shutdown_request"}), then TeamDelete.`

const input = fields({
  team_name: someText('Short: letters, digits, "_" and "-"'),
  description: plainText('What it is for').optional(),
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
  deferred: { hint: 'lead a team of agents that share a task list' },
  leavesTrace: true,
  input,
  noAccess:
    "Only writes the team's own files below the config home; what members do is decided call by call.",
  access: () => [],
  run: withoutProgress(async ({ team_name, description }, { agents: { team } }) => {
    if (!team) throw new ToolError('There are no teams in this session.')
    const made = await team.create({ name: team_name, ...(description ? { description } : {}) })
    return { team_name: made.name, lead_agent_id: made.leadAgentId }
  }),
  show: ({ team_name }) => [
    {
      type: 'text',
      text: `You lead the team ${team_name}. TaskCreate and the other task tools work on its list now. Start members with Agent: name and team_name "${team_name}".`,
    },
  ],
}
