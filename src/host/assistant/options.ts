import { join } from 'node:path'
import type { AssistantChoice } from '../../engine/assistant/options.ts'
import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Gathered } from '../settings/gather-settings.ts'

interface Wish {
  readonly request: {
    readonly overrides: Pick<OpenRequest['overrides'], 'assistant'>
    readonly oneShot?: boolean | undefined
  }
  readonly gathered: Pick<Gathered, 'settings'>
  readonly session: Pick<SessionHandle, 'assistant'>
  readonly warn: Warn
}

/** What an assistant may spend by itself in a day, and how often it may look around. */
const DAY_USD = 2
const DAY_TICKS = 48

/**
 * Whether the session begins in assistant mode: as the run says, else as the session was left, else as the settings
 * say. A run that ends with its answer never can.
 */
export const chooseAssistant = (
  { request, gathered: { settings }, session, warn }: Wish,
  configHome: string,
): { readonly assistant?: AssistantChoice } => {
  if (request.oneShot) return {}
  const wanted = settings.assistant ?? false
  const on = request.overrides.assistant ?? session.assistant ?? wanted
  if (request.overrides.assistant === undefined && on !== wanted)
    warn(openingText(on ? 'assistant_on' : 'assistant_off'))
  const dayUsd = settings.assistantDailyUsd ?? DAY_USD
  return { assistant: { on, dayUsd, dayTicks: DAY_TICKS, book: join(configHome, 'assistant.json') } }
}
