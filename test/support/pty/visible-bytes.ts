import type { PtyProgram } from './program.ts'

/** All a program wrote, control characters as signs one can read and look for: `␛[2J`, `␇`, `<9b>`. */
export const visibleBytes = ({ raw }: Pick<PtyProgram, 'raw'>): string =>
  Array.from(raw.map(({ bytes }) => bytes).join(''), visible).join('')

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code >= 0x7f && code < 0xa0) return `<${code.toString(16)}>`
  return character
}
