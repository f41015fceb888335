import { type Message, plainText } from '../../../protocol/message.ts'
import type { Stage, StageEnv } from '../../../protocol/stage.ts'
import { chosenWindow, isCompactDue, limitsOf } from '../compact-due.ts'
import type { CompactPorts } from '../compact-ports.ts'
import type { SessionNotes } from '../notes/note-taker.ts'
import { notesAsSummary } from '../notes/sections.ts'
import { cutBefore } from '../safe-cuts.ts'
import { sumTokens } from '../tokens.ts'

const NAME = 'session-memory-compact'
const MAX_WAIT_MS = 15_000
const MIN_TOKENS = 10_000
const MIN_TEXTS = 5
const MAX_TOKENS = 40_000
const MAX_SHARE = 0.2

export interface Notes {
  current(): SessionNotes | undefined
  settle(waitMs: number, signal: AbortSignal): Promise<void>
}

/** Replaces what the notes know of by the notes and keeps the rest word for word. No model call. */
export const createSessionMemoryCompact = (notes: Notes, ports: CompactPorts): Stage => ({
  name: NAME,
  cost: 'free',
  keepsPrefix: false,
  due: (view, env) => isWanted(env) && isCompactDue(view, env) && notes.current() !== undefined,
  async run(view, env) {
    if (!isWanted(env) || !isCompactDue(view, env)) return undefined
    await notes.settle(MAX_WAIT_MS, env.signal)
    const known = notes.current()
    const cut = known && keepFrom(view, known.upTo, chosenWindow(env))
    if (!known || cut === undefined || cut === 0) return undefined
    const summary = notesAsSummary(known.sections, env.language)
    if (summary === '') return undefined
    const { copyOpening, isInVain, replaceHistory, startedResult } = await import('../boundary.ts')
    const preview = env.request?.preview === true
    const replacement = {
      by: NAME,
      summary,
      dropped: view.slice(0, cut),
      kept: view.slice(cut),
      side: 'behind',
      opening: await (ports.opening ?? copyOpening)(view, env),
      restored: preview ? [] : ((await ports.restore?.(0, env, view.slice(cut))) ?? []),
      ...(ports.loadedTools ? { loadedTools: ports.loadedTools() } : {}),
    } as const
    const result = await replaceHistory(view, env, replacement)
    const { after } = result.report
    if (after > limitsOf(env).compactAt || isInVain(env, after)) return undefined
    if (preview) return result
    const hooks = (await ports.before?.(env, view)) ?? {}
    // What speaks against it, or for something special, is for the full summary to deal with.
    if (hooks.blocked !== undefined || hooks.instructions?.length) return void ports.handOver?.(view, hooks)
    return await startedResult(ports, { view, env, replacement, result })
  },
})

/** Special wishes need the model, and a refused prompt needs more than notes. */
const isWanted = ({ trigger, request }: StageEnv): boolean =>
  trigger !== 'reactive' && !request?.instructions?.trim() && !request?.part

/** Where the part that stays begins. `undefined`: the notes do not fit this history, or lag too far behind it. */
export const keepFrom = (view: readonly Message[], upTo: string, window: number): number | undefined => {
  const noted = view.findIndex(({ uuid }) => uuid === upTo)
  if (noted === -1) return undefined
  const most = Math.min(MAX_TOKENS, window * MAX_SHARE)
  const floor = headLength(view)
  let start = Math.max(noted + 1, floor)
  let tokens = sumTokens(view.slice(start))
  if (tokens > most) return undefined
  let texts = view.slice(start).filter(hasText).length
  while (start > floor && (tokens < MIN_TOKENS || texts < MIN_TEXTS)) {
    const next = view[start - 1]
    if (!next) break
    tokens += sumTokens([next])
    if (tokens > most) break
    texts += hasText(next) ? 1 : 0
    start -= 1
  }
  return Math.max(floor, cutBefore(view, start))
}

/** The boundary of an earlier compaction with its summary, and what the conversation began with. */
const headLength = (view: readonly Message[]): number => {
  const first = view.findIndex(
    message => message.type === 'assistant' || (message.type === 'user' && message.isCompactSummary !== true),
  )
  return first === -1 ? view.length : first
}

const hasText = (message: Message): boolean =>
  (message.type === 'user' || message.type === 'assistant') &&
  plainText(message.message.content).trim() !== ''
