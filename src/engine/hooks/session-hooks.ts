import type { HookPorts } from '../../features/hooks/ports.ts'
import { plainText } from '../../protocol/message.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import type { Part, Scope } from '../scope.ts'
import type { Secrets } from '../secrets/part.ts'
import type { SideRequest } from '../turn/side-request.ts'
import { HookDesk } from './hook-desk.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { createHooks, type Hooks, type HooksOptions } from './part.ts'

/** The hooks of a session, with those that its host answers and those that call somebody. */
export const addHooks = (
  scope: Scope,
  {
    askModel,
    ...options
  }: HooksOptions &
    Pick<HookPorts, 'askModel'> & {
      readonly config: { readonly wake?: boolean; readonly watch?: Pick<SessionWatch, 'noted'> }
    },
): { readonly hooks: Hooks; readonly notifications: Notifications } => {
  const { config, emit } = options
  const desk = scope.add(new HookDesk({ emit: event => void emit(event), newId: config.runtime.newId }))
  const hooks = scope.add(createHooks(options))
  hooks.lend({ callHost: desk.callHost, ...(askModel ? { askModel } : {}) })
  const { wake, watch } = config
  if (watch) scope.add(tellingOf(hooks, watch))
  return { hooks, notifications: scope.add(createNotifications({ hooks, wake, watch })) }
}

/** Whoever counts the session hears of each hook that may run. */
const tellingOf = (hooks: Pick<Hooks, 'sets'>, watch: Pick<SessionWatch, 'noted'>): Part => {
  let isTold = false
  return {
    turnStarts() {
      if (isTold) return
      isTold = true
      for (const { source, hooks: ofSource } of hooks.sets())
        for (const [event, groups] of Object.entries(ofSource))
          for (const { matcher, hooks: handlers } of groups)
            for (const { type } of handlers) {
              const matched = matcher === undefined ? {} : { matcher }
              watch.noted({ kind: 'hook_registered', event, type, source: source.level, ...matched })
            }
    },
  }
}

const MAX_TOKENS = 1_000

/** The model that judges for hooks: what it is shown is cleaned of secrets first. */
export const createHookModel =
  (request: SideRequest, secrets: Pick<Secrets, 'ready'>): NonNullable<HookPorts['askModel']> =>
  async ({ prompt, system, model }, signal) => {
    const { redact } = await secrets.ready()
    const messages = [{ role: 'user', content: [{ type: 'text', text: redact(prompt) }] }] as const
    const wanted = model === undefined ? {} : { model }
    const asked = { source: 'hook', system: [{ text: system }], messages, maxTokens: MAX_TOKENS, ...wanted }
    return plainText((await request(asked, signal)).content)
  }
