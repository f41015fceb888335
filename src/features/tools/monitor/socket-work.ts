import { appendFileSync } from 'node:fs'
import { NetworkError } from '../../../lib/network/network-error.ts'
import { openSocket } from '../../../lib/network/open-socket.ts'
import type { BackgroundEnd, BackgroundWork } from '../../../protocol/agents/background-work.ts'
import { clause } from '../../../protocol/messages/layout.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { httpUrl } from './socket-url.ts'

const says = modelTexts('socket', {
  off: { en: 'Background tasks are switched off.', zh: '后台任务已关闭。' },
  noNetwork: { en: 'The network is out of reach in this session.', zh: '本会话无法访问网络。' },
  failed: { en: 'Cannot watch {url}: {why}.', zh: '无法监视 {url}：{why}。' },
})

export interface SocketAddress {
  readonly url: string
  readonly protocols?: readonly string[] | undefined
}

const OPEN_MS = 15_000
/** The file gets no more; its lines are still told. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** A WebSocket as background work: each message is a line or more. Throws ToolError when it cannot be opened. */
export const socketWork = async (
  { url, protocols = [] }: SocketAddress,
  description: string,
  call: ToolCall,
): Promise<BackgroundWork> => {
  const { web } = call
  if (call.processes.settings?.backgroundOff) throw new ToolError(says('off'))
  if (!web) throw new ToolError(says('noNetwork'))
  const socket = await openSocket({
    url: new URL(httpUrl(url)),
    protocols,
    headers: { 'user-agent': web.userAgent },
    open: web.hosts(),
    signal: AbortSignal.any([call.signal, AbortSignal.timeout(OPEN_MS)]),
    ...(web.proxy ? { proxy: web.proxy } : {}),
  }).catch((error: unknown) => {
    if (error instanceof NetworkError) throw new ToolError(says('failed', { url, why: clause(error.clause) }))
    throw error
  })
  const outputFile = web.save(new Uint8Array(), 'txt')
  const listeners = new Set<(chunk: Buffer) => void>()
  const ended = Promise.withResolvers<BackgroundEnd>()
  let room = MAX_FILE_BYTES
  const read = once(() => {
    socket.listen({
      onMessage(text) {
        const chunk = Buffer.from(`${call.secrets?.redact(text) ?? text}\n`)
        room -= chunk.length
        if (room > 0) appendFileSync(outputFile, chunk)
        for (const listener of listeners) listener(chunk)
      },
      onEnd: why =>
        ended.resolve(
          why === undefined ? { status: 'completed' } : { status: 'failed', reason: `It ended: ${why}.` },
        ),
    })
  })
  return {
    kind: 'monitor',
    description,
    toolUseId: call.id,
    outputFile,
    ended: ended.promise,
    async stop() {
      ended.resolve({ status: 'stopped' })
      socket.close()
    },
    onOutput(listener) {
      listeners.add(listener)
      // Nothing is read before somebody hears of it.
      read()
      return () => void listeners.delete(listener)
    },
  }
}

const once = (act: () => void): (() => void) => {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}
