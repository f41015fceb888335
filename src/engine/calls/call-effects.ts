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
  // What it did was done by calls of its own, which tell how they ended.
  if (named.length === 0 && tool.noAccess !== undefined)
    return (tool.effects?.(call.input, call.output, call.cwd) ?? []).map(bounded)
  if (named.length === 0) return []
  const told = tool.effects?.(call.input, call.output, call.cwd) ?? named
  const onlyLooks = call.readOnly && call.accesses.every(isCommand)
  // What still runs is worth knowing of, whatever it does.
  const counts = onlyLooks ? told.filter(({ outcome }) => outcome === 'running') : told
  return counts.map(effect => bounded(call.aborted ? { ...effect, outcome: 'interrupted' } : effect))
}

/** What a refused call would have touched, with the words it was refused with; these are kept even of a mere look. */
export const refusedEffects = ({
  tool,
  accesses,
  refusal: { message, words },
}: {
  readonly tool: Pick<Tool, 'name'>
  readonly accesses: readonly Access[]
  readonly refusal: { readonly message: string; readonly words?: string }
}): readonly CallEffect[] => {
  const named = accesses.flatMap(access => touched(access, 'refused'))
  const all =
    named.length === 0 && words !== undefined
      ? [{ kind: 'other', text: aboutLook(tool, accesses), outcome: 'refused' } as const]
      : named
  return all.map((effect, at) =>
    bounded({
      ...effect,
      // Its own name says more than that somebody was asked.
      ...(effect.kind === 'answer' ? { text: tool.name } : {}),
      detail: message,
      ...(at === 0 && words !== undefined ? { said: words } : {}),
    }),
  )
}

/** What the person said when they approved a call goes with what it did; of a mere look it is all there is to note. */
export const withWords = (
  effects: readonly CallEffect[],
  {
    tool,
    accesses,
    words,
  }: {
    readonly tool: Pick<Tool, 'name'>
    readonly accesses: readonly Access[]
    readonly words: string | undefined
  },
): readonly CallEffect[] => {
  if (words === undefined) return effects
  const [first, ...rest] = effects
  if (first) return [{ ...first, said: words }, ...rest]
  return [{ kind: 'answer', text: aboutLook(tool, accesses), outcome: 'done', said: words }]
}

const aboutLook = ({ name }: Pick<Tool, 'name'>, accesses: readonly Access[]): string => {
  const path = accesses.find(access => 'path' in access)
  return path && 'path' in path ? `${name} ${path.path}` : name
}

/** What a call was about to do when the program stopped. */
export const cutShort = (accesses: readonly Access[]): readonly CallEffect[] =>
  accesses.flatMap(access => touched(access, 'interrupted')).map(bounded)

const isCommand = (access: Access): boolean => access.kind === 'shell'

const touched = (access: Access, outcome: CallEffect['outcome']): readonly CallEffect[] => {
  switch (access.kind) {
    case 'shell':
      return [{ kind: 'command', text: access.command, outcome }]
    case 'write':
      return [{ kind: 'write', text: access.path, outcome }]
    case 'network':
      return [{ kind: 'fetch', text: access.url, outcome }]
    case 'browser':
      return [{ kind: access.does === 'open' ? 'fetch' : 'other', text: `browser ${access.url}`, outcome }]
    case 'application':
      return access.does === 'look' ? [] : [{ kind: 'other', text: `desktop ${access.name}`, outcome }]
    case 'mcp':
      return [{ kind: 'other', text: `${access.server}: ${access.tool}`, outcome }]
    case 'remote': {
      const kind = access.does === 'run' ? 'command' : access.does === 'edit' ? 'write' : 'other'
      return access.does === 'look' ? [] : [{ kind, text: `${access.host}: ${access.text}`, outcome }]
    }
    case 'agent':
      return [{ kind: 'other', text: `agent ${access.name}`, outcome }]
    case 'message':
      return [{ kind: 'other', text: `message to the session ${access.session}`, outcome }]
    case 'person':
      return [{ kind: 'answer', text: access.question?.title.text ?? 'a question to the person', outcome }]
    case 'read':
    case 'search':
    case 'web-search':
    case 'skill':
      return []
  }
}

const bounded = ({ text, detail, said, ...effect }: CallEffect): CallEffect => {
  const isSaid = effect.kind === 'answer' || effect.outcome === 'refused'
  const more = isSaid ? (detail ?? '').slice(0, MAX_WORDS) : escapeLine((detail ?? '').trim(), MAX_DETAIL)
  return {
    ...effect,
    text: escapeLine(text.trim(), MAX_TEXT),
    ...(more === '' ? {} : { detail: more }),
    ...(said === undefined ? {} : { said }),
  }
}
