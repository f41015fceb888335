import { createHash } from 'node:crypto'
import { escapeText } from '../../../lib/escape-text.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'

/** A permission question as a channel is told of it. */
export interface RelayRequest {
  readonly request_id: string
  readonly tool_name: string
  readonly description: string
  readonly input_preview: string
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyz'
const ID_LETTERS = 5
const MAX_FIELD = 3_500
/** So much of a text is looked at from each end. */
const LOOK = MAX_FIELD * 4
const GAP = '\n[…]\n'

/** Five small letters without the one that looks like a digit. */
export const relayId = (seed: string): string =>
  Array.from(
    createHash('sha256').update(seed).digest().subarray(0, ID_LETTERS),
    byte => LETTERS[byte % LETTERS.length],
  ).join('')

/** Without what acts on a screen or cannot be seen; of a long text its beginning and its end. */
export const relayField = (text: string): string => {
  const bounded = text.length > LOOK * 2 ? `${text.slice(0, LOOK)}${GAP}${text.slice(-LOOK)}` : text
  const points = Array.from(escapeText(bounded).replace(/[\uD800-\uDFFF]/gu, '\u{fffd}'))
  if (points.length <= MAX_FIELD) return points.join('')
  const half = Math.floor((MAX_FIELD - GAP.length) / 2)
  return [...points.slice(0, half), GAP, ...points.slice(-half)].join('')
}

export const relayRequest = (
  { toolName, input, details }: Pick<PermissionRequest, 'toolName' | 'input' | 'details'>,
  id: string,
): RelayRequest => ({
  request_id: id,
  tool_name: relayField(toolName),
  description: relayField(
    [details?.title ?? toolName, details?.why ?? '', ...(details?.tried?.said ?? []).map(({ text }) => text)]
      .filter(Boolean)
      .join('\n'),
  ),
  input_preview: relayField(typeof input === 'string' ? input : (JSON.stringify(input) ?? '')),
})

/**
 * Whether a question may be answered from elsewhere: never one of `dialogs`, one about settings or protected files, one that is marked as
 * dangerous, or any where permission checks are off and only the gravest are left.
 */
export const mayRelay = (
  { toolName, needs, decision, details }: PermissionRequest,
  { mode, dialogs }: { readonly mode: PermissionMode; readonly dialogs: readonly string[] },
): boolean =>
  mode !== 'bypassPermissions' &&
  needs === undefined &&
  !dialogs.includes(toolName) &&
  decision.because.type !== 'safetyCheck' &&
  (details?.dangers ?? []).length === 0

/** What a channel answers; undefined: that is no answer. */
export const readRelayAnswer = (
  params: unknown,
): { readonly id: string; readonly behavior: 'allow' | 'deny' } | undefined => {
  if (!isObject(params)) return undefined
  const { request_id: id, behavior } = params
  if (typeof id !== 'string' || (behavior !== 'allow' && behavior !== 'deny')) return undefined
  return { id, behavior }
}

/** As the desk takes it: for this call only, and with the channel it came through. */
export const relayAnswer = (behavior: 'allow' | 'deny', channel: string): PermissionAnswer =>
  behavior === 'allow'
    ? { behavior, channel, limited: true }
    : { behavior, message: `Declined through the channel ${channel}.` }
