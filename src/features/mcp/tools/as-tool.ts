import type { ContributedTool } from '../../../protocol/extensions/contribution.ts'
import type { Deferral, ToolSpec } from '../../../protocol/tool.ts'
import { cleanHead, cleanValue } from '../clean-text.ts'
import type { ListedTool } from '../connection/listing.ts'
import { toolName } from '../names.ts'
import type { PooledServer } from '../pool/pooled-server.ts'
import type { ResultPorts } from './tool-ports.ts'

const MAX_DESCRIPTION = 2_048
const HINT_CHARS = 100

/** A tool of a server as one of the session; its definition costs nothing until it is looked up, unless it is wanted whole. */
export const asTool = (
  server: PooledServer,
  listed: ListedTool,
  { ports, defer }: { readonly ports: ResultPorts; readonly defer: boolean },
): ContributedTool => {
  const { name, config } = server.wanted
  const whole = !defer || config.alwaysLoad === true || listed.alwaysLoad === true
  const described = cleanHead(listed.description ?? listed.title ?? listed.name, MAX_DESCRIPTION)
  const deferred: Deferral = { hint: oneLine(listed.searchHint ?? described) }
  const spec: ToolSpec = {
    name: toolName(name, listed.name),
    description: described,
    input_schema: schemaOf(listed),
    ...(whole ? {} : { deferred }),
  }
  return {
    spec,
    load: async () => (await import('./server-tool.ts')).createServerTool({ server, listed, spec, ports }),
  }
}

const oneLine = (text: string): string => cleanHead(text.replace(/\s+/g, ' ').trim(), HINT_CHARS)

/** As the server wrote it; what is no schema of an object takes no input. */
const schemaOf = ({ inputSchema }: ListedTool): Readonly<Record<string, unknown>> => {
  const schema = cleanValue(inputSchema) as Readonly<Record<string, unknown>>
  return schema['type'] === 'object' ? schema : { type: 'object', properties: {} }
}
