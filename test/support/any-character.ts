import fc from 'fast-check'

/** Surrogate halves are no characters. */
const [HALVES, HALVES_END, LAST] = [0xd800, 0xe000, 0x10ffff]

/**
 * Any character at all, as the unit `binary` of fast-check, which makes a list of the whole million of them first: more
 * than a second of work in each worker.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc.nat({ max: LAST - (HALVES_END - HALVES) }).map(
  at => String.fromCodePoint(at < HALVES ? at : at + HALVES_END - HALVES),
  text => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
    const isOne = code >= 0 && (code < HALVES || code >= HALVES_END) && text === String.fromCodePoint(code)
    if (!isOne) throw new Error('not one character')
    return code < HALVES ? code : code - (HALVES_END - HALVES)
  },
)
