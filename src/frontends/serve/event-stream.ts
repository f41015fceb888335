import type { ClientInfo } from '../../protocol/serve/wire.ts'
import { MAX_BEHIND } from './limits.ts'
import type { Mark, SessionHub } from './session-hub.ts'

/** How often something is sent to notice who vanished without a word. */
const STILL_THERE_MS = 30_000

/** A session as Server-Sent Events, for those who only read. One who does not keep up is let go. */
export const followAsText = (
  hub: Pick<SessionHub, 'join'>,
  {
    client,
    mark,
    signal,
  }: { readonly client: ClientInfo; readonly mark: Mark; readonly signal: AbortSignal },
): Response => {
  let leave: (() => void) | undefined
  let pulse: ReturnType<typeof setInterval> | undefined
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let open = true
        const end = (): void => {
          if (!open) return
          open = false
          clearInterval(pulse)
          leave?.()
          controller.close()
        }
        pulse = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), STILL_THERE_MS)
        pulse.unref()
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) return end()
        leave = await hub.join(
          {
            client,
            send(frame) {
              if (!open) return
              if ((controller.desiredSize ?? 0) < -MAX_BEHIND) return end()
              controller.enqueue(encoder.encode(`data: ${frame}\n\n`))
            },
            end,
          },
          mark,
        )
        if (!open) leave()
      },
      cancel: () => {
        clearInterval(pulse)
        leave?.()
      },
    },
    { highWaterMark: 0, size: chunk => chunk?.length ?? 0 },
  )
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}
