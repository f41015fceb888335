/** How a tone looks, parsed from words: `bold #8fb8ff on #10202c`, `underline bright-cyan`, `inverse`. */
export interface Style {
  readonly foreground: Colour | undefined
  readonly background: Colour | undefined
  readonly attributes: readonly Attribute[]
}

/** `#rrggbb`, or one of the sixteen by its number. */
export type Colour = Rgb | { readonly ansi: number }

export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

const ATTRIBUTES = ['bold', 'dim', 'italic', 'underline', 'inverse', 'strike'] as const
export type Attribute = (typeof ATTRIBUTES)[number]

export const ANSI_NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

export const parseStyle = (words: string): Style => {
  const [front = '', behind = ''] = words.split(/\bon\b/)
  const given = front.split(' ').filter(word => word !== '')
  const isAttribute = (word: string): word is Attribute => ATTRIBUTES.some(name => name === word)
  return {
    attributes: given.filter(isAttribute),
    foreground: toColour(given.find(word => !isAttribute(word))),
    background: toColour(behind.trim() || undefined),
  }
}

const toColour = (word: string | undefined): Colour | undefined => {
  if (word === undefined) return undefined
  if (word.startsWith('#')) return parseHex(word)
  const bright = word.startsWith('bright-')
  const index = ANSI_NAMES.indexOf(bright ? word.slice('bright-'.length) : word)
  if (index < 0) throw new Error(`a palette has no color called ${word}`)
  return { ansi: bright ? index + 8 : index }
}

const parseHex = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }
}
