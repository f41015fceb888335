import { errorText } from '../lib/error-text.ts'
import { isObject } from '../lib/is-object.ts'
import type { SdkTool, ToolAnswer } from './sdk-tool.ts'
import type { ConnectableServer, ServerTransport } from './servers.ts'

/** Spoken when the other side names none. */
const PROTOCOL = '2025-11-25'

const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Params = Readonly<Record<string, unknown>>

/** An MCP server that has tools and nothing else. */
export class ToolServer implements ConnectableServer {
  readonly #info: { readonly name: string; readonly version: string }
  readonly #tools = new Map<string, SdkTool>()

  constructor(info: { readonly name: string; readonly version: string }, tools: readonly SdkTool[]) {
    this.#info = info
    for (const tool of tools) {
      if (this.#tools.has(tool.name))
        throw new TypeError(`The server ${info.name} has two tools called ${tool.name}.`)
      this.#tools.set(tool.name, tool)
    }
  }

  async connect(transport: ServerTransport): Promise<void> {
    const running = new Map<unknown, AbortController>()
    transport.onmessage = message => void this.#take(message, { transport, running })
    transport.onclose = () => {
      for (const controller of running.values()) controller.abort()
    }
    await transport.start()
  }

  async #take(
    message: unknown,
    line: { readonly transport: ServerTransport; readonly running: Map<unknown, AbortController> },
  ): Promise<void> {
    if (!isObject(message)) return
    const { id, method } = message
    const params: Params = isObject(message['params']) ? message['params'] : {}
    if (method === 'notifications/cancelled') return line.running.get(params['requestId'])?.abort()
    if (id === undefined || typeof method !== 'string') return
    const controller = new AbortController()
    line.running.set(id, controller)
    try {
      const result = await this.#serve(method, params, controller.signal)
      await line.transport.send({ jsonrpc: '2.0', id, result })
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32_603
      await line.transport.send({ jsonrpc: '2.0', id, error: { code, message: errorText(error) } })
    } finally {
      line.running.delete(id)
    }
  }

  async #serve(method: string, params: Params, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params['protocolVersion'] ?? PROTOCOL,
          capabilities: { tools: {} },
          serverInfo: this.#info,
        }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: await Promise.all([...this.#tools.values()].map(describe)) }
      case 'tools/call':
        return await this.#call(params, signal)
      default:
        throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`)
    }
  }

  async #call(params: Params, signal: AbortSignal): Promise<ToolAnswer> {
    const tool = this.#tools.get(String(params['name']))
    if (!tool) throw new RpcError(INVALID_PARAMS, `There is no tool ${String(params['name'])}.`)
    const { object, prettifyError } = await import('zod')
    const input = object(tool.inputSchema).safeParse(params['arguments'] ?? {})
    if (!input.success) return failed(`The input does not fit: ${prettifyError(input.error)}`)
    try {
      return await tool.handler(input.data, { signal })
    } catch (error) {
      return failed(errorText(error))
    }
  }
}

/** The model reads what went wrong. */
const failed = (text: string): ToolAnswer => ({ isError: true, content: [{ type: 'text', text }] })

const describe = async ({ name, description, inputSchema, annotations }: SdkTool): Promise<object> => {
  const { object, toJSONSchema } = await import('zod')
  return {
    name,
    description,
    inputSchema: toJSONSchema(object(inputSchema), { io: 'input' }),
    ...(annotations ? { annotations } : {}),
  }
}
