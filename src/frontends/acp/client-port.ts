import type {
  AgentContext,
  CreateElicitationRequest,
  CreateElicitationResponse,
  CreateTerminalRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk'
import type { Abilities } from './abilities.ts'

/** What is asked of the client. Requests reject when it cannot or will not; its end rejects all of them. */
export interface ClientPort {
  readonly abilities: Abilities
  /** Resolves when more may be sent; never rejects, because a client that is gone misses nothing. */
  update(sessionId: string, update: SessionUpdate): Promise<void>
  askPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  elicit(request: CreateElicitationRequest, signal: AbortSignal): Promise<CreateElicitationResponse>
  readFile(sessionId: string, path: string): Promise<string>
  writeFile(sessionId: string, file: { readonly path: string; readonly content: string }): Promise<void>
  readonly terminals: Terminals
}

/** One terminal is named by its session and its id. */
interface TerminalName {
  readonly sessionId: string
  readonly terminalId: string
}

interface Terminals {
  create(request: CreateTerminalRequest): Promise<TerminalName>
  output(terminal: TerminalName): Promise<TerminalOutputResponse>
  waitForExit(terminal: TerminalName): Promise<WaitForTerminalExitResponse>
  kill(terminal: TerminalName): Promise<void>
  release(terminal: TerminalName): Promise<void>
}

/** What takes a client no person to answer is not waited for any longer. */
const ANSWER_MS = 15_000

/** The client at the other end of a connection. */
export const clientPort = (client: AgentContext, abilities: Abilities): ClientPort => {
  // Nobody waits for the answer to a question that was withdrawn: the client may never give one.
  const withdrawable = (signal: AbortSignal) => ({ cancellationSignal: signal, stopWaitingOnCancel: true })
  const soon = () => withdrawable(AbortSignal.timeout(ANSWER_MS))
  return {
    abilities,
    update: (sessionId, update) =>
      client.notify('session/update', { sessionId, update }).catch(() => undefined),
    askPermission: (request, signal) =>
      client.request('session/request_permission', request, withdrawable(signal)),
    elicit: (request, signal) => client.request('elicitation/create', request, withdrawable(signal)),
    readFile: async (sessionId, path) =>
      (await client.request('fs/read_text_file', { sessionId, path }, soon())).content,
    async writeFile(sessionId, file) {
      const answer: unknown = await client.request('fs/write_text_file', { sessionId, ...file }, soon())
      // Editors in Lua say in a result what went wrong.
      if (typeof answer === 'string') throw new Error(answer)
    },
    terminals: {
      async create(request) {
        const { terminalId } = await client.request('terminal/create', request)
        return { sessionId: request.sessionId, terminalId }
      },
      output: terminal => client.request('terminal/output', terminal, soon()),
      waitForExit: terminal => client.request('terminal/wait_for_exit', terminal),
      async kill(terminal) {
        await client.request('terminal/kill', terminal, soon())
      },
      async release(terminal) {
        await client.request('terminal/release', terminal, soon())
      },
    },
  }
}
