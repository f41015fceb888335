import * as z from 'zod'
import { errorText } from '../../../lib/error-text.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { TraceHeaders } from '../../../protocol/telemetry/trace-headers.ts'
import { type Tool, ToolError, type ToolSpec } from '../../../protocol/tool.ts'
import { cleanHead, cleanText } from '../clean-text.ts'
import type { CallResult, Connection } from '../connection/connection.ts'
import type { ListedTool } from '../connection/listing.ts'
import type { PooledServer } from '../pool/pooled-server.ts'
import { runLong } from './long-call.ts'
import { presentServerTool } from './present-server.ts'
import { resultBlocks, type ServerOutput } from './result-blocks.ts'
import type { ResultPorts } from './tool-ports.ts'

const says = modelTexts('server_tool', {
  gone: {
    en: 'The MCP server {server} no longer has the tool {tool}. Nothing was run.',
    zh: 'MCP 服务器 {server} 已没有工具 {tool}。没有运行任何操作。',
  },
  changed: {
    en: 'The MCP server {server} has changed the tool {tool}. Nothing was run: call it again if it is still what you need.',
    zh: 'MCP 服务器 {server} 修改了工具 {tool}。没有运行任何操作：如仍需要，请再次调用。',
  },
  descriptionNow: { en: 'Description now: {description}', zh: '现在的描述：{description}' },
  inputNow: { en: 'Input now: {schema}', zh: '现在的输入：{schema}' },
  canceled: { en: 'The call of {tool} was canceled.', zh: '对 {tool} 的调用已取消。' },
  failed: {
    en: 'The MCP server {server} answered with an error: {why}',
    zh: 'MCP 服务器 {server} 返回错误：{why}',
  },
})

type Input = Readonly<Record<string, unknown>>

interface ServerToolOptions {
  readonly server: PooledServer
  readonly listed: ListedTool
  readonly spec: ToolSpec
  readonly ports: ResultPorts
}

/** The implementation of a server's tool: starts the server when it has to, asks it, and takes its word for nothing. */
export const createServerTool = ({ server, listed, spec, ports }: ServerToolOptions): Tool => {
  const { name } = server.wanted
  const known = createKnown(listed)
  const tool: Tool<Input, ServerOutput> = {
    name: spec.name,
    serverTool: { server: name, tool: listed.name },
    present: presentServerTool({ server: name, tool: listed.name }),
    description: spec.description,
    input: z.record(z.string(), z.unknown()),
    access: () => [
      { kind: 'mcp', server: name, tool: listed.name, ...saidOf(listed) },
      ...(listed.needsPerson ? [{ kind: 'person' } as const] : []),
    ],
    parallel: () => listed.readOnly === true,
    maxResultChars: listed.maxResultChars ?? ports.maxChars,
    run: (input, call) =>
      runLong(
        {
          server: name,
          tool: listed.name,
          ports,
          ask: async (signal, say) =>
            await resultBlocks(
              await callTool(
                server,
                { listed, input, known, trace: ports.traceFor?.(call.id) },
                { signal, say },
              ),
              { ports, language: call.language },
            ),
        },
        call,
      ),
    show: ({ content }) => content,
    failed: ({ isError }) => isError,
    data: dataOf,
  }
  return tool as Tool
}

/** What a script gets: the structured result, or a text that is JSON read as that; of an error nothing. */
const dataOf = ({ content, isError, structuredContent, backgroundTaskId }: ServerOutput): unknown => {
  if (isError) return undefined
  if (backgroundTaskId !== undefined) return { taskId: backgroundTaskId }
  if (structuredContent !== undefined) return structuredContent
  const texts = content.flatMap(block => (block.type === 'text' ? [block.text] : []))
  return jsonIn(texts.join('\n'))
}

const jsonIn = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // It only begins like JSON.
    return text
  }
}

const MAX_SAID = 300

/** A tool that is said to be both counts as the worse. */
const saidOf = ({ title, description, readOnly, destructive }: ListedTool) => {
  const hint = destructive ? 'destructive' : readOnly ? 'read-only' : undefined
  const says = [title, description].filter(text => text !== undefined && text.trim() !== '').join(': ')
  return {
    ...(hint === undefined ? {} : ({ hint } as const)),
    ...(says === '' ? {} : { says: cleanHead(says, MAX_SAID) }),
  }
}

/** What it answers may be told otherwise: the call stays what it is. */
const definitionOf = ({ outputSchema: _, ...listed }: ListedTool): string => JSON.stringify(listed)

/** The definition that the model goes by; a server that has another one now is not called by surprise. */
const createKnown = (listed: ListedTool) => {
  let text = definitionOf(listed)
  return {
    /** Throws ToolError, once for each new definition. */
    compare({ listing }: Connection, server: string): void {
      const now = listing.tools.find(({ name }) => name === listed.name)
      if (!now) throw new ToolError(says('gone', { server, tool: listed.name }))
      const written = definitionOf(now)
      if (written === text) return
      text = written
      const { description = '', inputSchema } = now
      throw new ToolError(
        lines([
          says('changed', { server, tool: listed.name }),
          says('descriptionNow', { description: cleanHead(description, 2_048) }),
          says('inputNow', { schema: cleanHead(JSON.stringify(inputSchema), 8_000) }),
        ]),
      )
    },
  }
}

const callTool = async (
  server: PooledServer,
  asked: {
    readonly listed: ListedTool
    readonly input: Input
    readonly known: ReturnType<typeof createKnown>
    readonly trace: TraceHeaders | undefined
  },
  { signal, say }: { readonly signal: AbortSignal; readonly say: (text: string) => void },
): Promise<CallResult> => {
  const { name } = server.wanted
  if (server.state !== 'connected') say(`Starting ${name}…`)
  try {
    return await server.use(async connection => {
      signal.throwIfAborted()
      asked.known.compare(connection, name)
      return await connection.call(asked.listed.name, asked.input, {
        ...server.callOptions(signal),
        ...(asked.trace ? { trace: asked.trace } : {}),
        onProgress: step => say(progressText(step)),
      })
    })
  } catch (error) {
    if (error instanceof ToolError) throw error
    if (signal.aborted) throw new ToolError(says('canceled', { tool: asked.listed.name }))
    throw new ToolError(says('failed', { server: name, why: cleanText(errorText(error)).slice(0, 5_000) }))
  }
}

const progressText = ({
  done,
  total,
  message,
}: {
  readonly done: number
  readonly total?: number
  readonly message?: string
}): string => {
  const count = total === undefined ? `${done}` : `${done}/${total}`
  return message === undefined ? count : `${count} ${cleanHead(message, 300)}`
}
