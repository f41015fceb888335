const STRAIGHT: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"' }

/** Curly quotes as straight ones, character for character: positions stay valid. */
export const straightQuotes = (text: string): string =>
  text.replace(/[‘’“”]/g, quote => STRAIGHT[quote] ?? quote)

/** The new text in the style of the piece it replaces: a kind of quote that is curly there becomes curly here. */
export const likeQuotesOf = (replaced: string, text: string): string => {
  const doubles = /[“”]/.test(replaced)
  const singles = /[‘’]/.test(replaced)
  return text.replace(/["']/g, (quote, at: number) => {
    if (quote === '"' ? !doubles : !singles) return quote
    const opens = at === 0 || /[\s([{<—–-]/.test(text[at - 1] ?? '')
    if (quote === '"') return opens ? '“' : '”'
    return opens ? '‘' : '’'
  })
}
