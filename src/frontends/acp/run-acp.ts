import { ndJsonStream } from '@agentclientprotocol/sdk'
import { AcpAgent } from './acp-agent.ts'
import { answeredInOrder } from './answered-in-order.ts'
import type { AcpDeps } from './open-session.ts'

export interface AcpIo {
  readonly input: ReadableStream<Uint8Array>
  readonly output: WritableStream<Uint8Array>
  /** Aborts when the program was told to stop. */
  readonly signal: AbortSignal
}

/** Serves one client until it is gone or the program is told to stop; then every session has ended. */
export const runAcp = async (deps: AcpDeps, { input, output, signal }: AcpIo): Promise<void> => {
  await using agent = new AcpAgent(deps, answeredInOrder(ndJsonStream(output, input)))
  await Promise.race([agent.closed, stopped(signal)])
}

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
