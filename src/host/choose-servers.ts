import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ServersChoice } from '../engine/options/servers-choice.ts'
import type { ServerPolicy } from '../features/mcp/config/server-policy.ts'
import type { Contribution } from '../protocol/extensions/contribution.ts'
import type { Env, OpenRequest, Overrides } from '../protocol/host.ts'
import type { EnvironmentOptions } from './environment.ts'
import { findGitRoot, type Gathered } from './gather-settings.ts'
import type { Start } from './start.ts'

const MANAGED = ['/etc/capstan/managed-mcp.json', '/etc/claude-code/managed-mcp.json'] as const

/** Where servers of a session may be written, none of it read yet. */
export interface ServerPlaces extends Start {
  readonly env: Env
  /** What the command line names: files, or JSON. */
  readonly flags: readonly string[]
  /** Nothing else counts. */
  readonly strict: boolean
  /** Of the program that drives this one. */
  readonly sdk?: readonly string[]
  readonly sources: readonly string[]
  readonly trusted: boolean
  readonly trustRoot: string
  /** What the person's settings say about servers of projects. */
  readonly projectChoice: {
    readonly all: boolean
    readonly yes: readonly string[]
    readonly no: readonly string[]
  }
  readonly policy: ServerPolicy
  readonly files: {
    readonly managed: readonly string[]
    /** From the directory itself up to the root of its checkout. */
    readonly project: readonly string[]
    /** Of the person, of another program. */
    readonly foreign: string
  }
}

export interface ServersFrom extends Start {
  readonly env: Env
  readonly version: string
}

type PlaceOptions = Pick<Overrides, 'bare' | 'settingSources' | 'mcpConfig' | 'strictMcpConfig'>

/** Where to look; existing files only. */
export const serverPlaces = (
  options: PlaceOptions,
  { settings, trusted, trustRoot, serverPolicy }: Gathered,
  { cwd, home, configHome, env }: ServersFrom,
): ServerPlaces => {
  const compat = env['CAPSTAN_COMPAT'] !== '0'
  const { settingSources = ['user', 'project', 'local'], mcpConfig = [], strictMcpConfig, bare } = options
  return {
    cwd,
    home,
    configHome,
    env,
    trusted,
    trustRoot,
    flags: mcpConfig,
    strict: strictMcpConfig === true || bare === true,
    sources: settingSources,
    projectChoice: {
      all: settings.enableAllProjectMcpServers === true,
      yes: settings.enabledMcpjsonServers ?? [],
      no: settings.disabledMcpjsonServers ?? [],
    },
    policy: serverPolicy,
    files: {
      managed: MANAGED.filter((file, at) => (compat || at === 0) && existsSync(file)),
      project: upwards(cwd, findGitRoot(cwd) ?? cwd)
        .map(directory => join(directory, '.mcp.json'))
        .filter(file => existsSync(file)),
      foreign: compat ? join(home, '.claude.json') : '',
    },
  }
}

/** The nearest first. */
const upwards = (from: string, to: string): readonly string[] => {
  const directories = [from]
  for (let at = from; at !== to && dirname(at) !== at; at = dirname(at)) directories.push(dirname(at))
  return directories
}

/** The servers of a session and how to deal with them. Without any, nothing is read and nothing is loaded. */
export const chooseServers = async (
  request: OpenRequest,
  { gathered, environment }: { readonly gathered: Gathered; readonly environment: EnvironmentOptions },
  from: ServersFrom,
): Promise<ServersChoice> => {
  const sdk = request.initialize?.sdkMcpServers ?? []
  const places = { ...serverPlaces(request.overrides, gathered, from), sdk }
  const written = mayHaveServers(places) ? await read(places) : []
  const { configHome, env, version } = from
  const { connectMs = 30_000 } = environment.servers
  const isAwaited = written.some(({ source, servers = [] }) => source.level === 'flag' && servers.length > 0)
  return {
    written,
    env,
    version,
    configHome,
    ...environment.servers,
    defer: environment.toolSearchOff ? 'never' : environment.deferServers,
    // A person sees them come; a program has one request to make.
    ...(request.interactive ? {} : { waitMs: isAwaited ? connectMs : Math.min(connectMs, BRIEF_MS) }),
    approve: async (server, yes) => {
      const { approveServer } = await import('./approve-server.ts')
      await approveServer({ configHome, root: places.trustRoot }, server, yes)
    },
    async setDisabled(name, disabled) {
      const { changeOwnFile, setDisabled } = await import('../features/mcp/config/own-file.ts')
      const deps = { newId: randomUUID, now: () => Date.now() }
      await changeOwnFile(configHome, file => setDisabled(file, places.trustRoot, { name, disabled }), deps)
    },
    openUrl: async url => (await import('./open-url.ts')).openUrl(url, env),
    ...(request.sdkServer && sdk.length > 0 ? { sdk: request.sdkServer } : {}),
  }
}

/** For servers that nobody named for this run. */
const BRIEF_MS = 5_000

const read = async (places: ServerPlaces): Promise<readonly Contribution[]> => {
  const { gatherServers } = await import('./gather-servers.ts')
  return gatherServers(places)
}

const mayHaveServers = ({ flags, sdk = [], strict, configHome, files }: ServerPlaces): boolean =>
  flags.length > 0 ||
  sdk.length > 0 ||
  files.managed.length > 0 ||
  (!strict &&
    (files.project.length > 0 || existsSync(join(configHome, 'mcp.json')) || namesServers(files.foreign)))

/** That file holds much else, and mostly no servers. */
const namesServers = (file: string): boolean => {
  try {
    return file !== '' && /"mcpServers"\s*:\s*\{\s*"/.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}
