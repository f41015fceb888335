import { yesNoHint } from '../frontends/plain/yes-no-hint.ts'
import { LineReader, type YesNo } from './demo/line-reader.ts'

const TYPE_AHEAD_MS = 150

/** Asks at the terminal. Only an answer typed after the question says yes; Enter alone says no. */
export const askYesNo = async (question: string, output: NodeJS.WritableStream): Promise<YesNo> => {
  using reader = new LineReader(process.stdin)
  // What was typed before the question stands in the terminal already: let it come, unheard.
  await new Promise<void>(done => {
    // After the timer the event loop looks for input once more, however late it is.
    setTimeout(() => setImmediate(done), TYPE_AHEAD_MS)
  })
  const ask = (): void => void output.write(`${question} ${yesNoHint('no')} `)
  ask()
  return await reader.askYesNo(ask, undefined, 'no')
}
