import { beforeAll, expect, test } from 'vitest'
import { readyRichText } from '../../../../../test/support/fake-look.ts'
import { colourLine, type Highlight, NO_CONTEXT } from './code-context.ts'
import { languageNamed, languageOfFile } from './code-languages.ts'

let highlights: Readonly<Record<string, Highlight>>
beforeAll(async () => {
  const rich = await readyRichText('typescript', 'xml', 'python')
  highlights = Object.fromEntries(
    ['typescript', 'xml', 'python'].map(name => {
      const found = rich.highlighter(name)
      if (typeof found !== 'function') throw new Error(`${name} is not loaded`)
      return [name, found]
    }),
  )
})

/** Each line as its tones and texts. */
const colour = (language: string, code: string) => {
  let context = NO_CONTEXT
  return code.split('\n').map(line => {
    const made = colourLine(highlights[language] ?? (text => text), context, line)
    context = made.context
    return made.spans.map(({ text, tone }) => (tone ? `${tone}:${text}` : text)).join('|')
  })
}

test.each<[string, string, string, readonly string[]]>([
  ['words and strings', 'typescript', 'const a = "x"', ['keyword:const| a = |string:"x"']],
  ['a comment over lines', 'typescript', '/* a\nb\nc */ d', ['comment:/* a', 'comment:b', 'comment:c */| d']],
  [
    'code inside a text over lines',
    'typescript',
    'x = `a ${\n1}\nb`\nlet y',
    ['x = |string:`a |text:${', 'number:1|text:}', 'string:b`', 'keyword:let| y'],
  ],
  ['a comment of one line', 'typescript', '// a\nlet b', ['comment:// a', 'keyword:let| b']],
  ['a documentation text', 'python', '"""a\nb"""\nc = 1', ['string:"""a', 'string:b"""', 'c = |number:1']],
  [
    'another language inside',
    'xml',
    '<script>\nlet a\n</script>',
    ['tag:<script>', 'keyword:let|text: a', 'tag:</script>'],
  ],
])('%s', (_, language, code, expected) => {
  expect(colour(language, code)).toEqual(expected)
})

test('a line nobody could read is not coloured', () => {
  expect(colour('typescript', `let a${' '.repeat(2_000)}`)[0]).not.toContain('keyword')
})

test.each([
  ['TS', 'typescript'],
  ['c++', 'cpp'],
  ['sh', 'bash'],
  ['toml', 'ini'],
  ['constructor', undefined],
  ['', undefined],
])('%j is the language %s', (word, expected) => {
  expect(languageNamed(word)).toBe(expected)
})

test.each([
  ['/a/b.test.ts', 'typescript'],
  ['Makefile', 'makefile'],
  ['x/Dockerfile', 'dockerfile'],
  ['a.unknown', undefined],
  ['README', undefined],
])('%s is written in %s', (path, expected) => {
  expect(languageOfFile(path)).toBe(expected)
})
