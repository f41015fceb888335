import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'

/** What is said to people, in the language of the page. */
export const localizeEvent = (event: Event, localize: Localize): Event => {
  switch (event.type) {
    case 'notice':
    case 'command_output':
      return event.localized ? { ...event, text: localize(event.localized) } : event
    default:
      return event
  }
}

export const localizeCommand = (info: CommandInfo, localize: Localize): CommandInfo => {
  const { description, argumentHint } = info.localized ?? {}
  return {
    ...info,
    ...(description ? { description: localize(description) } : {}),
    ...(argumentHint ? { argumentHint: localize(argumentHint) } : {}),
  }
}
