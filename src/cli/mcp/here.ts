import { randomUUID } from 'node:crypto'
import { mergeContributions, type Sourced } from '../../features/extensions/merge.ts'
import { gatherServers } from '../../host/servers/gather-servers.ts'
import { type ServerSources, serverSources } from '../../host/servers/server-sources.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionProblem } from '../../protocol/extensions/roots.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'

/** The servers that a session started here would have, without those of plugins. Nothing is started. */
export interface ServersHere {
  readonly places: ServerSources
  readonly written: readonly Contribution[]
  readonly servers: readonly Sourced<NamedServer>[]
  readonly problems: readonly ExtensionProblem[]
  readonly sandbox: SandboxSettings
}

export const serversHere = (from: Process): ServersHere => {
  const start = findStart(from)
  const gathered = gatherSettings({}, { ...start, env: from.env })
  const env = { ...from.env, ...gathered.settings.env }
  const places = serverSources({}, gathered, { ...start, env, version: from.version })
  const written = gatherServers(places)
  return {
    places,
    written,
    servers: mergeContributions(written).servers,
    sandbox: gathered.settings.sandbox ?? {},
    problems: written.flatMap(({ problems = [] }) => problems),
  }
}

export const lockFor = async ({ env }: Pick<ServerSources, 'env'>) => ({
  newId: randomUUID,
  now: () => Date.now(),
  warn: await problemSayer(env),
})

const MOST = 2_000

/** On one line; what is left out is counted, so that nothing hides behind a long beginning. */
export const whole = (text: string): Text => {
  const over = Array.from(text).length - MOST
  const shown = escapeLine(text, MOST)
  return over > 0 ? answerText('more_characters', { text: shown, count: over }) : shown
}
