/**
 * Tags by which a model knows the words of the harness, or of the machinery around it. In text that others wrote they
 * are made text: the sign that opens them is written as an escape, which everybody can read and nothing can forge.
 */

/** Words of a name stand apart by a hyphen; only the reminder's, which carries most, is taken without one as well. */
const NAMES = [
  'system?reminder',
  'task-notification',
  'teammate-message',
  'session-message',
  'scheduled-task',
  'assistant-tick',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'bash-exit-code',
  'command-name',
  'command-message',
  'command-args',
  'local-command-',
  'user-prompt-submit-hook',
  'session-start-hook',
  'persisted-output',
  'tool-use-error',
  'function-calls',
  'function-results',
  'antml:',
]
/** These are everyday words: only as the harness writes them, with where it has the text from. */
const FRAMES = [
  ['memory', 'file'],
  ['instructions', 'from'],
  ['channel', 'source'],
] as const

const GAP = '[\\s._:|/+~*-]'
/** What may stand between the sign and the name: an end, a name space, marks of other languages. */
const LEAD = '[\\s/\\\\!?|:_*]*(?:[a-z]\\w{0,20}\\s*:\\s*)?'
const letters = (word: string): string => [...word].join(`${GAP}*`)
const pattern = (name: string): string =>
  name
    .split(/(?=[-?])|(?<=[-?])/)
    .map(part => (part === '-' ? `${GAP}+` : part === '?' ? `${GAP}*` : letters(part)))
    .join('')

interface Tags {
  readonly plain: RegExp
  readonly folded: RegExp
}

/** Tags that are looked for, and the beginnings of their names without what may stand between the letters. */
interface Wanted {
  readonly starts: readonly string[]
  tags(): Tags
}

/** The expressions are large and take longer to compile than most texts to read: they are made when a tag may be there. */
const wanted = (names: readonly string[], patterns: () => readonly string[]): Wanted => {
  let made: Tags | undefined
  return {
    starts: names.map(name =>
      name
        .toLowerCase()
        .replace(/[^a-z]/g, '')
        .slice(0, START_CHARS),
    ),
    tags: () => (made ??= tagsOf(patterns())),
  }
}

const tagsOf = (patterns: readonly string[]): Tags => {
  const behind = `${LEAD}(?:${patterns.join('|')})`
  return { plain: new RegExp(`<(?=${behind})`, 'iy'), folded: new RegExp(`^${behind}`, 'i') }
}

/** Of a name; and how many letters and digits a name space before it may have. */
const START_CHARS = 8
const SPACE_CHARS = 21

const OWN = wanted(NAMES, () => NAMES.map(pattern))
const ALL = wanted([...NAMES, 'carried', ...FRAMES.map(([name]) => name)], () => [
  ...NAMES.map(pattern),
  `${letters('carried')}\\s*>`,
  ...FRAMES.map(([name, field]) => `${letters(name)}\\s[^<>]{0,40}?${letters(field)}\\s*=`),
])

/** Signs that look like the one that opens a tag. */
const OPENERS = '<\uff1c\ufe64\u2039\u3008\u27e8\u2329\u276e\u276c\u1438\u02c2\u29fc\u227a'
const OPENER = new RegExp(`[${OPENERS}]`, 'g')
const ONE_OPENER = new RegExp(`^[${OPENERS}]$`)
const OTHER = /[^\0-\x7f]/
/** A name ends before the next tag begins and this one closes: so no part of a text is looked at twice. */
const STOP = new RegExp(`[>${OPENERS}]`, 'g')
const LOOK_CHARS = 4096

const positionsIn = (text: string, { starts, tags }: Wanted): readonly number[] => {
  const found: number[] = []
  // To look for one sign after the other is faster by far than an expression that has not run before.
  if (!Array.from(OPENERS).some(sign => text.includes(sign))) return found
  const isPlain = !OTHER.test(text)
  for (const { 0: opener, index } of text.matchAll(OPENER)) {
    if (opener === '<' && mayBegin(text, index + 1, starts) && isAt(text, index, tags().plain))
      found.push(index)
    else if (!isPlain && isDisguised(nameBehind(text, index), opener, tags)) found.push(index)
  }
  return found
}

const isAt = (text: string, index: number, sticky: RegExp): boolean => {
  sticky.lastIndex = index
  return sticky.test(text)
}

