import { nearestName } from '../../lib/nearest-name.ts'
import type { HookSet } from '../../protocol/hook.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS } from './events.ts'
import { faultKey, faultOf, matcherKey } from './handler-fault.ts'
import { labelOf } from './label.ts'
import { matchName } from './match.ts'

/** What is configured and can never run, each in words for the person. */
export const hookProblems = ({ hooks, source }: HookSet): readonly string[] =>
  Object.entries(hooks).flatMap(([event, groups]) => {
    const row: HookEventRow | undefined = Object.hasOwn(HOOK_EVENTS, event)
      ? HOOK_EVENTS[event as keyof typeof HOOK_EVENTS]
      : undefined
    if (!row) {
      const nearest = nearestName(event, Object.keys(HOOK_EVENTS))
      const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
      return [`There is no hook event ${JSON.stringify(event)}; its hooks never run.${meant}`]
    }
    return groups.flatMap(({ matcher, hooks: handlers }) => {
      const match = row.matcherField === '' ? undefined : matchName(matcher, '', row)
      const invalid =
        match?.kind === 'invalid'
          ? [
              `The ${event} matcher ${JSON.stringify(matcher)} is not a valid regular expression: ${match.why}`,
            ]
          : []
      const unused =
        row.matcherField === '' && matcher !== undefined && matcher !== '' && matcher !== '*'
          ? [`${event} has nothing to match: its matcher ${JSON.stringify(matcher)} is ignored.`]
          : []
      const faults = handlers.flatMap(handler => {
        const fault = faultOf(handler, event)
        if (fault !== undefined) return [`${event} hook ${labelOf(handler)}: ${fault}.`]
        return handler.once && source.level !== 'skill'
          ? [`${event} hook ${labelOf(handler)}: "once" counts only in a skill.`]
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
