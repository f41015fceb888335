import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastShellWord, quoteShellWord, type ShellWord } from './shell-word.ts'

describe('lastShellWord', () => {
  test.each<[string, ShellWord['kind'], string, ShellWord['quote']]>([
    ['gi', 'command', 'gi', ''],
    ['git ad', 'file', 'ad', ''],
    ['git ', 'file', '', ''],
    ['cat a\\ b', 'file', 'a b', ''],
    ['cat "a b', 'file', 'a b', '"'],
    ["cat 'a $b", 'file', 'a $b', "'"],
    ['cat "a b"', 'file', 'a b', ''],
    ['ls | so', 'command', 'so', ''],
    ['a && b; ca', 'command', 'ca', ''],
    ['FOO=1 ma', 'command', 'ma', ''],
    ['sudo apt', 'command', 'apt', ''],
    ['sudo apt ins', 'file', 'ins', ''],
    ['echo $(ca', 'command', 'ca', ''],
    ['echo `ca', 'command', 'ca', ''],
    ['echo > ou', 'file', 'ou', ''],
    ['./ru', 'file', './ru', ''],
    ['~/bin/x', 'file', '~/bin/x', ''],
    ['echo $HO', 'variable', 'HO', ''],
    ['echo "$HO', 'variable', 'HO', '"'],
    ["echo '$HO", 'file', '$HO', "'"],
  ])('%s', (line, kind, text, quote) => {
    expect(lastShellWord(line)).toEqual({ kind, text, quote })
  })

  test.each(['echo "$(ca', 'echo "a `ca'])('%s is left alone', line => {
    expect(lastShellWord(line)).toBeUndefined()
  })

  test.each(['', '  ', 'ls | ', 'ls;'])('%j asks for every program there is, which helps nobody', line => {
    expect(lastShellWord(line)).toBeUndefined()
  })
})

describe('quoteShellWord', () => {
  test.each<[string, ShellWord['quote'], string]>([
    ['plain-1.ts', '', 'plain-1.ts'],
    ['a b', '', 'a\\ b'],
    ['~/a b', '', '~/a\\ b'],
    ["it's $5", '', "it\\'s\\ \\$5"],
    ['你好.md', '', '你好.md'],
    ['a "b" $c', '"', '"a \\"b\\" \\$c'],
    ["it's", "'", "'it'\\''s"],
  ])('%s within %j is written %s', (text, quote, written) => {
    expect(quoteShellWord(text, quote)).toBe(written)
  })

  test('what is written is read as the same word', () => {
    const name = fc.string({ unit: fc.constantFrom(...'ab ~$`"\'\\;|&()<>*?!你#'), minLength: 1 })
    fc.assert(
      fc.property(name, fc.constantFrom<ShellWord['quote']>('', '"', "'"), (text, quote) => {
        fc.pre(!text.startsWith('~'))
        const line = `cat ${quoteShellWord(`./${text}`, quote)}${quote}`
        expect(lastShellWord(line)).toEqual({ kind: 'file', text: `./${text}`, quote: '' })
      }),
    )
  })
})
