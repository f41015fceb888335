import { expect, test } from 'vitest'
import { splitWords, substitute } from './substitute.ts'

const ARGS = {
  text: 'one "two words" $0',
  words: ['one', 'two words', '$0'],
  names: ['issue', 'title'],
  variables: { CLAUDE_SESSION_ID: 's1' },
}

test.each([
  ['all arguments as typed', 'a $ARGUMENTS b', 'a one "two words" $0 b', true],
  ['one by its number from zero on', '$ARGUMENTS[1] and $1 and $0', 'two words and two words and one', true],
  ['one by its name', 'fix $issue: $title', 'fix one: two words', true],
  ['nothing for one that was not given', '[$9]', '[]', true],
  ['a variable', 'in ${CLAUDE_SESSION_ID}', 'in s1', false],
  ['nothing where nobody knows the name', '$HOME ${HOME} $issues $', '$HOME ${HOME} $issues $', false],
  ['what is escaped as it is', '\\$1 \\$ARGUMENTS \\$issue \\n', '$1 $ARGUMENTS $issue \\n', false],
  ['what is put in is not looked at again', '$2', '$0', true],
  ['two digits are one number', '$12', '', true],
  ['a longer name is another name', '$ARGUMENTSX', '$ARGUMENTSX', false],
])('%s', (_, template, text, used) => {
  expect(substitute(template, ARGS)).toEqual({ text, used })
})

test.each([
  ['a b', ['a', 'b']],
  [`'a b' "c \\" d"e`, ['a b', 'c " de']],
  ['a\\ b  c', ['a b', 'c']],
  [`it's`, ["it's"]],
  [`"" x`, ['', 'x']],
  ['  ', []],
  ['"open end', ['"open', 'end']],
])('%j is the words %j', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})
