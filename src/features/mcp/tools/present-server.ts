import type { ServerToolName } from '../../../protocol/extensions/server-tool-name.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'

/** A tool of a server, as calls of it are shown. */
export const presentServerTool = ({ server, tool }: ServerToolName): Present => {
  const presentation = {
    name: `${server} · ${tool}`,
    kind: 'other',
    subject: { type: 'input' },
    title: [`${server}: ${tool}`],
    body: { type: 'server', tool: { server, name: tool } },
  } as const
  return () => presentation
}

/** A tool that goes round the servers. */
export const presentServers: Present = () => ({
  kind: 'other',
  subject: { type: 'input' },
  body: { type: 'server' },
})

/** By its name alone, as a session file has it: the server may be gone. */
export const presentServerName = (name: string): Present | undefined => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined || tool === undefined ? undefined : presentServerTool({ server, tool })
}
