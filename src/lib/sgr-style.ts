/** How a piece of terminal text looks. Immutable; the same look may be several objects: compare with {@link sameStyle}. */
export interface Style {
  /** Parameters that produce the look from a clean state, `` for none: `1;38;5;12`. */
  readonly sgr: string
  /** `params;uri` of an OSC 8 hyperlink, `` for none. */
  readonly link: string
  /** One code per slot, see SLOTS. */
  readonly slots: readonly string[]
}

/** Each slot holds the code that is switched on, and knows what switches it off. */
const SLOTS = [
  { off: '22' }, // bold
  { off: '22' }, // dim
  { off: '23' }, // italic
  { off: '24' }, // underline
  { off: '25' }, // blink
  { off: '27' }, // inverse
  { off: '28' }, // hidden
  { off: '29' }, // struck through
  { off: '55' }, // overlined
  { off: '39' }, // colour
  { off: '49' }, // background
  { off: '59' }, // colour of the underline
] as const
const COLOUR = 9
const BACKGROUND = 10
const UNDERLINE_COLOUR = 11
/** Slots that make a blank visible: underline, inverse, strike, overline, background. */
const SHOWS_ON_BLANK = [3, 5, 7, 8, BACKGROUND]

const NO_SLOTS: readonly string[] = SLOTS.map(() => '')
export const PLAIN: Style = { sgr: '', link: '', slots: NO_SLOTS }

const ON: Readonly<Record<string, number>> = {
  '1': 0,
  '2': 1,
  '3': 2,
  '4': 3,
  '5': 4,
  '6': 4,
  '7': 5,
  '8': 6,
  '9': 7,
  '21': 3,
  '53': 8,
}
const OFF: Readonly<Record<string, readonly number[]>> = {
  '22': [0, 1],
  '23': [2],
  '24': [3],
  '25': [4],
  '27': [5],
  '28': [6],
  '29': [7],
  '39': [COLOUR],
  '49': [BACKGROUND],
  '55': [8],
  '59': [UNDERLINE_COLOUR],
}

export const sameStyle = (one: Style, other: Style): boolean =>
  one === other || (one.sgr === other.sgr && one.link === other.link)

export const showsOnBlank = (style: Style): boolean =>
  style !== PLAIN && (style.link !== '' || SHOWS_ON_BLANK.some(slot => style.slots[slot] !== ''))

export const withLink = (style: Style, link: string): Style =>
  style.link === link ? style : { ...style, link }

/** The style after `CSI <params> m`. Unknown codes change nothing. */
export const applySgr = (style: Style, params: string): Style => {
  const slots = [...style.slots]
  const codes = params === '' ? ['0'] : params.split(';')
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? ''
    const taken = takeColour(slots, codes, i)
    if (taken > 0) i += taken - 1
    else if (code === '' || Number(code) === 0) slots.fill('')
    else setPlain(slots, code)
  }
  const sgr = slots.filter(slot => slot !== '').join(';')
  return sgr === style.sgr ? style : { sgr, link: style.link, slots }
}

const setPlain = (slots: string[], code: string): void => {
  const on = ON[code]
  const off = OFF[code]
  const number = Number(code)
  if (on !== undefined) slots[on] = code
  else if (off) for (const slot of off) slots[slot] = ''
  else if (code === '4:0') slots[3] = ''
  else if (/^4:[1-5]$/.test(code)) slots[3] = code
  else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) slots[COLOUR] = code
  else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) slots[BACKGROUND] = code
}

const COLOUR_SLOTS: Readonly<Record<string, number>> = {
  '38': COLOUR,
  '48': BACKGROUND,
  '58': UNDERLINE_COLOUR,
}

/** How many codes an extended colour takes from `i` on; 0 when there is none. */
const takeColour = (slots: string[], codes: readonly string[], i: number): number => {
  const code = codes[i] ?? ''
  const slot = COLOUR_SLOTS[code.slice(0, 2)]
  if (slot === undefined) return 0
  if (code.length > 2) {
    if (!/^\d\d:[\d:]+$/.test(code)) return 0
    slots[slot] = code
    return 1
  }
  const length = codes[i + 1] === '5' ? 3 : codes[i + 1] === '2' ? 5 : 0
  if (length === 0) return 1
  slots[slot] = codes.slice(i, i + length).join(';')
  return length
}

/** The shortest sequence that leads from one look to the other. */
export const styleChange = (from: Style, to: Style): string => {
  const link = from.link === to.link ? '' : `\u001b]8;${to.link === '' ? ';' : to.link}\u001b\\`
  if (from.sgr === to.sgr) return link
  if (to.sgr === '') return `${link}\u001b[m`
  if (from.sgr === '') return `${link}\u001b[${to.sgr}m`
  const afresh = `0;${to.sgr}`
  const step = stepwise(from, to)
  return `${link}\u001b[${step.length < afresh.length ? step : afresh}m`
}

const stepwise = (from: Style, to: Style): string => {
  const off = new Set<string>()
  SLOTS.forEach((slot, i) => {
    if (from.slots[i] !== '' && to.slots[i] === '') off.add(slot.off)
  })
  const codes = [...off]
  SLOTS.forEach((slot, i) => {
    const wanted = to.slots[i] ?? ''
    // What switches bold off switches dim off as well.
    if (wanted !== '' && (wanted !== from.slots[i] || off.has(slot.off))) codes.push(wanted)
  })
  return codes.join(';')
}
