import type { ControlRequest, ControlResponse } from '../../../protocol/control/control-message.ts'
import type { InboundRequest } from '../../../protocol/control/inbound.ts'
import type { RequestName } from '../../../protocol/control/request-schema.ts'
import type { Event } from '../../../protocol/event.ts'
import { OpError } from '../../../protocol/op.ts'
import { WireError } from '../wire-error.ts'
import { type ControlDesk, Refusal, type Served } from './desk.ts'
import { extensionRequests } from './extension-requests.ts'
import { factRequests } from './fact-requests.ts'
import { fileRequests } from './file-requests.ts'
import { initialize } from './initialize.ts'
import { serverRequests } from './server-requests.ts'
import { sessionRequests } from './session-requests.ts'
import { settingsRequests } from './settings-requests.ts'
import { taskRequests } from './task-requests.ts'

const SERVED: Served<RequestName> = {
  initialize,
  ...sessionRequests,
  ...settingsRequests,
  ...serverRequests,
  ...extensionRequests,
  ...fileRequests,
  ...taskRequests,
  ...factRequests,
}

/** Others are asked for these: the host may be one of them, so nothing else may wait until they have answered. */
const SLOW: readonly string[] = [
  'mcp_set_servers',
  'mcp_reconnect',
  'mcp_toggle',
  'mcp_read_resource',
  'mcp_call',
  'reload_plugins',
  'reload_skills',
  'generate_session_title',
  'file_suggestions',
]

/** What the host chose before its session was opened again. */
export const chooseAgain = async (desk: ControlDesk): Promise<void> => {
  for (const request of desk.lines.chosen.splice(0)) await serve(desk, request, new AbortController().signal)
}

/** Serves the requests of a host. Every request gets exactly one answer, unless the host takes it back. */
export class RequestServer {
  readonly #desk: ControlDesk
  readonly #slow = new Map<string, AbortController>()

  constructor(desk: ControlDesk) {
    this.#desk = desk
  }

  /** Resolves when what comes behind it may be served. */
  async serve({ request, request_id: id }: ControlRequest<InboundRequest>): Promise<void> {
    if (SLOW.includes(request.subtype)) return this.#begin(id, request)
    let failure: Error | undefined
    const { writer, run } = this.#desk
    await using events = run.engine.events()
    // The answer goes out before anything its effect brings about: an interrupt's before the result of the turn.
    await writer.lineAfter(async () => {
      const { line, error } = await answer(this.#desk, id, { request })
      failure = error
      return line
    }, firstQuestion(events))
    // The next line is a prompt that counts on what was asked for here (hooks that guard, servers, a prompt).
    if (failure && request.subtype === 'initialize')
      throw new WireError(`initialize failed: ${failure.message}`)
  }

  /** The host takes a request back; one that was answered means nothing. */
  cancel(id: string): void {
    this.#slow.get(id)?.abort()
  }

  /** No answer is wanted any more. */
  close(): void {
    for (const controller of this.#slow.values()) controller.abort()
    this.#slow.clear()
  }

  #begin(id: string, request: InboundRequest): void {
    const controller = new AbortController()
    this.#slow.set(id, controller)
    const { writer, run } = this.#desk
    answer(this.#desk, id, { request, signal: controller.signal })
      .then(async ({ line }) => {
        if (this.#slow.delete(id) && !controller.signal.aborted) await writer.line(line)
      })
      .catch((error: unknown) => run.io.writeError(`${request.subtype} failed: ${String(error)}`))
  }
}

/** Resolves when the host is asked something: what it is asked for must get out. */
const firstQuestion = async (events: AsyncIterable<Event>): Promise<void> => {
  for await (const { type } of events) if (type === 'hook_callback' || type === 'permission_request') return
  // The conversation is over, and nobody is asked.
  await new Promise(() => undefined)
}

const answer = async (
  desk: ControlDesk,
  id: string,
  {
    request,
    signal = new AbortController().signal,
  }: { readonly request: InboundRequest; readonly signal?: AbortSignal },
): Promise<{ readonly line: ControlResponse; readonly error?: Error }> => {
  try {
    const response = await serve(desk, request, signal)
    return {
      line: { type: 'control_response', response: { subtype: 'success', request_id: id, response } },
    }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof OpError)) throw error
    const code = error instanceof Refusal ? error.code : undefined
    const response = {
      subtype: 'error' as const,
      request_id: id,
      error: error.message,
      ...(error instanceof OpError && { localized: error.localized }),
      ...(code && { error_code: code }),
    }
    return { line: { type: 'control_response', response }, error }
  }
}

const serve = async (desk: ControlDesk, request: InboundRequest, signal: AbortSignal): Promise<unknown> => {
  const { schema } = desk.lines
  const { subtype } = request
  if (!schema.isRequestName(subtype))
    throw new Refusal(`Unsupported control request subtype: ${subtype}`, 'unsupported_request')
  const parsed = schema.parseRequest(subtype, request)
  if (!parsed.ok) throw new Refusal(`The request is not valid: ${parsed.error}`, 'invalid_request')
  const handle = SERVED[subtype] as Served<RequestName>['interrupt']
  return await handle({ desk, request, fields: parsed.value, signal })
}
