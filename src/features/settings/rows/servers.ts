import type { ServerMatch } from '../../../protocol/settings.ts'
import { filledText, flag, listOf, shapeOf, text } from '../check.ts'
import type { SettingRow } from './row.ts'

const match = shapeOf<ServerMatch>({
  serverName: filledText,
  serverCommand: listOf(text),
  serverUrl: filledText,
})

export const serverRows = [
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
    check: listOf(filledText),
    doc: 'Servers of projects that start without asking, by name',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'disabledMcpjsonServers',
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
