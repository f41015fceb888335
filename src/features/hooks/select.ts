import type { HookHandler, HookSettings } from '../../protocol/hook.ts'
import { matchName } from './match.ts'

interface Selection {
  /** In the order of the settings; of identical handlers the last. */
  readonly handlers: readonly HookHandler[]
  /** What keeps configured hooks from running, by a key that stays the same from call to call. */
  readonly faults: ReadonlyMap<string, string>
}

const NOTHING: Selection = { handlers: [], faults: new Map() }

/** Which handlers an event runs. `applies` evaluates a handler's `if`; undefined when that cannot be told. */
export const selectHandlers = (
  hooks: HookSettings,
  target: { readonly event: string; readonly name: string },
  applies: (rule: string) => boolean | undefined,
): Selection => {
  const matchers = Object.hasOwn(hooks, target.event) ? hooks[target.event] : undefined
  if (!matchers?.length) return NOTHING
  const faults = new Map<string, string>()
  const handlers = new Map<string, HookHandler>()
  for (const { matcher, hooks: group } of matchers) {
    const match = matchName(matcher, target.name)
    if (match.kind === 'invalid')
      faults.set(
        `matcher:${target.event}:${matcher}`,
        `The ${target.event} hook matcher ${JSON.stringify(matcher)} is not a valid regular expression and matches nothing: ${match.why}`,
      )
    if (match.kind !== 'yes') continue
    for (const handler of group) {
      const fault = unsupported(handler)
      if (fault !== undefined) faults.set(`unsupported:${target.event}:${fault}`, `${target.event}: ${fault}`)
      // A condition that cannot be evaluated does not keep a guard from running.
      else if (handler.if === undefined || applies(handler.if) !== false) {
        const key = identity(handler)
        handlers.delete(key)
        handlers.set(key, handler)
      }
    }
  }
  return { handlers: [...handlers.values()], faults }
}

/** Timeouts and messages do not make two handlers different. */
const identity = ({ type, command, args, shell, if: rule }: HookHandler): string =>
  JSON.stringify([type, command, args ?? null, shell ?? null, rule ?? null])

const unsupported = (handler: HookHandler): string | undefined => {
  if (handler.type !== 'command' || handler.command === undefined)
    return `hook type ${JSON.stringify(handler.type)} is not supported yet and was not run`
  if (handler.async || handler.asyncRewake) return 'async hooks are not supported yet and were not run'
  if (handler.shell !== undefined && handler.shell !== 'bash')
    return `hook shell ${JSON.stringify(handler.shell)} is not supported and the hook was not run`
  return undefined
}
