import type { ServerConfig } from '../../../protocol/extensions/server.ts'
import { serverText } from '../../../protocol/messages/engine/servers.ts'
import type { LocalizedError, Text } from '../../../protocol/messages/localized-text.ts'

/** Errors that say that the line is gone, not that a call was wrong. */
const BROKEN =
  /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EHOSTUNREACH|CONNECTION_CLOSED|NOT_CONNECTED|Not connected|Connection closed)\b/

export const isBroken = (error: unknown): boolean => BROKEN.test(chainText(error))

/** Why a server cannot be reached, in one sentence or two, with what to do where that is known. */
export const failureText = (error: unknown, config: ServerConfig): Text => {
  const text = chainText(error)
  if (config.type === 'stdio' && /\bENOENT\b/.test(text))
    return serverText('program_not_found', { command: config.command })
  if (config.type === 'stdio' && /\bEACCES\b/.test(text))
    return serverText('program_not_executable', { command: config.command })
  if (/REQUEST_TIMEOUT|timed out|TimeoutError|aborted due to timeout/i.test(text)) return serverText('late')
  if (/ECONNREFUSED/.test(text)) return serverText('connection_refused')
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return serverText('host_unknown')
  const said = error instanceof Error && typeof error.cause === 'string' ? error.cause.trim() : ''
  const reason = error instanceof Error ? ownWords(error) : String(error)
  return said === '' ? reason : serverText('failed_saying', { reason, said: said.slice(-500) })
}

const ownWords = (error: Error): Text => (error as Partial<LocalizedError>).localized ?? error.message

const chainText = (error: unknown): string => {
  const parts: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    parts.push(at.name, at.message, 'code' in at ? String(at.code) : '')
  return parts.join(' ')
}
