import { yesNoHint } from '../frontends/plain/yes-no-hint.ts'
import type { Env } from '../protocol/host.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { LineReader, type YesNo } from './demo/line-reader.ts'
import { localizeFor } from './in-ui-language.ts'

/** Asks at the terminal. Only an answer typed after the question says yes; Enter alone says no. */
export const askYesNo = async (
  question: LocalizedText,
  output: NodeJS.WritableStream,
  env: Env,
): Promise<YesNo> => {
  const localize = await localizeFor(env)
  using reader = new LineReader(process.stdin)
  await reader.dropTyped()
  const ask = (): void => void output.write(`${localize(question)} ${localize(yesNoHint('no'))} `)
  ask()
  return await reader.askYesNo(ask, undefined, 'no')
}
