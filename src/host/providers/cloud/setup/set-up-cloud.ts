import { newestOf } from '../../../../features/models/catalogue.ts'
import { vertexProject } from '../../../../features/models/providers/cloud.ts'
import type { CloudSetupReport, CloudSetupRequest } from '../../../../protocol/cloud-setup.ts'
import { type Env, HostError, type OpenRequest } from '../../../../protocol/host.ts'
import { cloudAnswer } from '../../../../protocol/messages/commands/cloud-setup.ts'
import { lines } from '../../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { withStoredCredentials } from '../../../credentials/stored-credentials.ts'
import { type EnvironmentOptions, readEnvironment } from '../../../environment.ts'
import { Connections } from '../../../models/connections.ts'
import { providerIds } from '../../../models/override-rows.ts'
import { type Gathered, gatherSettings } from '../../../settings/gather-settings.ts'
import type { Start } from '../../../start.ts'
import { addressOf } from '../../provider-credential.ts'
import { findProviders } from '../../reach-models.ts'
import { checkFields } from './check-fields.ts'
import { CLOUDS, type CloudRow, soldFamilies } from './cloud-fields.ts'
import { findSignIn } from './find-sign-in.ts'
import { type CloudModel, testModels } from './test-models.ts'

interface SetupFrom {
  readonly request: OpenRequest
  readonly start: Start
  readonly version: string
}

/** As the cloud would be reached with what was typed. */
interface Candidate {
  readonly row: CloudRow
  readonly env: Env
  readonly gathered: Gathered
  readonly environment: EnvironmentOptions
  readonly changes: CloudSetupReport['changes']
  readonly models: readonly CloudModel[]
  readonly command: string
}

/** One step of `/setup-bedrock` or `/setup-vertex`. Writes nothing. Throws OpError for what cannot be meant. */
export const setUpCloud = async (from: SetupFrom, wanted: CloudSetupRequest): Promise<CloudSetupReport> => {
  const row = CLOUDS[wanted.cloud]
  checkFields(row, wanted.fields)
  const at = tryOut(from, row, wanted)
  const report = { works: false, changes: at.changes }
  if (wanted.step === 'saved') return { ...report, text: lines(overruled(at, wanted.fields)) }
  const state = describeState(at, from)
  if (wanted.step === 'look') return { ...report, text: lines([...state.lines, '', ...state.next]) }
  const { lines: said, working } = await test(at, from)
  return { ...report, works: working > 0, text: lines([...state.lines, '', ...said]) }
}

/** Settings are read anew: an earlier step may have saved some. What was typed goes before them, as it will once saved. */
const tryOut = (from: SetupFrom, row: CloudRow, { cloud, fields, step }: CloudSetupRequest): Candidate => {
  const { request, start } = from
  const gathered = gatherSettings(request.overrides, { ...start, env: request.env })
  const typed = step === 'saved' ? [] : row.fields.filter(({ name }) => fields[name] !== undefined)
  const values = Object.fromEntries(typed.map(({ key, name }) => [key, fields[name] ?? '']))
  const variables = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (key.startsWith('env.') ? [[key.slice(4), value]] : [])),
  )
  const ownEnv = { ...gathered.ownEnv, ...variables }
  const env: Env = { ...request.env, ...ownEnv }
  const refresh = values[row.refresh]
  const settings = { ...gathered.settings, ...(refresh === undefined ? {} : { [row.refresh]: refresh }) }
  const environment = withStoredCredentials(readEnvironment({ ...env }), {
    configHome: start.configHome,
    helper: settings.apiKeyHelper,
    warn: () => {},
  })
  const isUsual = gathered.settings.provider === cloud
  return {
    row,
    env,
    gathered: { ...gathered, settings, ownEnv },
    environment: { ...environment, maxRetries: 0 },
    changes: [
      ...Object.entries(values).map(([key, value]) => ({ key, value })),
      ...(isUsual ? [] : [{ key: 'provider', value: cloud }]),
    ],
    models: modelsOf(row, env, settings),
    command: `/setup-${cloud}`,
  }
}

