import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'

/** A command that is built in, in the language of the page. */
export const localizeCommand = (info: CommandInfo, localize: Localize): CommandInfo => {
  const { description, argumentHint } = info.localized ?? {}
  return {
    ...info,
    ...(description ? { description: localize(description) } : {}),
    ...(argumentHint ? { argumentHint: localize(argumentHint) } : {}),
  }
}
