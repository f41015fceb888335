import { anthropic } from '../../features/models/providers/anthropic.ts'
import { LOCAL_SERVERS } from '../../features/models/providers/local.ts'
import { findCredential } from '../../host/credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { gatherSettings } from '../../host/gather-settings.ts'
import { knownProviders } from '../../host/providers/known-providers.ts'
import { listModels } from '../../host/providers/list-models.ts'
import { findStart } from '../../host/start.ts'
import { withStoredCredentials } from '../../host/stored-credentials.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { findServers } from '../tui/find-servers.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { jsonModel, renderModels } from './render-models.ts'

const MODELS = {
  name: 'models',
  usage: `Usage: capstan models [flags]   list providers and their models

  --provider <name>   only this provider
  --json              one JSON object per model

Prices are in USD per million tokens: input / output.`,
  flags: { provider: { type: 'string' }, json: { type: 'boolean' } },
} as const

/** Somebody who listens answers at once. */
const PROBE_MS = 200

/** `capstan models` */
export const models = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(MODELS.usage)
  const given = readOptions(MODELS, argv)
  if (given.words.length > 0) throw wrongUsage(MODELS, `Unexpected argument "${given.words[0]}".`)
  const start = findStart(from)
  const { settings, ownEnv } = gatherSettings({}, { ...start, env: from.env })
  const env = { ...from.env, ...ownEnv }
  const only = given.text('provider')?.toLowerCase()
  const names = knownProviders(settings).map(({ name }) => name)
  if (only !== undefined && !names.includes(only)) throw wrongUsage(MODELS, unknownProvider(only, names))
  const helper = { command: settings.apiKeyHelper, env, cwd: start.cwd }
  const environment = withStoredCredentials(readEnvironment(env), {
    configHome: start.configHome,
    helper: settings.apiKeyHelper,
    warn: text => process.stderr.write(`${text}\n`),
  })
  const listed = listModels({
    env,
    settings,
    own: findCredential(anthropic, environment, helper)?.source,
    served: await probe(only),
    ...(only === undefined ? {} : { only }),
  })
  const lines = given.is('json')
    ? listed.flatMap(provider => provider.models.map(model => JSON.stringify(jsonModel(provider, model))))
    : [renderModels(listed)]
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
  return 0
}

const unknownProvider = (name: string, names: readonly string[]): string => {
  const nearest = nearestName(name, names)
  const meant = nearest === undefined ? `Known: ${names.join(', ')}.` : `Did you mean "${nearest}"?`
  return `There is no provider called "${name}". ${meant}`
}

const probe = async (only: string | undefined): Promise<ReadonlyMap<string, readonly string[]>> => {
  const wanted = LOCAL_SERVERS.filter(({ name }) => only === undefined || name === only)
  const servers = wanted.map(({ title, endpoint }) => ({
    name: title,
    port: Number(new URL(endpoint.url).port),
  }))
  const found = await findServers({ signal: new AbortController().signal, servers, timeoutMs: PROBE_MS })
  return new Map(
    wanted.flatMap(({ name, title }) => {
      const server = found.find(each => each.name === title)
      return server ? [[name, server.models] as const] : []
    }),
  )
}
