import { join } from 'node:path'
import type { TeamChoice } from '../../engine/teams/options.ts'
import type { JoinedTeams } from '../../engine/teams/team-member.ts'
import { LEADER, toName } from '../../protocol/agents/team.ts'
import type { Teammate, TeammateMode } from '../../protocol/agents/teammate.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn, variable } from '../environment.ts'
import { processWrapper } from '../process-wrapper.ts'

interface TeamsAt {
  readonly configHome: string
  readonly list: string | undefined
  /** With what settings add: enough to turn teams on. */
  readonly all?: Env
  /** Starts this program as a member. */
  readonly program?: readonly string[]
  readonly teammate?: Teammate | undefined
  readonly overrides?: Overrides
  /** One message and its answer. */
  readonly oneShot?: boolean | undefined
  /** A person sits at a screen. */
  readonly interactive?: boolean | undefined
}

type TeamSettings = Pick<
  Settings,
  'teams' | 'teammateMode' | 'crossSessionInbound' | 'processWrapper' | 'isolatePeerMachines'
>

/**
 * Where teams are: by the environment, else by the settings, else in files. `env` is that of the process, without what
 * settings add: a folder must not lead a team to another server.
 */
export const chooseTeams = (
  settings: TeamSettings,
  env: Env,
  { configHome, list, program, teammate, overrides = {}, interactive, oneShot, all = env }: TeamsAt,
): TeamChoice => {
  const url = env['CAPSTAN_TEAMS_URL'] || settings.teams?.url
  const wanted = env['CAPSTAN_TEAMS_BACKEND'] || settings.teams?.backend || 'files'
  // With another backend than the person named, tasks and messages would go where nobody looks.
  if (wanted !== 'files' && wanted !== 'nats')
    throw new HostError('request', openingText('bad_teams_backend', { value: wanted }))
  const team = teammate?.team ?? variable(env, 'CLAUDE_CODE_TEAM_NAME')
  const member = teammate ?? joining(env, { team, oneShot })
  return {
    backend: wanted,
    directory: join(configHome, 'teams'),
    ...(isOn(all, 'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS') || settings.teams?.enabled ? { on: true } : {}),
    ...(settings.teams?.planApproval === 'leader' ? { plansToLeader: true } : {}),
    ...(url ? { url } : {}),
    ...(settings.isolatePeerMachines && wanted === 'nats' ? { asksBeyond: true } : {}),
    credentials: {
      ...given('path', env['CAPSTAN_NATS_CREDS']),
      ...given('token', env['CAPSTAN_NATS_TOKEN']),
      ...given('user', env['CAPSTAN_NATS_USER']),
      ...given('password', env['CAPSTAN_NATS_PASSWORD']),
    },
    ...membersOf(overrides.teammateMode ?? settings.teammateMode, { env, overrides, interactive }),
    ...(program ? { program: [...processWrapper(settings, all), ...program] } : {}),
    ...(member ? { member } : {}),
    ...given('list', list),
    ...given('team', team === undefined ? undefined : toName(team)),
    ...peersOf(settings, { configHome, overrides, member, interactive, oneShot }),
  }
}

/** What makes a session a member is loaded for those that are. */
export const withMember = async (teams: TeamChoice): Promise<JoinedTeams> =>
  teams.member ? { ...teams, join: (await import('../../engine/teams/member-process.ts')).joinTeam } : teams

/** A member is reached through its team; a recording is of one process. */
const peersOf = (
  { crossSessionInbound: inbound = 'hold' }: Pick<Settings, 'crossSessionInbound'>,
  {
    configHome,
    overrides: { record, replay } = {},
    member,
    interactive: attended = false,
    oneShot = false,
  }: Pick<TeamsAt, 'configHome' | 'overrides' | 'interactive' | 'oneShot'> & {
    readonly member: Teammate | undefined
  },
): Pick<TeamChoice, 'peers'> =>
  member || record || replay
    ? {}
    : { peers: { directory: join(configHome, 'peers'), inbound, attended, oneShot } }

/** A session that joins a team by itself, from this machine or another. */
const joining = (
  env: Env,
  { team, oneShot }: { team: string | undefined; oneShot: boolean | undefined },
): Teammate | undefined => {
  const name = variable(env, 'CLAUDE_CODE_AGENT_NAME')
  if (team === undefined || name === undefined || oneShot) return undefined
  const stays = (): void => undefined
  return { team: toName(team), name: toName(name), leader: LEADER, left: stays, resting: stays }
}

/** Without a terminal that can be split, `tmux` is a process without a screen. */
const membersOf = (
  mode: TeammateMode = 'in-process',
  { env, overrides, interactive }: { env: Env; overrides: Overrides; interactive: boolean | undefined },
): Pick<TeamChoice, 'members' | 'overrides'> => {
  // A recording is of one process.
  if (mode === 'in-process' || overrides.record || overrides.replay) return {}
  const panes = Boolean(env['TMUX']) && (mode === 'tmux' || (mode === 'auto' && interactive))
  if (panes) return { members: 'tmux', overrides }
  return mode === 'auto' ? {} : { members: 'process', overrides }
}

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value ? ({ [key]: value } as { readonly [P in K]?: string }) : {}
