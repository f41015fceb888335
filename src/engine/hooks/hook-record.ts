import { type Chosen, identityOf } from '../../features/hooks/select.ts'
import type { MetadataEntry } from '../../protocol/entry.ts'
import type { HookReport } from '../../protocol/event.ts'
import type { HookHandler } from '../../protocol/hook.ts'
import type { Runtime } from '../options/runtime.ts'

export type HookEnded = Extract<HookReport, { readonly phase: 'ended' }>

/** How hooks of a session ended: the last time of each for the person, all of them in the session file. */
export interface HookRecord {
  ended(report: HookEnded, chosen: Chosen): void
  last(handler: HookHandler, event: string): HookEnded | undefined
  /** Something was said: a session that is only hooks is not kept. */
  begun(): void
}

export const createHookRecord = (to: {
  readonly sessionId: string
  readonly runtime: Pick<Runtime, 'now' | 'log'>
  isBegun(): boolean
  note(entry: MetadataEntry): Promise<void>
}): HookRecord => {
  const held: MetadataEntry[] = []
  const note = (entry: MetadataEntry): void => {
    to.note(entry).catch((error: unknown) =>
      to.runtime.log?.(`the hook could not be noted: ${String(error)}`),
    )
  }
  const last = new Map<string, HookEnded>()
  const keyOf = (handler: HookHandler, event: string): string => `${event}:${identityOf(handler)}`
  return {
    ended(report, { handler, matcher }) {
      last.set(keyOf(handler, report.event), report)
      const {
        event,
        label = '',
        from = '',
        outcome,
        exitCode,
        durationMs,
        decision,
        background,
        stderr,
      } = report
      const entry: MetadataEntry = {
        type: 'hook',
        sessionId: to.sessionId,
        timestamp: to.runtime.now().toISOString(),
        event,
        matcher,
        hook: label,
        from,
        outcome,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(decision === undefined ? {} : { decision }),
        ...(background ? { background } : {}),
        ...(outcome === 'success' || stderr.trim() === '' ? {} : { error: firstLine(stderr) }),
      }
      if (to.isBegun()) note(entry)
      else held.push(entry)
    },
    begun: () => held.splice(0).forEach(note),
    last: (handler, event) => last.get(keyOf(handler, event)),
  }
}

const MAX_CHARS = 300

const firstLine = (text: string): string => (text.trim().split('\n', 1)[0] ?? '').slice(0, MAX_CHARS)
