import { join } from 'node:path'

/** An interactive program under measurement. */
export interface TerminalSubject {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Whether a row of the screen is the prompt with this text typed into it. */
  isPrompt(row: string, text: string): boolean
}

/** @param root the installation: the directory with bin/ and dist/ in it */
export const capstanTerminal = (root: string): TerminalSubject => ({
  name: 'capstan',
  command: [join(root, 'bin', 'capstan')],
  isPrompt: (row, text) => row.trim() === `> ${text}`,
})

/** Its prompt is in a box; what was sent stands above without one. */
export const floorTerminal = (command: TerminalSubject['command']): TerminalSubject => ({
  name: 'floor',
  command,
  isPrompt: (row, text) => row.startsWith('│') && row.replaceAll('│', '').trim() === `> ${text}`,
})
