import { isObject } from '../../../lib/is-object.ts'
import type { CodeMode } from '../../../protocol/extensions/server.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { ChannelPlugin, ServerMatch, Settings } from '../../../protocol/settings.ts'
import {
  checkOf,
  complain,
  filledText,
  flag,
  listOf,
  mapOf,
  oneOf,
  shapeOf,
  text,
  wholeBetween,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

const match = shapeOf<ServerMatch>({
  serverName: filledText,
  serverCommand: listOf(text),
  serverUrl: filledText,
})

/** What is in it is read, and complained about, where all servers are. */
const definition = checkOf<object>({ type: 'object' }, (value, place) =>
  isObject(value) ? value : complain(place, settingsText('server_object')),
)

const channelPlugin = shapeOf<ChannelPlugin>({ plugin: filledText, marketplace: filledText })

const CHANNELS = {
  public: true,
  check: listOf(filledText),
  project: 'never',
  counts: 'next start',
} as const

export const serverRows = [
  {
    key: 'mcpServers',
    check: mapOf(definition),
    doc: {
      en: 'MCP servers by name, written as in `.mcp.json`; those of a project ask before they start',
      zh: 'MCP 服务器，写法与 .mcp.json 相同；项目中的服务器启动前会询问',
    },
    counts: 'next start',
    setBy: 'by_mcp',
  },
  {
    key: 'mcp',
    public: true,
    check: shapeOf<NonNullable<Settings['mcp']>>({
      startAtOnce: shapeOf<NonNullable<NonNullable<Settings['mcp']>['startAtOnce']>>({
        local: wholeBetween(1, 100),
        remote: wholeBetween(1, 100),
      }),
      codeMode: oneOf<CodeMode>(['auto', 'always', 'off']),
    }),
    doc: {
      en: 'MCP servers: how many start at a time (`startAtOnce`), whose tools only scripts find (`codeMode`)',
      zh: 'MCP 服务器：同时启动多少个（`startAtOnce`）、哪些工具只在脚本中提供（`codeMode`）',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'enableAllProjectMcpServers',
    check: flag,
    doc: {
      en: 'Start the servers of every trusted project without asking',
      zh: '受信任项目的 MCP 服务器直接启动，不询问',
    },
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'enabledMcpjsonServers',
    public: true,
    check: listOf(filledText),
    doc: {
      en: 'Servers of projects that start without asking, by name',
      zh: '直接启动、不询问的项目 MCP 服务器（按名称）',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'disabledMcpjsonServers',
    public: true,
    check: listOf(filledText),
    doc: { en: 'Servers of projects that never start, by name', zh: '从不启动的项目 MCP 服务器（按名称）' },
    counts: 'next start',
  },
  {
    key: 'allowedMcpServers',
    check: listOf(match),
    doc: {
      en: 'MCP servers that may start, by `serverName`, `serverCommand` or `serverUrl`; others may not',
      zh: '只允许启动这些 MCP 服务器（serverName、serverCommand 或 serverUrl）',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'channels',
    ...CHANNELS,
    doc: {
      en: 'Channels: MCP servers that may push messages into sessions, as `server:<name>` or `plugin:<name>@<marketplace>`',
      zh: '可向会话推送消息的频道（MCP 服务器）',
    },
  },
  {
    key: 'channelPermissionRelay',
    ...CHANNELS,
    doc: {
      en: 'Channels that are told of permission questions and may answer them, written as in `channels`',
      zh: '可回答权限询问的频道',
    },
  },
  {
    key: 'channelsEnabled',
    check: flag,
    doc: { en: 'Set to false to turn channels off for everyone', zh: '允许使用频道' },
    default: true,
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'allowedChannelPlugins',
    public: true,
    check: listOf(channelPlugin),
    doc: {
      en: 'Plugins that may be channels, by `plugin` and `marketplace`; with it, nothing else may be one',
      zh: '可作为频道的插件',
    },
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'deniedMcpServers',
    check: listOf(match),
    doc: {
      en: 'MCP servers that may not start, by `serverName`, `serverCommand` or `serverUrl`',
      zh: '不允许启动的 MCP 服务器（serverName、serverCommand 或 serverUrl）',
    },
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
