import { isObject } from '../../../lib/is-object.ts'
import type { ServerMatch } from '../../../protocol/settings.ts'
import { checkOf, complain, filledText, flag, listOf, mapOf, shapeOf, text } from '../check.ts'
import type { SettingRow } from './row.ts'

const match = shapeOf<ServerMatch>({
  serverName: filledText,
  serverCommand: listOf(text),
  serverUrl: filledText,
})

/** What is in it is read, and complained about, where all servers are. */
const definition = checkOf<object>({ type: 'object' }, (value, place) =>
  isObject(value) ? value : complain(place, 'expected an object with "command" or "url"'),
)

export const serverRows = [
  {
    key: 'mcpServers',
    check: mapOf(definition),
    doc: 'MCP servers by name, written as in `.mcp.json`; those of a project ask before they start',
    counts: 'next start',
    setBy: 'use "capstan mcp add"',
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
    key: 'deniedMcpServers',
    check: listOf(match),
    doc: 'MCP servers that may not start, by `serverName`, `serverCommand` or `serverUrl`',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
