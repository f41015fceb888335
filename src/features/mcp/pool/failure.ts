import type { ServerConfig } from '../../../protocol/extensions/server.ts'

/** Errors that say that the line is gone, not that a call was wrong. */
const BROKEN =
  /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EHOSTUNREACH|CONNECTION_CLOSED|NOT_CONNECTED|Not connected|Connection closed)\b/

export const isBroken = (error: unknown): boolean => BROKEN.test(chainText(error))

/** Why a server cannot be reached, in one sentence or two, with what to do where that is known. */
export const failureText = (error: unknown, config: ServerConfig): string => {
  const text = chainText(error)
  if (config.type === 'stdio' && /\bENOENT\b/.test(text))
    return `the program "${config.command}" was not found. Install it, or correct "command".`
  if (config.type === 'stdio' && /\bEACCES\b/.test(text))
    return `the program "${config.command}" may not be executed.`
  if (/REQUEST_TIMEOUT|timed out|TimeoutError|aborted due to timeout/i.test(text))
    return 'it did not answer in time (MCP_TIMEOUT sets how long is waited, in milliseconds).'
  if (/ECONNREFUSED/.test(text)) return 'nothing answers at this address (connection refused).'
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return 'the name of its host cannot be resolved.'
  const said = error instanceof Error && typeof error.cause === 'string' ? error.cause.trim() : ''
  const own = error instanceof Error ? error.message : String(error)
  return said === '' ? own : `${own}. It said: ${said.slice(-500)}`
}

const chainText = (error: unknown): string => {
  const parts: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    parts.push(at.name, at.message, 'code' in at ? String(at.code) : '')
  return parts.join(' ')
}
