import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerPolicy } from '../../features/mcp/config/server-policy.ts'
import { managedDirectories } from '../../features/settings/administered.ts'
import { hashDefinition } from '../../features/trust/approvals.ts'
import { upwards } from '../../lib/upwards.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { findGitRoot, type Gathered, type SettingsServers } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'

/** Where servers of a session may be written, none of it read yet. */
export interface ServerSources extends Omit<Start, 'policy'> {
  readonly env: Env
  /** What the command line names: files, or JSON. */
  readonly flags: readonly string[]
  /** Nothing else counts. */
  readonly strict: boolean
  /** Of the program that drives this one. */
  readonly sdk?: readonly { readonly name: string; readonly timeout?: number | undefined }[]
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
  /** Nobody but plugins and the administrator brings servers. */
  readonly pluginsOnly?: boolean
  /** Of settings files, highest first. */
  readonly written: readonly SettingsServers[]
  /** Of a definition, for its approval. */
  hash(definition: unknown): string
  readonly files: {
    readonly managed: readonly string[]
    /** Who alone may write those. */
    readonly administrator?: number
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

type PlaceOptions = Pick<
  Overrides,
  'bare' | 'settingSources' | 'mcpConfig' | 'editorServers' | 'strictMcpConfig' | 'projectConfigRoot'
>

/** Where to look; existing files only. */
export const serverSources = (
  options: PlaceOptions,
  { settings, trusted, trustRoot, serverPolicy, writtenServers }: Gathered,
  { cwd, home, configHome, env }: ServersFrom,
): ServerSources => {
  const compat = env['CAPSTAN_COMPAT'] !== '0'
  const { settingSources = ['user', 'project', 'local'], mcpConfig = [], strictMcpConfig, bare } = options
  const brought = settings.disableSideloadFlags ? [] : (options.editorServers ?? [])
  return {
    cwd,
    home,
    configHome,
    env,
    trusted,
    trustRoot,
    flags: [...mcpConfig, ...brought],
    strict: strictMcpConfig === true || bare === true,
    sources: settingSources,
    projectChoice: {
      all: settings.enableAllProjectMcpServers === true,
      yes: settings.enabledMcpjsonServers ?? [],
      no: settings.disabledMcpjsonServers ?? [],
    },
    policy: serverPolicy,
    ...(settings.strictPluginOnlyCustomization?.includes('mcp') ? { pluginsOnly: true } : {}),
    written: writtenServers,
    hash: hashDefinition,
    files: {
      managed: managedDirectories()
        .filter(({ foreign }) => compat || !foreign)
        .map(({ path }) => join(path, 'managed-mcp.json'))
        .filter(file => existsSync(file)),
      project: (options.projectConfigRoot === undefined
        ? upwards(cwd, findGitRoot(cwd) ?? cwd)
        : [options.projectConfigRoot]
      )
        .map(directory => join(directory, '.mcp.json'))
        .filter(file => existsSync(file)),
      foreign: compat ? join(home, '.claude.json') : '',
    },
  }
}
