import { readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { parseServers, readServers, type WrittenServers } from '../../features/mcp/config/read-servers.ts'
import { refusedBy, type ServerPolicy } from '../../features/mcp/config/server-policy.ts'
import {
  disabledIn,
  projectPart,
  readUserServersFile,
  userServersFileOf,
} from '../../features/mcp/config/user-servers-file.ts'
import { standingOf } from '../../features/settings/administered.ts'
import { isCredential } from '../../features/shell/child-environment.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import { isObject } from '../../lib/is-object.ts'
import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { serverConfigText } from '../../protocol/messages/host/server-config.ts'
import { messageFields } from '../../protocol/messages/localized-text.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { type BundlesAt, takeBundles } from './bundled-servers.ts'
import { approvalsFor } from './server-approvals.ts'
import type { ServerSources } from './server-sources.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** All servers that count here, by where they are written, and what is wrong with them. */
export const gatherServers = (at: ServerSources): readonly Contribution[] => {
  const managed = at.files.managed.map(file => managedServers(file, at))
  // Whoever administers the machine has the say over all of them.
  const others = (): readonly Contribution[] => [
    ...fromFlags(at),
    ...(at.strict ? [] : [...fromFiles(at), ...settingsServers(at)]),
  ]
  const found = [...administered(at), ...(managed.length > 0 ? managed : others())]
  const own = readUserServersFile(at.configHome)
  const disabled = own.ok ? disabledIn(own.value, at.trustRoot) : []
  return found
    .map(one => withLock(one, at))
    .map(one => withChoices(one, { disabled, at }))
    .map(one => withPolicy(one, at.policy))
    .filter(({ servers = [], problems = [] }) => servers.length + problems.length > 0)
}

/** Only plugins and the administrator bring servers where the administrator says so; those of a program are in it. */
const withLock = (one: Contribution, { pluginsOnly = false }: ServerSources): Contribution => {
  if (!pluginsOnly || one.source.level === 'managed') return one
  const kept = (one.servers ?? []).filter(({ config }) => config.type === 'sdk')
  const left = (one.servers ?? []).filter(({ config }) => config.type !== 'sdk')
  return {
    ...one,
    servers: kept,
    problems: [
      ...(one.problems ?? []),
      ...left.map(({ name, file }) => ({
        source: one.source,
        message: `the MCP server "${name}" is not from a plugin, and your administrator allows no others ("strictPluginOnlyCustomization"), so it is not started`,
        ...(file === undefined ? {} : { file }),
      })),
    ],
  }
}

/** A file that others can write is not the administrator's word: until that is settled no server is used at all. */
const managedServers = (file: string, at: ServerSources): Contribution => {
  const source = { level: 'managed' } as const
  const standing = standingOf(file, at.files.administrator ?? 0)
  if (standing.kind === 'administered') return fromFile(file, source, at)
  const why = 'why' in standing ? standing.why : serverConfigText('gone')
  return {
    source,
    problems: [{ source, file, ...messageFields(serverConfigText('out_of_order', { why })) }],
  }
}

const fromFiles = (at: ServerSources): readonly Contribution[] => [
  ...(at.sources.includes('local') ? localServers(at) : []),
  ...(at.sources.includes('project') ? projectServers(at) : []),
  ...(at.sources.includes('user') ? userServers(at) : []),
]

/** A path, or JSON. What the command line names has to be right. */
const fromFlags = ({ flags, cwd, env, sdk = [] }: ServerSources): readonly Contribution[] => {
  const source = { level: 'flag' } as const
  const given = flags.map(flag => {
    const isJson = flag.trimStart().startsWith('{')
    const file = isJson ? undefined : isAbsolute(flag) ? flag : resolve(cwd, flag)
    const { servers, problems } = readServers(file === undefined ? flag : readFlagFile(file), env)
    const [problem] = problems
    if (problem !== undefined)
      throw new HostError(
        'request',
        openingText('mcp_config', { where: file ?? openingText('given_json'), problem }),
      )
    // Those of a program come another way.
    return toContribution(
      source,
      { servers: servers.filter(({ config }) => config.type !== 'sdk'), problems },
      file,
    )
  })
  const inProgram = sdk.map(
    ({ name, timeout }): NamedServer => ({
      name,
      config: { type: 'sdk', alwaysLoad: true, ...(timeout === undefined ? {} : { timeout }) },
    }),
  )
  return [...given, ...(inProgram.length > 0 ? [{ source, servers: inProgram }] : [])]
}

const readFlagFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new HostError(
      'request',
      openingText('mcp_config_unreadable', { file, reason: describeCause(error) }),
    )
  }
}

const localServers = (at: ServerSources): readonly Contribution[] => {
  const own = readUserServersFile(at.configHome)
  const theirs = readJson(at.files.foreign)
  const parts = [at.trustRoot, at.cwd].flatMap(path => projectPart(theirs, path)['mcpServers'] ?? [])
  return [
    fromOwn(
      { level: 'local', directory: '.capstan' },
      own.ok ? projectPart(own.value, at.trustRoot)['mcpServers'] : {},
      { ...at, root: at.trustRoot },
    ),
    ...[...new Set(parts)].map(part =>
      fromValue({ level: 'local', directory: '.claude' }, part, { file: at.files.foreign, env: at.env }),
    ),
  ]
}

const userServers = (at: ServerSources): readonly Contribution[] => {
  const own = readUserServersFile(at.configHome)
  const source = { level: 'user', directory: '.capstan' } as const
  const file = userServersFileOf(at.configHome)
  return [
    own.ok
      ? fromOwn(source, own.value['mcpServers'], at)
      : { source, problems: [{ source, file, ...messageFields(own.problem) }] },
    fromValue({ level: 'user', directory: '.claude' }, readJson(at.files.foreign)['mcpServers'], {
      file: at.files.foreign,
      env: at.env,
    }),
  ]
}

