import type { HookPorts } from '../../features/hooks/ports.ts'
import type { Scope } from '../scope.ts'
import { HookDesk } from './hook-desk.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { createHooks, type Hooks, type HooksOptions } from './part.ts'

/** The hooks of a session, with those that its host answers and those that call somebody. */
export const addHooks = (
  scope: Scope,
  {
    askModel,
    ...options
  }: HooksOptions & Pick<HookPorts, 'askModel'> & { readonly config: { readonly wake?: boolean } },
): { readonly hooks: Hooks; readonly notifications: Notifications } => {
  const { config, emit } = options
  const desk = scope.add(new HookDesk({ emit: event => void emit(event), newId: config.runtime.newId }))
  const hooks = scope.add(createHooks(options))
  hooks.lend({ callHost: desk.callHost, ...(askModel ? { askModel } : {}) })
  return { hooks, notifications: scope.add(createNotifications({ hooks, wake: config.wake })) }
}
