import type { HookHandler } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS } from './events.ts'

/** What each kind cannot do without. */
const NEEDS: Readonly<Record<string, readonly (keyof HookHandler)[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
  callback: ['callbackId'],
  function: ['run'],
}

/** Why a handler can never run for an event, in words; undefined when it can. */
export const faultOf = (handler: HookHandler, event: string): LocalizedText | undefined => {
  const { type, shell } = handler
  const needs = Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined
  if (!needs) return hookText('kind_unknown', { kind: JSON.stringify(type) })
  const missing = needs.filter(key => handler[key] === undefined)
  if (missing.length > 0) return hookText('kind_needs', { kind: type, fields: missing })
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell')
    return hookText('shell_unknown', { shell: JSON.stringify(shell) })
  const row: HookEventRow | undefined = Object.hasOwn(HOOK_EVENTS, event)
    ? HOOK_EVENTS[event as keyof typeof HOOK_EVENTS]
    : undefined
  if (row?.kinds && !row.kinds.includes(type))
    return hookText('kind_not_here_but', { kind: type, kinds: row.kinds.slice(0, 2) })
  if ((type === 'prompt' || type === 'agent') && !row?.judged)
    return hookText('kind_not_here', { kind: type })
  if (handler.if !== undefined && !Object.hasOwn(row?.input ?? {}, 'tool_name'))
    return hookText('if_without_tool')
  return undefined
}

/** By which a fault is known to have been told. */
export const faultKey = (event: string, fault: LocalizedText): string => `unsupported:${event}:${fault.text}`
export const matcherKey = (event: string, matcher: string | undefined): string =>
  `matcher:${event}:${matcher}`
