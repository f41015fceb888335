import { escapeLine } from '../../lib/escape-text.ts'
import type { Access } from '../../protocol/access.ts'
import type { CallEffect } from '../../protocol/context.ts'
import type { Tool } from '../../protocol/tool.ts'

const MAX_TEXT = 400
const MAX_DETAIL = 300
/** What a person said stays as they said it. */
const MAX_WORDS = 4_096

export interface EndedCall {
  readonly input: unknown
  /** Undefined: it threw, or was cut short. */
  readonly output: unknown
  readonly cwd: string
  readonly accesses: readonly Access[]
  /** Its commands only look. */
  readonly readOnly: boolean
  readonly failed: boolean
  readonly aborted: boolean
}

/** What a call that was run left behind; a look leaves nothing, and neither does a call that its tool turned down. */
export const effectsOf = (tool: Tool, call: EndedCall): readonly CallEffect[] => {
  if (call.output === undefined && !call.aborted) return []
  const named = call.accesses.flatMap(access => touched(access, call.failed ? 'failed' : 'done'))
  if (named.length === 0) return []
  const told = tool.effects?.(call.input, call.output, call.cwd) ?? named
  const onlyLooks = call.readOnly && call.accesses.every(isCommand)
  // What still runs is worth knowing of, whatever it does.
  const counts = onlyLooks ? told.filter(({ outcome }) => outcome === 'running') : told
  return counts.map(effect => bounded(call.aborted ? { ...effect, outcome: 'interrupted' } : effect))
}

/** What a refused call would have touched, with the words it was refused with. */
export const refusedEffects = (accesses: readonly Access[], why: string): readonly CallEffect[] =>
  accesses.flatMap(access => touched(access, 'refused')).map(effect => bounded({ ...effect, detail: why }))

const isCommand = (access: Access): boolean => access.kind === 'shell'

const touched = (access: Access, outcome: CallEffect['outcome']): readonly CallEffect[] => {
  switch (access.kind) {
    case 'shell':
      return [{ kind: 'command', text: access.command, outcome }]
    case 'write':
      return [{ kind: 'write', text: access.path, outcome }]
    case 'network':
      return [{ kind: 'fetch', text: access.url, outcome }]
    case 'mcp':
      return [{ kind: 'other', text: `${access.server}: ${access.tool}`, outcome }]
    case 'agent':
      return [{ kind: 'other', text: `agent ${access.name}`, outcome }]
    case 'person':
      return [{ kind: 'answer', text: 'a question to the person', outcome }]
    case 'read':
    case 'search':
    case 'web-search':
    case 'skill':
      return []
  }
}

const bounded = ({ text, detail, ...effect }: CallEffect): CallEffect => {
  const isSaid = effect.kind === 'answer' || effect.outcome === 'refused'
  const said = isSaid ? (detail ?? '').slice(0, MAX_WORDS) : escapeLine((detail ?? '').trim(), MAX_DETAIL)
  return { ...effect, text: escapeLine(text.trim(), MAX_TEXT), ...(said === '' ? {} : { detail: said }) }
}
