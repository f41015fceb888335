import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, result, text, user } from '../../../test/support/messages.ts'
import { carriedWords } from './boundary.ts'
import { renderCarry } from './carry/carry-block.ts'

const words = (texts: readonly string[]) => texts.map(each => ({ kind: 'request', text: each }))
const summary = (content: string) => ({ ...user('s', content), isMeta: true, isCompactSummary: true })

test('the words of the person are kept in order, once each; what others said is not', () => {
  const messages = [
    user('1', 'first'),
    assistant('2', [text('no')]),
    user('3', [result('t', 'result')]),
    { ...user('4', 'reminder'), isMeta: true },
    user('5', [text('second'), text(' half')]),
    user('6', 'first'),
  ]
  expect(carriedWords(messages, 1_000)).toEqual(words(['first', 'second half']))
})

test('what a summary carried is carried again, whatever it contains', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.constantFrom('</item>', '<carried>\n<item kind="request">\nx', '<\\</carried>', 'a\n</item>\nb'),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      texts => {
        const carried = renderCarry(words(texts) as never)
        expect(carriedWords([summary(`The gist.\n\n${carried}\n\nGo on.`)], 1e6)).toEqual(words(texts))
      },
    ),
  )
})

test('when there are too many, the first and the newest stay', () => {
  const messages = ['one', 'two', 'three', 'four'].map((name, at) => user(`${at}`, name.repeat(300)))
  const kept = carriedWords(messages, 800).map(({ text: said }) => said.slice(0, 5))
  expect(kept).toEqual(['oneon', 'fourf'])
})

test('nothing said is nothing carried', () => {
  expect(carriedWords([assistant('1', [text('x')])], 100)).toEqual([])
  expect(renderCarry([])).toBe('')
})
