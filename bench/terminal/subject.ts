import { join } from 'node:path'

/** An interactive program under measurement. */
export interface TerminalSubject {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Whether a row of the screen is the prompt with this text typed into it. */
  isPrompt(row: string, text: string): boolean
}

/** A prompt that shows `> ` before what is typed, maybe in a box. */
export const plainSubject = (name: string, command: readonly [string, ...string[]]): TerminalSubject => ({
  name,
  command,
  isPrompt: (row, text) => row.replaceAll('│', '').trim() === `> ${text}`,
})

/** @param root the installation: the directory with bin/ and dist/ in it */
export const capstanTerminal = (root: string): TerminalSubject => ({
  ...plainSubject('capstan', [join(root, 'bin', 'capstan')]),
})
