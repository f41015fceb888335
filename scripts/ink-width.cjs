// Stands in for `string-width` in the bundle, by which Ink measures text. The package cuts every line that is not ASCII into
// characters and asks an expression over all emoji about each: thirty milliseconds of a start for rules and bullets.
const { default: widthOf } = require('../node_modules/string-width/index.js')

/** One column each, whatever stands beside them: ASCII, Latin, punctuation, arrows, mathematics, frames, blocks, Braille. */
const NARROW =
  ' -~\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2015\\u2018-\\u2027\\u2190-\\u2199\\u2200-\\u22ff\\u2500-\\u25fc\\u276f\\u2800-\\u28ff'
/** Two columns each: Chinese characters and their punctuation. */
const WIDE = '\\u3001\\u3002\\u3008-\\u3011\\u4e00-\\u9fff\\uff01-\\uff5e'
const PLAIN = new RegExp(`^[${NARROW}${WIDE}]*$`)
const EACH_WIDE = new RegExp(`[${WIDE}]`, 'g')
const ESCAPE = '\u001b'
const STYLES = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g')

/** What the package answers, without asking it about texts that are plain. */
const inkWidth = (text, options) => {
  if (typeof text !== 'string' || options !== undefined) return widthOf(text, options)
  const bare = text.includes(ESCAPE) ? text.replace(STYLES, '') : text
  if (!PLAIN.test(bare)) return widthOf(text)
  return bare.length + (bare.match(EACH_WIDE)?.length ?? 0)
}

module.exports = inkWidth
