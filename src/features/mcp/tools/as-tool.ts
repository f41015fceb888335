import type { ContributedTool } from '../../../protocol/extensions/contribution.ts'
import type { ServerToolName } from '../../../protocol/extensions/server-tool-name.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import type { Deferral } from '../../../protocol/tools/deferral.ts'
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
  {
    ports,
    defer,
    inScripts,
  }: { readonly ports: ResultPorts; readonly defer: boolean; readonly inScripts: boolean },
): ContributedTool => {
  const { name, config } = server.wanted
  const whole = config.alwaysLoad === true || listed.alwaysLoad === true
  const how = inScripts && !whole ? 'inScripts' : defer && !whole ? 'deferred' : 'whole'
  const spec = createSpec({ server: name, tool: listed.name }, listed, how)
  return {
    spec,
    load: async () => (await import('./server-tool.ts')).createServerTool({ server, listed, spec, ports }),
  }
}

/** Most of them are never looked at: what is foreign is cleaned when somebody does. */
const createSpec = (
  serverTool: ServerToolName,
  listed: ListedTool,
  how: 'whole' | 'deferred' | 'inScripts',
): ToolSpec => {
  let description: string | undefined
  let schema: ToolSpec['input_schema'] | undefined
  let hint: string | undefined
  const describe = (): string => {
    description ??= cleanHead(listed.description ?? listed.title ?? listed.name, MAX_DESCRIPTION)
    return description
  }
  const deferred: Deferral = {
    get hint() {
      hint ??= oneLine(listed.searchHint ?? describe())
      return hint
    },
    ...(how === 'inScripts' ? { inScripts: true } : {}),
  }
  return {
    name: toolName(serverTool.server, serverTool.tool),
    serverTool,
    get description() {
      return describe()
    },
    get input_schema() {
      schema ??= schemaOf(listed)
      return schema
    },
    ...(listed.outputSchema
      ? {
          get output_schema() {
            return cleanValue(listed.outputSchema) as Readonly<Record<string, unknown>>
          },
        }
      : {}),
    ...(how === 'whole' ? {} : { deferred }),
  }
}

const oneLine = (text: string): string => cleanHead(text.replace(/\s+/g, ' ').trim(), HINT_CHARS)

/** As the server wrote it; what is no schema of an object takes no input. */
const schemaOf = ({ inputSchema }: ListedTool): Readonly<Record<string, unknown>> => {
  const schema = cleanValue(inputSchema) as Readonly<Record<string, unknown>>
  return schema['type'] === 'object' ? schema : { type: 'object', properties: {} }
}
