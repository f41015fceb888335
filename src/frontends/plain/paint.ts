export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/** Colours text that is safe already. */
export type Paint = (colour: Colour, text: string) => string

export const inColour: Paint = (colour, text) => {
  const [on, off] = CODES[colour]
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`
}

export const plainly: Paint = (_colour, text) => text
