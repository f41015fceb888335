import { join } from 'node:path'
import type { TeamChoice } from '../../engine/options/team-choice.ts'
import { toName } from '../../protocol/agents/team.ts'
import type { Env } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn, variable } from '../environment.ts'

interface TeamsAt {
  readonly configHome: string
  readonly list: string | undefined
  /** With what settings add: enough to turn teams on. */
  readonly all?: Env
}

/**
 * Where teams are: by the environment, else by the settings, else in files. `env` is that of the process, without what
 * settings add: a folder must not lead a team to another server.
 */
export const chooseTeams = (
  settings: Pick<Settings, 'teams' | 'teammateMode'>,
  env: Env,
  { configHome, list, all = env }: TeamsAt,
): TeamChoice => {
  const url = env['CAPSTAN_TEAMS_URL'] || settings.teams?.url
  const wanted = env['CAPSTAN_TEAMS_BACKEND'] || settings.teams?.backend
  const team = variable(env, 'CLAUDE_CODE_TEAM_NAME')
  return {
    backend: wanted === 'nats' ? 'nats' : 'files',
    directory: join(configHome, 'teams'),
    ...(isOn(all, 'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS') || settings.teams?.enabled ? { on: true } : {}),
    ...(url ? { url } : {}),
    credentials: {
      ...given('path', env['CAPSTAN_NATS_CREDS']),
      ...given('token', env['CAPSTAN_NATS_TOKEN']),
      ...given('user', env['CAPSTAN_NATS_USER']),
      ...given('password', env['CAPSTAN_NATS_PASSWORD']),
    },
    ...given('list', list),
    ...given('team', team === undefined ? undefined : toName(team)),
  }
}

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value ? ({ [key]: value } as { readonly [P in K]?: string }) : {}
