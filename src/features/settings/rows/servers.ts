import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { ChannelPlugin, ServerMatch, Settings } from '../../../protocol/settings.ts'
import { checkOf, complain, filledText, flag, listOf, mapOf, shapeOf, text, wholeBetween } from '../check.ts'
import type { SettingRow } from './row.ts'

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
    doc: 'MCP servers by name, written as in `.mcp.json`; those of a project ask before they start',
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
    }),
    doc: 'How many MCP servers start at a time: `startAtOnce` with `local` (3 unless set) and `remote` (20 unless set)',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'enableAllProjectMcpServers',
    check: flag,
    doc: 'Start the servers of every trusted project without asking',
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'enabledMcpjsonServers',
    public: true,
    check: listOf(filledText),
    doc: 'Servers of projects that start without asking, by name',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'disabledMcpjsonServers',
    public: true,
    check: listOf(filledText),
    doc: 'Servers of projects that never start, by name',
    counts: 'next start',
  },
  {
    key: 'allowedMcpServers',
    check: listOf(match),
    doc: 'MCP servers that may start, by `serverName`, `serverCommand` or `serverUrl`; others may not',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'channels',
    ...CHANNELS,
    doc: 'Channels: MCP servers that may push messages into sessions, as `server:<name>` or `plugin:<name>@<marketplace>`',
  },
  {
    key: 'channelPermissionRelay',
    ...CHANNELS,
    doc: 'Channels that are told of permission questions and may answer them, written as in `channels`',
  },
  {
    key: 'channelsEnabled',
    check: flag,
    doc: 'Set to false to turn channels off for everyone',
    default: true,
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'allowedChannelPlugins',
    public: true,
    check: listOf(channelPlugin),
    doc: 'Plugins that may be channels, by `plugin` and `marketplace`; with it, nothing else may be one',
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'deniedMcpServers',
    check: listOf(match),
    doc: 'MCP servers that may not start, by `serverName`, `serverCommand` or `serverUrl`',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
