import type { SystemPort } from '../../ports/system-port.ts'
import type { CompletionSource } from '../completion-source.ts'

/** A `!` line: what the shell would offer for its last word, when Tab asks for it. */
export const createShellSource = (complete: SystemPort['completeShell']): CompletionSource => ({
  name: 'shell',
  find(text, caret) {
    if (!text.startsWith('!')) return undefined
    const line = text.slice(1, caret)
    return { from: caret - lastWord(line).length, to: caret, query: line, onRequest: true }
  },
  suggest: async (query, { limit, signal }) => {
    const words = await complete(query, signal)
    return words.slice(0, limit).map(word => {
      const more = word.endsWith('/')
      return { insert: more ? word : `${word} `, label: word, ...(more ? { more } : {}) }
    })
  },
})

/** As it was typed, quotes and escaped blanks included. */
const lastWord = (line: string): string => {
  let start = 0
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (sign === '\\' && quote !== "'") at += 1
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (/[\s;|&()<>`]/.test(sign)) start = at + 1
  }
  return line.slice(start)
}
