import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Workspace } from './workspace.ts'

const SERVER = fileURLToPath(new URL('../test/support/sample-server.mjs', import.meta.url))

/** A file with ten MCP servers of twenty tools each. */
export const createServers = ({ home }: Workspace): string => {
  const tools = Array.from({ length: 20 }, (_, at) => ({
    name: `do_something_${at}`,
    description: 'Does something that takes a few words to say. '.repeat(4),
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  }))
  // In a file: a server's arguments are a line, not the kilobytes of what it offers.
  const list = join(home, 'twenty-tools.json')
  writeFileSync(list, JSON.stringify(tools))
  const server = { command: process.execPath, args: [SERVER, JSON.stringify({ tools: list })] }
  const mcpServers = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`server-${at}`, server]))
  const file = join(home, 'ten-servers.json')
  writeFileSync(file, JSON.stringify({ mcpServers }))
  return file
}
