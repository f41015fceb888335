import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ControlResponse } from '../../protocol/control/control-message.ts'
import type { InboundLine, InboundUser } from '../../protocol/control/inbound.ts'
import type { ControlDesk } from './control/desk.ts'
import { chooseAgain, RequestServer } from './control/serve-request.ts'
import type { HookCallbacks } from './hook-callbacks.ts'
import type { PermissionPrompts } from './permission-prompts.ts'

export interface HostInput {
  readonly desk: ControlDesk
  readonly prompts: PermissionPrompts
  readonly callbacks: HookCallbacks
  /** The run is over: what still comes is not for anybody. */
  readonly over: AbortSignal
}

/**
 * Serves the host's lines in order until its end of input, or until one that asks for another session than this one
 * has become. Throws WireError when going on is not safe.
 */
export const serveHost = async (host: HostInput): Promise<'done' | 'reopen'> => {
  const { lines, conversation } = host.desk
  const requests = new RequestServer(host.desk)
  await chooseAgain(host.desk)
  const { exitAfterMs } = host.desk.run.options
  let asked = false
  try {
    for (;;) {
      const line: InboundLine | undefined = await (asked && exitAfterMs !== undefined
        ? lineOrQuiet(host, exitAfterMs)
        : lines.next())
      if (!line || host.over.aborted) return 'done'
      if (!conversation.started && lines.open(line)) return 'reopen'
      asked ||= line.type === 'user'
      await serveLine(host, requests, line)
    }
  } finally {
    requests.close()
  }
}

/** The next line; undefined also when nothing is asked for so long, and nothing is being done. */
const lineOrQuiet = async (host: HostInput, ms: number): Promise<InboundLine | undefined> => {
  const { lines, run } = host.desk
  const over = new AbortController()
  const quiet = async (): Promise<undefined> => {
    do {
      await run.engine.idle()
      await setTimeout(ms, undefined, { signal: over.signal })
    } while (!(await isIdle(run.engine)))
  }
  const waiting = quiet()
  waiting.catch(() => undefined)
  try {
    return await Promise.race([lines.next(), waiting])
  } finally {
    over.abort()
  }
}

const isIdle = (engine: { idle(): Promise<void> }): Promise<boolean> =>
  Promise.race([engine.idle().then(() => true), setImmediate(false)])

const serveLine = async (host: HostInput, requests: RequestServer, line: InboundLine): Promise<void> => {
  if (line.type === 'user') await serving(host, host.desk.conversation.submit(toSubmit(line)))
  else if (line.type === 'control_request') await serving(host, requests.serve(line))
  else if (line.type === 'control_cancel_request') requests.cancel(line.request_id)
  else if (line.type === 'control_response') await serveAnswer(host, line)
}

const serveAnswer = async (
  { desk, callbacks, prompts }: HostInput,
  { response }: ControlResponse,
): Promise<void> => {
  if (desk.run.servers.answer(response)) return
  if (!(await callbacks.answer(response))) await prompts.answer(response)
}

const serving = (host: HostInput, work: Promise<void>): Promise<void> =>
  host.desk.lines.during(work, {
    answer: line => serveAnswer(host, line),
    async gone() {
      await host.prompts.close()
      await host.callbacks.close()
      host.desk.run.servers.close()
    },
  })

const WHEN = { now: 'now', next: 'step', later: 'end' } as const

const toSubmit = (line: InboundUser) => ({
  content: line.message.content,
  ...(line.uuid !== undefined && { uuid: line.uuid }),
  ...(line.shouldQuery === false && { query: false }),
  ...(line.isSynthetic && { isMeta: true }),
  ...(line.priority && { when: WHEN[line.priority] }),
})
