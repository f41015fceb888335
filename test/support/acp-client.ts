import { Readable, Writable } from 'node:stream'
import {
  type ClientApp,
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type ContentBlock,
  client,
  type NewSessionRequest,
  ndJsonStream,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk'
import { serveAcp } from '../../src/cli/acp.ts'
import { parseArgs } from '../../src/cli/args/parse-args.ts'
import { version } from '../../src/cli/this-program.ts'
import type { World } from './run-program.ts'

/** An editor at the other end, with everything it was told. */
export interface AcpClient extends AsyncDisposable {
  readonly agent: ClientContext
  readonly connection: ClientConnection
  readonly updates: readonly { readonly sessionId: string; readonly update: SessionUpdate }[]
  /** Of one kind, in the order they came. */
  told<K extends SessionUpdate['sessionUpdate']>(
    kind: K,
    sessionId?: string,
  ): readonly Extract<SessionUpdate, { readonly sessionUpdate: K }>[]
  /** Text of the model, joined. */
  text(sessionId?: string): string
  /** Waits until it holds of what was told. */
  until(holds: () => boolean): Promise<void>
  /** A session in the project of the world. */
  open(more?: Partial<NewSessionRequest>): Promise<string>
  say(sessionId: string, prompt: string | readonly ContentBlock[]): Promise<string>
}

export interface AcpOptions {
  readonly capabilities?: ClientCapabilities
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The built program instead of this process. */
  readonly built?: boolean
  /** Adds what the editor serves. */
  serve?(app: ClientApp): ClientApp
}

/** Connects to the agent and initializes it. The official client library speaks at this end. */
export const connectAcp = async (world: World, options: AcpOptions = {}): Promise<AcpClient> => {
  const { stream, end } = options.built ? builtStream(world, options) : streamHere(world, options)
  const updates: { readonly sessionId: string; readonly update: SessionUpdate }[] = []
  const waiting = new Set<() => void>()
  const app = client({ name: 'test' }).onNotification('session/update', ({ params }) => {
    updates.push(params)
    for (const look of waiting) look()
  })
  const connection = (options.serve?.(app) ?? app).connect(stream)
  const { agent } = connection
  await agent.request('initialize', {
    protocolVersion: 1,
    ...(options.capabilities ? { clientCapabilities: options.capabilities } : {}),
    clientInfo: { name: 'test', version: '0' },
  })
  const told: AcpClient['told'] = (kind, sessionId) =>
    updates
      .filter(one => sessionId === undefined || one.sessionId === sessionId)
      .map(({ update }) => update)
      .filter(
        (update): update is Extract<SessionUpdate, { readonly sessionUpdate: typeof kind }> =>
          update.sessionUpdate === kind,
      )
  return {
    agent,
    connection,
    updates,
    told,
    text: sessionId =>
      told('agent_message_chunk', sessionId)
        .map(({ content }) => (content.type === 'text' ? content.text : ''))
        .join(''),
    async until(holds) {
      if (holds()) return
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        void connection.closed.then(() => reject(new Error('the agent is gone')))
      })
    },
    async open(more) {
      const { sessionId } = await agent.request('session/new', {
        cwd: world.project,
        mcpServers: [],
        ...more,
      })
      return sessionId
    },
    async say(sessionId, prompt) {
      const blocks: ContentBlock[] =
        typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : [...prompt]
      const { stopReason } = await agent.request('session/prompt', { sessionId, prompt: blocks })
      return stopReason
    },
    async [Symbol.asyncDispose]() {
      connection.close()
      await end()
    },
  }
}

interface Ends {
  readonly stream: Stream
  /** Hangs up and waits for the agent to end. */
  end(): Promise<void>
}

const streamHere = (world: World, { args = [], env = {} }: AcpOptions): Ends => {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>()
  const toClient = new TransformStream<Uint8Array, Uint8Array>()
  const parsed = parseArgs(args)
  if (parsed.kind !== 'run') throw new Error(`not flags: ${args.join(' ')}`)
  const all = Object.fromEntries(
    Object.entries({ ...world.env, ...env }).filter(([, value]) => value !== undefined),
  )
  const over = new AbortController()
  const served = serveAcp(
    parsed.options,
    { env: all, version, argv: ['acp', ...args], cwd: world.project },
    { input: toAgent.readable, output: toClient.writable, signal: over.signal },
  )
  return {
    stream: ndJsonStream(toAgent.writable, toClient.readable),
    async end() {
      over.abort()
      await served
    },
  }
}

const builtStream = (world: World, { args = [], env = {} }: AcpOptions): Ends => {
  const program = world.start(['acp', ...args], { input: 'keep', env })
  const { child } = program
  // What the library reads are bytes.
  child.stdout.removeAllListeners('data')
  const output = Readable.toWeb(Readable.from(bytesOf(child.stdout))) as ReadableStream<Uint8Array>
  return {
    stream: ndJsonStream(Writable.toWeb(child.stdin), output),
    async end() {
      program.hangUp()
      await program.ended
    },
  }
}

async function* bytesOf(stream: AsyncIterable<string | Buffer>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield Buffer.from(piece)
}