/** What the names of families lead to. */
const modelsOf = (row: CloudRow, env: Env, settings: Gathered['settings']): readonly CloudModel[] => {
  const { provider } = row
  const own = providerIds(settings)
  return soldFamilies(provider).map(family => {
    const known = newestOf(family, [...Object.keys(provider.sells ?? {}), ...own.keys()]) ?? family
    const name = env[`ANTHROPIC_DEFAULT_${family.toUpperCase()}_MODEL`] || known
    const id = own.get(name) ?? provider.sells?.[name] ?? name
    return { name: family, asked: `${provider.name}/${name}`, id, region: row.regionOf(env, id) }
  })
}

interface State {
  readonly lines: readonly LocalizedText[]
  readonly next: readonly LocalizedText[]
}

const describeState = (at: Candidate, { start }: SetupFrom): State => {
  const { row, env, gathered, environment } = at
  const { settings } = gathered
  const { title, endpoint } = row.provider
  const keys = { settings, ...environment, cwd: start.cwd, configHome: start.configHome }
  const signIn = findSignIn(row, env, keys)
  const renewed = settings[row.refresh]
  const source = row.regionFrom.find(name => env[name])
  const region = row.regionOf(env, '')
  const project = vertexProject(env)
  const isVertex = row.provider.account === 'google'
  const url = endpoint.variable === undefined ? undefined : env[endpoint.variable]
  return {
    lines: [
      cloudAnswer(at.changes.some(({ key }) => key !== 'provider') ? 'heading_with' : 'heading', { title }),
      cloudAnswer('credentials', { what: signIn.what }),
      ...(renewed === undefined
        ? []
        : [cloudAnswer('refreshes', { setting: row.refresh, command: renewed })]),
      source === undefined
        ? cloudAnswer('region_default', { region })
        : cloudAnswer('region', { region, from: source }),
      ...(isVertex ? [project ? cloudAnswer('project', { project }) : cloudAnswer('project_missing')] : []),
      cloudAnswer('models', { step: isVertex ? '4' : '3' }),
      ...at.models.map(({ name, id, region: own }) =>
        own === region
          ? cloudAnswer('model_at', { name, id })
          : cloudAnswer('model_at_region', { name, id, region: own }),
      ),
      ...(url ? [cloudAnswer('endpoint', { url })] : []),
    ],
    next: [
      nextStep(at, { signedIn: signIn.found || renewed !== undefined, region: source }),
      cloudAnswer('also', { names: row.fields.map(({ name }) => name).join(', ') }),
    ],
  }
}

const nextStep = (
  { row: { provider, exampleRegion }, env, command }: Candidate,
  has: { readonly signedIn: boolean; readonly region: string | undefined },
): LocalizedText => {
  const isVertex = provider.account === 'google'
  if (!has.signedIn) return cloudAnswer(isVertex ? 'next_credentials_vertex' : 'next_credentials_bedrock')
  if (isVertex && vertexProject(env) === undefined) return cloudAnswer('next_project', { command })
  if (has.region === undefined) return cloudAnswer('next_region', { command, example: exampleRegion })
  return cloudAnswer('next_test', { command })
}

const test = async (
  at: Candidate,
  { request, start, version }: SetupFrom,
): Promise<{ readonly lines: readonly LocalizedText[]; readonly working: number }> => {
  const { row, env, gathered, environment, models } = at
  // Its sockets end with the test.
  using connections = new Connections()
  const asking = { request: { ...request, env }, environment, gathered, connections, version }
  try {
    addressOf(row.provider, env)
    const { model } = await findProviders(asking, start).reach(models[0]?.asked ?? '', undefined)
    return await testModels(models, row, { model, env })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return { lines: [cloudAnswer('not_tested', { why: error.localized })], working: 0 }
  }
}

/** Others may have the last word on a value that was saved. */
const overruled = (
  { row, env, gathered: { settings } }: Candidate,
  fields: CloudSetupRequest['fields'],
): readonly LocalizedText[] => {
  const said = row.fields.flatMap(({ name, key }) => {
    const wanted = fields[name]
    const now = key.startsWith('env.') ? env[key.slice(4)] : settings[row.refresh]
    return wanted === undefined || wanted === now ? [] : [{ key, now }]
  })
  const { provider } = settings
  const all = provider === row.provider.name ? said : [...said, { key: 'provider', now: provider }]
  return all.map(({ key, now }) => cloudAnswer('overruled', { key, value: now ?? cloudAnswer('unset') }))
}
