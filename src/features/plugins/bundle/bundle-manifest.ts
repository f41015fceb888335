import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import {
  type Complain,
  type Complaint,
  collectComplaints,
  expectedText,
  isJson,
  type Json,
} from '../format/complaint.ts'
import { readUserConfig, type UserOption } from '../format/user-option.ts'

/** How the program of a bundle is started, before anything is filled in. */
interface BundleStart {
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** `manifest.json` of a bundle (`.mcpb`, once `.dxt`), as far as it says what runs and what the person is asked. */
export interface BundleManifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly type: string
  readonly entryPoint?: string
  readonly start: BundleStart
  readonly overrides: Readonly<Record<string, BundleStart>>
  readonly userConfig: Readonly<Record<string, UserOption>>
  /** Absent: all. */
  readonly platforms?: readonly string[]
}

const NAME = /^[A-Za-z0-9][\w .-]{0,63}$/
const TYPES: readonly string[] = ['node', 'python', 'binary', 'uv']

/** Without a manifest, something in it is an error. */
export const readBundleManifest = (
  value: unknown,
): { readonly manifest?: BundleManifest; readonly complaints: readonly Complaint[] } => {
  const { all, complain } = collectComplaints()
  if (!isJson(value)) {
    complain('error', '', expectedText(pluginFileText('object'), { value }))
    return { complaints: all }
  }
  if (value['manifest_version'] === undefined && value['dxt_version'] === undefined)
    complain('warning', 'manifest_version', pluginFileText('missing'))
  const { name, version, description } = value
  if (typeof name !== 'string' || !NAME.test(name)) complain('error', 'name', pluginFileText('bundle_name'))
  if (typeof version !== 'string') complain('error', 'version', pluginFileText('missing'))
  const server = serverIn(value['server'], complain)
  const userConfig =
    value['user_config'] === undefined ? {} : readUserConfig(value['user_config'], 'user_config', complain)
  const platforms = platformsIn(value['compatibility'], complain)
  if (all.some(({ level }) => level === 'error') || !server || !userConfig) return { complaints: all }
  return {
    manifest: {
      name: name as string,
      version: version as string,
      ...(typeof description === 'string' ? { description } : {}),
      ...server,
      userConfig,
      ...(platforms ? { platforms } : {}),
    },
    complaints: all,
  }
}

type ServerPart = Pick<BundleManifest, 'type' | 'entryPoint' | 'start' | 'overrides'>

const serverIn = (server: unknown, complain: Complain): ServerPart | undefined => {
  if (!isJson(server))
    return complain('error', 'server', expectedText(pluginFileText('object'), { value: server }))
  const { type, entry_point: entryPoint, mcp_config: config = {} } = server
  if (typeof type !== 'string' || !TYPES.includes(type))
    return complain('error', 'server.type', expectedText(pluginFileText('one_of', { names: TYPES })))
  if (entryPoint !== undefined && (typeof entryPoint !== 'string' || !isInside(entryPoint)))
    return complain('error', 'server.entry_point', expectedText(pluginFileText('bundle_path')))
  const start = startIn(config, 'server.mcp_config', complain)
  const given = isJson(config) ? (config['platform_overrides'] ?? {}) : {}
  if (!isJson(given))
    return complain('error', 'server.mcp_config.platform_overrides', expectedText(pluginFileText('object')))
  const overrides = Object.entries(given).map(
    ([platform, one]) =>
      [platform, startIn(one, `server.mcp_config.platform_overrides.${platform}`, complain)] as const,
  )
  if (!start || overrides.some(([, one]) => !one)) return undefined
  if (start.command === undefined && entryPoint === undefined)
    return complain('error', 'server', pluginFileText('no_start'))
  return {
    type,
    ...(entryPoint === undefined ? {} : { entryPoint }),
    start,
    overrides: Object.fromEntries(overrides) as Readonly<Record<string, BundleStart>>,
  }
}

const startIn = (value: unknown, key: string, complain: Complain): BundleStart | undefined => {
  if (!isJson(value)) return complain('error', key, expectedText(pluginFileText('object'), { value }))
  const { command, args, env } = value
  if (command !== undefined && (typeof command !== 'string' || command.trim() === ''))
    return complain('error', `${key}.command`, expectedText(pluginFileText('string')))
  if (args !== undefined && !(Array.isArray(args) && args.every(each => typeof each === 'string')))
    return complain('error', `${key}.args`, expectedText(pluginFileText('texts')))
  if (env !== undefined && !isTexts(env))
    return complain('error', `${key}.env`, expectedText(pluginFileText('text_map')))
  return {
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args: args as readonly string[] }),
    ...(env === undefined ? {} : { env: env as Readonly<Record<string, string>> }),
  }
}

const isTexts = (value: unknown): boolean =>
  isJson(value) && Object.values(value as Json).every(each => typeof each === 'string')

/** Also of what is joined to a directory later. */
export const isInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !/[\\\0]/.test(path) && !path.split('/').includes('..')

const platformsIn = (value: unknown, complain: Complain): readonly string[] | undefined => {
  const platforms = isJson(value) ? value['platforms'] : undefined
  if (platforms === undefined) return undefined
  if (Array.isArray(platforms) && platforms.every(each => typeof each === 'string')) return platforms
  return complain('error', 'compatibility.platforms', expectedText(pluginFileText('texts')))
}
