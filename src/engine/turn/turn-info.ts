import type { Merged } from '../../features/extensions/merge.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { TurnInfo } from '../../protocol/event.ts'
import type { ExtensionProblem } from '../../protocol/extensions/roots.ts'
import type { ServerInfo } from '../../protocol/extensions/server.ts'
import type { ThreadParts } from '../thread.ts'

/** What a turn is frozen with, for front ends. */
export const turnInfo = (
  { config, live, tools, session }: Pick<ThreadParts, 'config' | 'live' | 'tools' | 'session'>,
  { userMessageUuid, origin }: Pick<TurnInfo, 'userMessageUuid' | 'origin'>,
): TurnInfo => ({
  sessionId: config.session.id,
  cwd: live.cwd,
  tools: tools().specs.map(spec => spec.name),
  model: live.model,
  mode: live.mode,
  credential: config.credential,
  commands: session.contributions
    .commands()
    .filter(({ headless, needs }) => headless && (needs === undefined || config[needs] !== undefined))
    .map(command => command.name),
  ...extensionsOf(session.contributions.all()),
  userMessageUuid,
  ...(origin ? { origin: { kind: origin.kind } } : {}),
  ...serversOf(session.mcp.infos()),
  ...(config.extensions?.loaded?.().length ? { plugins: config.extensions.loaded() } : {}),
  ...problemsOf(config.extensions?.problems?.() ?? []),
  ...(config.withoutEffect?.length ? { withoutEffect: config.withoutEffect } : {}),
  ...(live.effort ? { effort: live.effort } : {}),
  ...(config.prompt.style ? { outputStyle: config.prompt.style.name } : {}),
  ...(findModel(live.model, config.models.rows).facts.fast ? { fast: live.fast === true } : {}),
})

const serversOf = (infos: readonly ServerInfo[]): Pick<TurnInfo, 'servers'> =>
  infos.length === 0 ? {} : { servers: infos.map(serverOf) }

const serverOf = ({ name, state, error }: ServerInfo): NonNullable<TurnInfo['servers']>[number] => ({
  name,
  state,
  ...(error === undefined ? {} : { error }),
})

const problemsOf = (problems: readonly ExtensionProblem[]): Pick<TurnInfo, 'pluginProblems'> => {
  const broken = problems.flatMap(({ source, message, waits }) =>
    source.level === 'plugin' && waits !== true ? [{ plugin: source.name, message }] : [],
  )
  return broken.length === 0 ? {} : { pluginProblems: broken }
}

/** Nothing is said where there is nothing. */
const extensionsOf = ({
  skills,
  agents,
}: Pick<Merged, 'skills' | 'agents'>): Pick<TurnInfo, 'skills' | 'agents'> => ({
  ...(skills.length === 0 ? {} : { skills: skills.map(({ name }) => name) }),
  ...(agents.length === 0 ? {} : { agents: agents.map(({ name }) => name) }),
})
