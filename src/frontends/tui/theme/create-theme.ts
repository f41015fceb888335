import { type ColourDepth, colourCode } from './colour-codes.ts'
import { paletteFor } from './palette-for.ts'
import { type Attribute, parseStyle, type Style } from './style.ts'
import { type Theme, type ThemeName, TONES, type Tone } from './theme.ts'

/** On and off; 22 ends bold and dim alike. */
const ATTRIBUTE_CODES: Readonly<Record<Attribute, readonly [string, string]>> = {
  bold: ['1', '22'],
  dim: ['2', '22'],
  italic: ['3', '23'],
  underline: ['4', '24'],
  inverse: ['7', '27'],
  strike: ['9', '29'],
}

interface Brush {
  readonly open: string
  readonly close: string
  /** Codes its end is made of: whoever ends one of them inside has to begin this look again. */
  readonly ends: ReadonlySet<string>
}

export const createTheme = (
  name: ThemeName,
  {
    colours,
    looks,
  }: {
    readonly colours: ColourDepth
    /** Of a theme of the person's own; sixteen colors are too few for it. */
    readonly looks?: Readonly<Partial<Record<Tone, string>>> | undefined
  },
): Theme => {
  const palette = { ...paletteFor(name, colours), ...(colours > 16 ? looks : {}) }
  const brushes = new Map<Tone, Brush>(TONES.map(tone => [tone, brushOf(parseStyle(palette[tone]), colours)]))
  return {
    name,
    colour: colours > 0,
    fillsRows: brushes.get('added')?.ends.has('49') ?? false,
    paint: (tone, text) => {
      const brush = brushes.get(tone)
      if (!brush || brush.open === '' || text === '') return text
      return `${brush.open}${text.includes('\u001b') ? reopened(text, brush) : text}${brush.close}`
    },
  }
}

const brushOf = (style: Style, depth: ColourDepth): Brush => {
  const codes = style.attributes.map(attribute => ATTRIBUTE_CODES[attribute])
  const { foreground, background } = style
  const on = [
    ...codes.map(([code]) => code),
    ...(foreground ? [colourCode(foreground, 'foreground', depth)] : []),
    ...(background ? [colourCode(background, 'background', depth)] : []),
  ]
  const ends = new Set([
    ...codes.map(([, code]) => code),
    ...(foreground ? ['39'] : []),
    ...(background ? ['49'] : []),
  ])
  return { open: sequence(on), close: sequence([...ends]), ends }
}

const sequence = (codes: readonly string[]): string =>
  codes.length === 0 ? '' : `\u001b[${codes.join(';')}m`

const SGR = new RegExp(`${'\u001b'}\\[([0-9;]*)m`, 'g')
const ENDINGS = new Set(['', '0', '22', '23', '24', '27', '29', '39', '49'])

/** What a nested look ended begins again behind it, unless nothing follows. */
const reopened = (text: string, { open, ends }: Brush): string =>
  text.replace(SGR, (found, codes: string, at: number) => {
    const list = codes.split(';')
    if (at + found.length === text.length || !list.every(code => ENDINGS.has(code))) return found
    return list.some(code => code === '' || code === '0' || ends.has(code)) ? `${found}${open}` : found
  })
