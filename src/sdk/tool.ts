import type { InputOf, SdkTool, Shape, ToolAnnotations, ToolAnswer, ToolExtra } from './sdk-tool.ts'
import type { SdkServerConfig } from './servers.ts'
import { ToolServer } from './tool-server.ts'

/**
 * A tool of your own: name, description for the model, the fields of its input as zod types, and the function that
 * runs it. The input is checked before your function sees it; what your function throws is told to the model.
 */
export const tool = <S extends Shape>(
  ...[name, description, inputSchema, handler, extras]: [
    name: string,
    description: string,
    inputSchema: S,
    handler: (input: InputOf<S>, extra: ToolExtra) => Promise<ToolAnswer>,
    extras?: { readonly annotations?: ToolAnnotations },
  ]
): SdkTool<S> => ({
  name,
  description,
  inputSchema,
  handler,
  ...(extras?.annotations ? { annotations: extras.annotations } : {}),
})

/** An MCP server in your process, for `options.mcpServers`. The model calls its tools `mcp__<server>__<tool>`. */
export const createSdkMcpServer = ({
  name,
  version = '1.0.0',
  tools = [],
}: {
  readonly name: string
  readonly version?: string
  readonly tools?: readonly SdkTool[]
}): SdkServerConfig => ({
  type: 'sdk',
  name,
  instance: new ToolServer({ name, version }, tools),
})
