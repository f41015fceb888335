import { nearestName } from '../../lib/nearest-name.ts'
import type { HookSet } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS } from './events.ts'
import { faultKey, faultOf, matcherKey } from './handler-fault.ts'
import { labelOf } from './label.ts'
import { matchName } from './match.ts'

/** What is configured and can never run, each in words for the person. */
export const hookProblems = ({ hooks, source }: HookSet): readonly LocalizedText[] =>
  Object.entries(hooks).flatMap(([event, groups]) => {
    const row: HookEventRow | undefined = Object.hasOwn(HOOK_EVENTS, event)
      ? HOOK_EVENTS[event as keyof typeof HOOK_EVENTS]
      : undefined
    if (!row) {
      const nearest = nearestName(event, Object.keys(HOOK_EVENTS))
      const named = { event: JSON.stringify(event) }
      return [
        nearest === undefined
          ? hookText('no_event', named)
          : hookText('no_event_near', { ...named, near: nearest }),
      ]
    }
    return groups.flatMap(({ matcher, hooks: handlers }) => {
      const match = row.matcherField === '' ? undefined : matchName(matcher, '', row)
      const invalid =
        match?.kind === 'invalid'
          ? [hookText('matcher_invalid', { event, matcher: JSON.stringify(matcher), why: match.why })]
          : []
      const unused =
        row.matcherField === '' && matcher !== undefined && matcher !== '' && matcher !== '*'
          ? [hookText('matcher_ignored', { event, matcher: JSON.stringify(matcher) })]
          : []
      const faults = handlers.flatMap(handler => {
        const fault = faultOf(handler, event)
        if (fault !== undefined) return [hookText('faulty', { event, hook: labelOf(handler), fault })]
        return handler.once && source.level !== 'skill'
          ? [hookText('once_outside', { event, hook: labelOf(handler) })]
          : []
      })
      return [...invalid, ...unused, ...faults]
    })
  })

/** The keys of all that `hookProblems` tells of and a run would tell again. */
export const announcedFaults = ({ hooks }: HookSet): readonly string[] =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: handlers }) => [
      matcherKey(event, matcher),
      ...handlers.flatMap(handler => {
        const fault = faultOf(handler, event)
        return fault === undefined ? [] : [faultKey(event, fault)]
      }),
    ]),
  )
