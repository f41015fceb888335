import { inEnglish, type LocalizedText, type Text, type TextValue } from './localized-text.ts'

/**
 * A row of the catalogue: one sentence in each language. `{name}` is a text, `{name:number}` a number, `{name:list}`
 * texts with commas, `{name:and}` and `{name:or}` the same as a sentence says it, `{name:lines}` one text a line,
 * `{name:sentences}` one sentence after the other.
 */
interface Row {
  readonly en: string | Plural
  readonly zh: string
}

/** Chosen by the value `count`. */
interface Plural {
  readonly one: string
  readonly other: string
}

export type Rows = Readonly<Record<string, Row>>

type Letter = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
type OtherLetter = 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'

/** What stands between braces; a brace before anything but a small letter is a brace. */
type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${Letter | OtherLetter}${string}` ? Hole : never) | Holes<Rest>
  : never
type NameOf<Hole extends string> = Hole extends `${infer Name}:${string}` ? Name : Hole
type TypeOf<Hole extends string> = Hole extends `${string}:number`
  ? number
  : Hole extends `${string}:${string}`
    ? readonly Text[]
    : Text

type Templates<En> = En extends Plural ? En['one'] | En['other'] : En extends string ? En : never
type PluralCount<En> = En extends Plural ? { readonly count: number } : unknown
type Names<T> = NameOf<Holes<Templates<T>>>

type ValuesOf<En> = PluralCount<En> & {
  readonly [Hole in Holes<Templates<En>> as NameOf<Hole>]: TypeOf<Hole>
}

/** Both languages say the same: a value that one of them lacks does not compile. */
export type Matching<R extends Rows> = {
  readonly [K in keyof R]: [Names<R[K]['zh']>] extends [Names<R[K]['en']>]
    ? [Names<R[K]['en']>] extends [Names<R[K]['zh']>]
      ? R[K]
      : { readonly en: string; readonly zh: `lacks {${Names<R[K]['en']>}}` }
    : { readonly en: `lacks {${Names<R[K]['zh']>}}`; readonly zh: string }
}

/** Makes the text of one row; the compiler asks for exactly the values that stand in it. */
export interface Area<R extends Rows> {
  <K extends keyof R & string>(
    row: K,
    ...values: keyof ValuesOf<R[K]['en']> extends never ? [] : [ValuesOf<R[K]['en']>]
  ): LocalizedText
  readonly area: string
  readonly rows: R
}

type Values = Readonly<Record<string, TextValue>>

/**
 * The sentences of one area. Their words are made when somebody reads them: most are made for nobody, and in the built
 * program the catalogue is a file that the first of them reads.
 */
export const area = <const R extends Rows>(name: string, rows: R & Matching<R>): Area<R> =>
  Object.assign(
    (row: string, values?: Values): LocalizedText => {
      let text: string | undefined
      return {
        id: `${name}.${row}`,
        ...(values === undefined ? {} : { values }),
        get text() {
          text ??= fill(english((rows as Rows)[row]?.en ?? row, values), values, {
            localize: inEnglish,
            language: 'en',
          })
          return text
        },
      }
    },
    { area: name, rows: rows as R },
  )

const english = (en: string | Plural, values: Values | undefined): string =>
  typeof en === 'string' ? en : en[values?.['count'] === 1 ? 'one' : 'other']

const HOLE = /\{([a-z]\w*)(?::([a-z]+))?\}/g

interface Into {
  readonly localize: (text: Text) => string
  readonly language: 'en' | 'zh'
}

const COMMA = { en: ', ', zh: '、' } as const
const BLANK = { en: ' ', zh: '' } as const

/** Puts the values in; a name that has none stays as it is. */
export const fill = (template: string, values: Values | undefined, into: Into): string => {
  const filled = template.replace(HOLE, (hole, name: string, kind: string | undefined) => {
    const value = values?.[name]
    if (value === undefined) return hole
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return value
    if (!isList(value))
      return into.language === 'zh' ? SEAM + into.localize(value) + SEAM : into.localize(value)
    const items = value.map(item => (typeof item === 'number' ? String(item) : into.localize(item)))
    return join(items, kind, into.language)
  })
  return filled.includes(SEAM) ? filled.replace(BLANK_AT_SEAM, '') : filled
}

/** Where a text of ours was put into another; in Chinese no blank stands there beside two Chinese signs. */
const SEAM = '\0'
const CHINESE = String.raw`[\p{Script=Han}，。；：！？、（）“”]`
const BLANK_AT_SEAM = new RegExp(
  [
    String.raw`(?<=${CHINESE}) +\0(?=${CHINESE})`,
    String.raw`(?<=${CHINESE})\0 +(?=${CHINESE})`,
    String.raw`(?<=^|[，。；：！？、（“])\0 +`,
    String.raw` +\0(?=$|[，。；：！？、）”])`,
    String.raw`\0`,
  ].join('|'),
  'gu',
)

const isList = (value: TextValue): value is readonly (Text | number)[] => Array.isArray(value)

/** `A 或 B`: a Chinese word has a blank beside Latin letters. */
const spaced = (word: string, parts: readonly { readonly value: string }[], at: number): string => {
  if (!/^\p{Script=Han}+$/u.test(word)) return word
  const before = LATIN.test(parts[at - 1]?.value.at(-1) ?? '') ? ' ' : ''
  const after = LATIN.test(parts[at + 1]?.value.at(0) ?? '') ? ' ' : ''
  return `${before}${word}${after}`
}
const LATIN = /[!-~]/

const join = (items: readonly string[], kind: string | undefined, language: 'en' | 'zh'): string => {
  switch (kind) {
    case 'lines':
      return items.join('\n')
    case 'sentences':
      return items.join(BLANK[language])
    case 'and':
    case 'or': {
      const parts = new Intl.ListFormat(language, {
        type: kind === 'and' ? 'conjunction' : 'disjunction',
      }).formatToParts(items)
      return parts
        .map((part, at) => (part.type === 'literal' ? spaced(part.value, parts, at) : part.value))
        .join('')
    }
    default:
      return items.join(COMMA[language])
  }
}
