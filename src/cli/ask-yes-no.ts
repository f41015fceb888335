import { yesNoHint } from '../frontends/plain/yes-no-hint.ts'
import { LineReader, type YesNo } from './demo/line-reader.ts'

/** Asks at the terminal. Only an answer typed after the question says yes; Enter alone says no. */
export const askYesNo = async (question: string, output: NodeJS.WritableStream): Promise<YesNo> => {
  using reader = new LineReader(process.stdin)
  await reader.dropTyped()
  const ask = (): void => void output.write(`${question} ${yesNoHint('no')} `)
  ask()
  return await reader.askYesNo(ask, undefined, 'no')
}
