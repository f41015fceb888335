/** So many characters in which nothing is said over and over: a model that does is cut short. */
export const longText = (chars: number): string => {
  let text = ''
  for (let at = 0; text.length < chars; at++) text += `x${at} `
  return text.slice(0, chars)
}
