import type { InboundLine, InboundUser } from '../../protocol/control/inbound.ts'
import { type ControlDesk, serveRequest } from './control-requests.ts'
import { inputLines } from './input-lines.ts'
import type { PermissionPrompts } from './permission-prompts.ts'
import { WireError } from './wire-error.ts'

export interface HostInput {
  readonly desk: ControlDesk
  readonly prompts: PermissionPrompts
  /** The run is over: what still comes is not for anybody. */
  readonly over: AbortSignal
}

/** Serves the host's lines in order until its end of input. Throws {@link WireError} when going on is not safe. */
export const serveHost = async (host: HostInput): Promise<void> => {
  const { io } = host.desk.run
  for await (const { number, text } of inputLines(io.stdin)) {
    if (host.over.aborted) return
    const line = readLine(host, { number, text })
    if (line) await serveLine(host, line)
  }
}

const readLine = (
  host: HostInput,
  { number, text }: { readonly number: number; readonly text: string },
): InboundLine | undefined => {
  const { io, options } = host.desk.run
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new WireError(
      `Line ${number} on stdin is not JSON (${error instanceof Error ? error.message : error}).`,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WireError(`Line ${number} on stdin is not a JSON object.`)
  const parsed = host.desk.schema.parseInboundLine(value)
  if (parsed?.ok) return parsed.value
  if (parsed) throw new WireError(`Line ${number} on stdin is not a valid message: ${parsed.error}.`)
  if (options.verbose)
    io.writeError(`Line ${number} on stdin is of a kind that is not known here; left alone.`)
  return undefined
}

const serveLine = (host: HostInput, line: InboundLine): Promise<void> => {
  switch (line.type) {
    case 'user':
      return host.desk.conversation.submit(toSubmit(line))
    case 'control_request':
      return serveRequest(host.desk, line)
    case 'control_response':
      return host.prompts.answer(line.response)
    case 'control_cancel_request':
    case 'keep_alive':
      // Requests are answered in order, so one that is withdrawn has had its answer.
      return Promise.resolve()
  }
}

const toSubmit = (line: InboundUser) => ({
  content: line.message.content,
  ...(line.uuid !== undefined && { uuid: line.uuid }),
  ...(line.shouldQuery === false && { query: false }),
  ...(line.isSynthetic && { isMeta: true }),
})
