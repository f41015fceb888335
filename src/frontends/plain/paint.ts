import type { Localize, Text } from '../../protocol/messages/localized-text.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
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
export interface Paint {
  (colour: Colour, text: string): string
  /** The language in which what is painted is said; absent: English. */
  readonly localize?: Localize
}

export const speaking = (paint: Paint, localize: Localize): Paint =>
  Object.assign((colour: Colour, text: string): string => paint(colour, text), { localize })

/** A text in the language of a paint. */
export const sayIn = ({ localize = inEnglish }: Paint, text: Text): string => localize(text)

export const inColour: Paint = (colour, text) => {
  const [on, off] = CODES[colour]
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`
}

export const plainly: Paint = (_colour, text) => text
