/** Letters of Latin script that make one token, by and large. */
const LATIN_PER_TOKEN = 4
/** A sign of Chinese, Japanese or Korean: models take from 0.6 (DeepSeek, Qwen) to 1 (Claude) for one. */
const WIDE_TOKENS = 0.75
/** A letter of another script: Cyrillic, Arabic, Thai … */
const OTHER_TOKENS = 0.4
/** Half of a sign beyond the first 65,536: a picture, a rare ideograph. */
const HALF_TOKENS = 1

const BEYOND_LATIN = /[\u0250-\uffff]/

/** About how many tokens a text is. What is only Latin costs a look; `latinPerToken`: fewer for code and JSON. */
export const roughTokens = (text: string, latinPerToken = LATIN_PER_TOKEN): number => {
  if (!BEYOND_LATIN.test(text)) return text.length / latinPerToken
  let latin = 0
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x250 || isMark(code)) latin += 1
    else tokens += isWide(code) ? WIDE_TOKENS : isHalf(code) ? HALF_TOKENS : OTHER_TOKENS
  }
  return tokens + latin / latinPerToken
}

/** Dashes, quotation marks, arrows, lines of boxes: as common as letters in what programs print. */
const isMark = (code: number): boolean => code >= 0x2000 && code < 0x2e80

const isHalf = (code: number): boolean => code >= 0xd800 && code < 0xe000

const isWide = (code: number): boolean =>
  (code >= 0x2e80 && code < 0xa4d0) ||
  (code >= 0xac00 && code < 0xd7b0) ||
  (code >= 0xf900 && code < 0xfb00) ||
  (code >= 0xfe30 && code < 0xfe70) ||
  (code >= 0xff00 && code < 0xfff0)

/** A text as long as so many Latin letters, for limits that are counted in those. */
export const letterLength = (text: string): number => roughTokens(text) * LATIN_PER_TOKEN
