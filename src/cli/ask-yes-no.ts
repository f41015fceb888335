import { LineReader, type YesNo } from './demo/line-reader.ts'

/** Asks at the terminal. Only a word typed after the question says yes; Enter alone says no. */
export const askYesNo = async (question: string, output: NodeJS.WritableStream): Promise<YesNo> => {
  using reader = new LineReader(process.stdin)
  await reader.dropTyped()
  const ask = (): void => void output.write(question)
  ask()
  return await reader.askYesNo(ask, undefined, 'no')
}
