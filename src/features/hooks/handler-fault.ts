import type { HookHandler } from '../../protocol/hook.ts'
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
export const faultOf = (handler: HookHandler, event: string): string | undefined => {
  const { type, shell } = handler
  const needs = Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined
  if (!needs) return `hook type ${JSON.stringify(type)} is not known and the hook was not run`
  const missing = needs.filter(key => handler[key] === undefined)
  if (missing.length > 0) return `a hook of type ${type} needs ${missing.join(' and ')} and was not run`
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell')
    return `hook shell ${JSON.stringify(shell)} is not supported and the hook was not run`
  const row: HookEventRow | undefined = Object.hasOwn(HOOK_EVENTS, event)
    ? HOOK_EVENTS[event as keyof typeof HOOK_EVENTS]
    : undefined
  if (row?.kinds && !row.kinds.includes(type))
    return `hooks of type ${type} cannot be used for this event (${row.kinds.slice(0, 2).join(', ')} can) and the hook was not run`
  if ((type === 'prompt' || type === 'agent') && !row?.judged)
    return `hooks of type ${type} cannot be used for this event and the hook was not run`
  if (handler.if !== undefined && !Object.hasOwn(row?.input ?? {}, 'tool_name'))
    return 'a hook with "if" runs only for events of tools and was not run'
  return undefined
}

/** By which a fault is known to have been told. */
export const faultKey = (event: string, fault: string): string => `unsupported:${event}:${fault}`
export const matcherKey = (event: string, matcher: string | undefined): string =>
  `matcher:${event}:${matcher}`
