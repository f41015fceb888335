/** Words that hold a sentence together; names, flags and commands rarely have them. */
const GLUE =
  /^(?:the|a|an|is|are|was|were|be|been|isn't|aren't|wasn't|not|no|to|of|in|on|with|and|or|for|from|by|at|as|it|its|this|that|these|your|you|can|can't|cannot|couldn't|don't|doesn't|didn't|has|have|will|if|when|there|nothing|one|more|than|only|already|here|yet|into|after|before|without)$/i
const WORD = `[A-Za-z][A-Za-z’']*[A-Za-z]|[aI]`
const RUN = new RegExp(`(?:(?:${WORD})[,;:]? ){2,}(?:${WORD})`, 'g')
const FEWEST_WORDS = 3

/** Pieces of a text that somebody who reads no English would stumble over: three words in a row, one of them "the", "is", "not" … */
export const englishIn = (text: string): readonly string[] =>
  [...text.matchAll(RUN)]
    .map(([piece]) => piece)
    .filter(piece => {
      const words = piece.split(/[,;:]? /)
      return words.length >= FEWEST_WORDS && words.some(word => GLUE.test(word))
    })