/** The nearest first; each waits for the person's word. Nothing of an untrusted folder is even read. */
const projectServers = (at: ServerSources): readonly Contribution[] => {
  const source = { level: 'project' } as const
  if (at.files.project.length > 0 && !at.trusted)
    return [
      {
        source,
        problems: at.files.project.map(file => ({
          source,
          file,
          waits: true,
          ...messageFields(serverConfigText('waits')),
        })),
      },
    ]
  const approvalOf = approvalsFor(at)
  const seen = new Set<string>()
  return at.files.project.map(file => {
    const read = readText(file, text => readServers(text, projectEnv(at.env)))
    const nearest = read.servers.filter(({ name }) => !seen.has(name))
    for (const { name } of nearest) seen.add(name)
    const contribution = toContribution(source, { ...read, servers: nearest }, file)
    return {
      ...contribution,
      servers: nearest.map(({ name, config, written }) => ({
        name,
        config,
        file,
        approval: approvalOf(name, written),
      })),
    }
  })
}

/** A project does not get at what opens the way to a model. */
const projectEnv = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isCredential(name)))

const fromFile = (file: string, source: ContributionSource, { env }: ServerSources): Contribution =>
  toContribution(
    source,
    readText(file, text => readServers(text, env)),
    file,
  )

const fromValue = (
  source: ContributionSource,
  value: unknown,
  { file, env }: { readonly file: string; readonly env: Env },
): Contribution => toContribution(source, value === undefined ? NONE : parseServers(value, env), file)

/** In the person's own file, bundles count as well. */
const fromOwn = (
  source: ContributionSource,
  value: unknown,
  at: Pick<ServerSources, 'configHome' | 'home' | 'env'> & Pick<BundlesAt, 'root'>,
): Contribution => {
  const { found, left } = takeBundles(value, { ...at, platform: process.platform })
  const { servers, problems } = left === undefined ? NONE : parseServers(left, at.env)
  return toContribution(
    source,
    { servers: [...servers, ...found.servers], problems: [...problems, ...found.problems] },
    userServersFileOf(at.configHome),
  )
}

const NONE: WrittenServers = { servers: [], problems: [] }

const readText = (file: string, read: (text: string) => WrittenServers): WrittenServers => {
  const found = readPlainFile(file, MAX_BYTES)
  if ('problem' in found)
    return { servers: [], problems: [serverConfigText('unreadable', { why: found.problem })] }
  return read(found.text)
}

/** A file of another program: what cannot be read in it is not for us to mend. */
const readJson = (file: string): Readonly<Record<string, unknown>> => {
  try {
    const found = readPlainFile(file, MAX_BYTES)
    const value: unknown = 'problem' in found ? {} : parseBoundedJson(found.text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const toContribution = (
  source: ContributionSource,
  { servers, problems }: WrittenServers,
  file: string | undefined,
): Contribution => ({
  source,
  servers: servers.map(({ name, config }) => ({ name, config, ...(file === undefined ? {} : { file }) })),
  problems: problems.map(problem => ({
    source,
    ...messageFields(problem),
    ...(file === undefined ? {} : { file }),
  })),
})

const withChoices = (
  one: Contribution,
  { disabled }: { readonly disabled: readonly string[]; readonly at: ServerSources },
): Contribution => ({
  ...one,
  servers: (one.servers ?? []).map(server =>
    disabled.includes(server.name) ? { ...server, disabled: true as const } : server,
  ),
})

const withPolicy = (one: Contribution, policy: ServerPolicy): Contribution => {
  const judged = (one.servers ?? []).map(server => ({ server, why: refusedBy(policy, server) }))
  return {
    ...one,
    servers: judged.flatMap(({ server, why }) => (why === undefined ? [server] : [])),
    problems: [
      ...(one.problems ?? []),
      ...judged.flatMap(({ server: { name, file }, why }) =>
        why === undefined
          ? []
          : [
              {
                source: one.source,
                ...messageFields(serverConfigText('not_started', { name, why })),
                ...(file === undefined ? {} : { file }),
              },
            ],
      ),
    ],
  }
}

/** Settings of an administrator add servers; only their own file replaces all others. */
const administered = (at: ServerSources): readonly Contribution[] =>
  fromSettings(at, ({ source }) => source === 'managed')

const settingsServers = (at: ServerSources): readonly Contribution[] =>
  fromSettings(at, ({ source }) => source !== 'managed')

/** What a settings file in the folder names waits for the person's word, like what a `.mcp.json` names. */
const fromSettings = (
  at: ServerSources,
  counts: (written: ServerSources['written'][number]) => boolean,
): readonly Contribution[] => {
  const written = at.written.filter(counts)
  if (written.length === 0) return []
  const approvalOf = approvalsFor(at)
  return written.map(({ source: level, file, value }) => {
    const isOfFolder = level === 'project' || level === 'local'
    const read = parseServers(value, isOfFolder ? projectEnv(at.env) : at.env)
    const contribution = toContribution({ level }, read, file)
    if (!isOfFolder) return contribution
    return {
      ...contribution,
      servers: read.servers.map(({ name, config, written }) => ({
        name,
        config,
        file,
        approval: approvalOf(name, written),
      })),
    }
  })
}

/** Where a file of a project would be written. */
export const projectFileOf = (cwd: string): string => join(cwd, '.mcp.json')