/** Whether one of the names may begin here, with whatever between its letters; wrong only in saying yes. */
const mayBegin = (text: string, from: number, starts: readonly string[]): boolean => {
  let word = ''
  for (let at = from; at < text.length && word.length < SPACE_CHARS + START_CHARS; at++) {
    const sign = text.charAt(at)
    if (sign > '\x7f') return true
    if (/[a-z\d]/i.test(sign)) word += sign
    else if (!BETWEEN.test(sign)) break
  }
  const lower = word.toLowerCase()
  return starts.some(start => lower.includes(start))
}

/** What a name may have before it or between its letters. */
const BETWEEN = /[\s._:|/+~*\\!?-]/

const nameBehind = (text: string, opener: number): string => {
  STOP.lastIndex = opener + 1
  const stop = STOP.exec(text)?.index ?? text.length
  return text.slice(opener + 1, Math.min(stop, opener + 1 + LOOK_CHARS))
}

const isDisguised = (name: string, opener: string, tags: () => Tags): boolean =>
  (opener !== '<' || OTHER.test(name)) && tags().folded.test(fold(name))

/** As one would read it: without what shows nothing, in plain small letters. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, sign => (/\s/.test(sign) ? sign : ''))
    .toLowerCase()
    .replace(/[\p{Pd}\u2212\u2043\u02d7\uff3f\u203f]/gu, '-')
    .replace(/[\u2044\u2215\u29f8\uff0f]/g, '/')
    .replace(/[\u2800\u3164]/g, ' ')
    .replace(/[^\0-\x7f]/gu, sign => LIKE[sign] ?? sign)

/** Letters of other scripts and small capitals that are read as the letter at the same place. */
const LIKE: Readonly<Record<string, string>> = (() => {
  const pairs = [
    ['аеорсухѕіјԁһոмтквгԛԝ', 'aeopcyxsijdhnmtkbrqw'],
    ['οαειρτυηκμνσ', 'oaeiptynkmvs'],
    ['ıɩꜱʏᴛᴇᴍʀɪɴᴅʙᴀʜᴜᴘᴏᴄᴋʟɢꜰɑɡſ', 'iisytemrindbahupockl' + 'gfags'],
  ] as const
  return Object.fromEntries(
    pairs.flatMap(([signs, plain]) => [...signs].map((sign, at) => [sign, plain[at] ?? sign])),
  )
})()

const asEscape = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`

const replaceAt = (text: string, places: readonly number[], by: (sign: string) => string): string => {
  let made = ''
  let done = 0
  for (const at of places) {
    made += text.slice(done, at) + by(text[at] ?? '')
    done = at + 1
  }
  return made + text.slice(done)
}

/** Foreign text in which no tag of the harness is one any more; the very same string when there was none. */
export const inertTags = (text: string): string => {
  const places = positionsIn(text, ALL)
  return places.length === 0 ? text : replaceAt(text, places, asEscape)
}

/** The same for pieces that are read one after the other: a tag may begin in one and end in the next. */
export const inertTagsOver = (texts: readonly string[]): readonly string[] => {
  const places = positionsIn(texts.join(''), ALL)
  if (places.length === 0) return texts
  let from = 0
  return texts.map(text => {
    const start = from
    from += text.length
    const own = places.filter(at => at >= start && at < from).map(at => at - start)
    return own.length === 0 ? text : replaceAt(text, own, asEscape)
  })
}

/**
 * For text that stands within words of ours, which may hold frames themselves: of those only the named ones are undone.
 * The plain opening sign is written as markup writes it.
 */
export const inertInFrame = (text: string, ...frames: readonly string[]): string => {
  const tags =
    frames.length === 0
      ? OWN
      : wanted([...NAMES, ...frames], () => [...NAMES.map(pattern), ...frames.map(letters)])
  const places = positionsIn(text, tags)
  if (places.length === 0) return text
  return replaceAt(text, places, sign => (sign === '<' ? '&lt;' : asEscape(sign)))
}

const WRITTEN = /\\u\{([0-9a-f]{2,4})\}/g

/** Undoes {@link inertTags}: other escapes stay as they are. */
export const restoreTags = (text: string): string =>
  text.replace(WRITTEN, (written, hex: string, at: number) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    if (!ONE_OPENER.test(sign)) return written
    const behind = text.slice(at + written.length, at + written.length + LOOK_CHARS)
    return inertTags(sign + behind).startsWith(written) ? sign : written
  })

/** What is meant by a text for a file that now holds `file`: an escape that stands there already is meant as one. */
export const intendedTags = (text: string, file: string): string => {
  const restored = restoreTags(text)
  return restored === text || restoreTags(file) !== file ? text : restored
}
