/**
 * The first sign of each letter in the order of pinyin, and its letter: a sign belongs to the last one that does not come
 * after it. No word of Mandarin begins with I, U or V.
 */
const FIRST_SIGNS = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨他穵夕丫帀'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

/** Signs that are read in two ways at the beginning of common words. */
const ALSO: Readonly<Record<string, string>> = {
  重: 'c',
  行: 'h',
  调: 't',
  长: 'z',
  还: 'h',
  会: 'k',
  参: 's',
  传: 'z',
  藏: 'z',
  单: 's',
  弹: 't',
  盛: 'c',
  朝: 'c',
  系: 'j',
  校: 'j',
  解: 'x',
}

const HAN = /\p{Script=Han}/u

/** Finds Chinese names by the first letters of how they are read: `ys` is 压缩. */
export interface Pinyin {
  /** Whether the letters are the first ones of a name, or of a part of it; its Latin letters stand for themselves. */
  matches(letters: string, name: string): 'start' | 'inside' | undefined
}

/** The order of the system says how a sign is read; without it nothing matches. Making it costs milliseconds. */
export const createPinyin = (): Pinyin => {
  const { compare } = new Intl.Collator('zh-u-co-pinyin')
  const firsts = [...FIRST_SIGNS]
  const isKnown = firsts.every((sign, at) => at === 0 || compare(firsts[at - 1] ?? '', sign) < 0)
  const letterOf = (sign: string): string => {
    let at = firsts.length - 1
    while (at > 0 && compare(firsts[at] ?? '', sign) > 0) at -= 1
    return LETTERS[at] ?? ''
  }
  const read = new Map<string, string>()
  const lettersOf = (sign: string): string => {
    const known = read.get(sign)
    if (known !== undefined) return known
    const letters = HAN.test(sign) ? letterOf(sign) + (ALSO[sign] ?? '') : sign.toLowerCase()
    read.set(sign, letters)
    return letters
  }
  return {
    matches(letters, name) {
      if (!isKnown || letters === '' || !HAN.test(name)) return undefined
      const wanted = [...letters.toLowerCase()]
      const signs = [...name].map(lettersOf)
      for (let from = 0; from + wanted.length <= signs.length; from += 1)
        if (wanted.every((letter, at) => signs[from + at]?.includes(letter)))
          return from === 0 ? 'start' : 'inside'
      return undefined
    },
  }
}
