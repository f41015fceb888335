import { beforeAll, expect, test } from 'vitest'
import { bare, fakeLook } from '../../../../../test/support/fake-look.ts'
import { isOfSoftLine, softLinesOf } from '../../terminal/soft-rows.ts'
import { createTheme } from '../../theme/create-theme.ts'
import type { RenderOptions } from '../render-options.ts'
import { renderMarkdown } from './markdown-stream.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook()
})
const show = (text: string, more: Partial<RenderOptions> = {}) =>
  bare(renderMarkdown(text, { ...look, ...more }))

test.each<[string, string, readonly string[]]>([
  ['headings', '# One\n### Three\ntext', ['One', '', 'Three', '', 'text']],
  ['emphasis', '**b** *i* ~~s~~ `c`', ['b i s c']],
  ['formulas', 'So $E = mc^2$ and **$\\alpha \\leq \\beta$**, \\(x_1\\).', ['So E = mc² and α ≤ β, x₁.']],
  ['a formula without a form in Unicode', 'So $a_1 \\unknown{x}_2$ it is', ['So $a_1 \\unknown{x}_2$ it is']],
  ['money', 'From $5 and $10, *$7* to $8_000', ['From $5 and $10, $7 to $8_000']],
  ['formulas in code', '`$x^2$`', ['$x^2$']],
  ['line breaks', 'one\ntwo  \nthree<br>four', ['one', 'two', 'three', 'four']],
  ['nested lists', '- a\n  - b\n    1. c\n- d', ['• a', '  • b', '    1. c', '• d']],
  ['loose items', '- a\n\n- b\n\n  c', ['• a', '', '• b', '', '  c']],
  ['task lists', '- [ ] a\n- [x] b\n- c', ['☐ a', '☑ b', '• c']],
  ['loose task lists', '- [ ] a\n\n- [x] b', ['☐ a', '', '☑ b']],
  ['a list below its words', 'Do:\n- a', ['Do:', '• a']],
  ['quotes', '> a\n> b\n>\n> - c', ['▎ a', '▎ b', '▎ ', '▎ • c']],
  ['rules', 'a\n\n---\n\nb', ['a', '', '─'.repeat(40), '', 'b']],
  ['raw HTML', '<div>\nx\n</div>', ['<div>', 'x', '</div>']],
  ['indented code', 'a\n\n    code\n      more', ['a', '', 'code', '  more']],
  ['code in an item', '1. a\n   ```\n   x\n   ```', ['1. a', 'x']],
  ['code alone in an item', '- ```\n  x\n  ```\n- b', ['•', 'x', '• b']],
  ['code in an item of an item', '- a\n  - b\n\n    ```\n      x\n    ```', ['• a', '  • b', '', '  x']],
  ['code in a quote', '> a\n>\n> ```\n> x\n> ```', ['▎ a', '▎ ', 'x']],
  ['code in an item of a quote', '> - a\n>   ```\n>   x\n>   ```', ['▎ • a', 'x']],
  ['code in a quote in an item', '- > ```\n  > x\n  > ```', ['• ▎', 'x']],
  ['entities', 'a &lt;b&gt; &amp;amp; &#65; &#x42; &nosuch;', ['a <b> &amp; A B &nosuch;']],
  ['escapes', '\\*a\\* \\_', ['*a* _']],
  ['links', '[a](http://x.y/z) <http://u.v>', ['a (http://x.y/z) http://u.v']],
  ['reference links', '[a][1]\n\n[1]: http://x.y', ['a (http://x.y)']],
  ['pictures', '![alt](p.png) ![](q.png)', ['[image: alt] (p.png) [image] (q.png)']],
  ['a star list', 'Do:\n* a b\n* c\n  wrapped', ['Do:', '• a b', '• c', '  wrapped']],
  [
    'a starred comment',
    'It says\n/**\n * A b.\n * @param c\n */\nthen',
    ['It says', '', '/**', ' * A b.', ' * @param c', ' */', '', 'then'],
  ],
  ['rows of which one is starred', '  main\n* fix it\n  old', ['  main', '* fix it', '  old']],
  ['words of which the first is starred', '* main\n  dev', ['* main', '  dev']],
  ['an empty item', '-\n- a', ['• ', '• a']],
])('%s', (_, text, expected) => {
  expect(show(text)).toEqual(expected)
})

test('a hyperlink goes where it may go and nowhere else', () => {
  const theme = createTheme('dark', { colours: 0 })
  const link = (text: string) => renderMarkdown(text, { ...look, theme, hyperlinks: true })[0]
  expect(link('[a](https://x.y/ü?q=1%20)')).toBe(
    '\u001b]8;id=1ex98oe;https://x.y/%C3%BC?q=1%20\u001b\\\u001b[4ma\u001b]8;;\u001b\\\u001b[m',
  )
  expect(bare([link('[a](javascript:x)') ?? ''])).toEqual(['a (javascript:x)'])
  expect(link('[a](file:///etc/passwd)')).not.toContain('\u001b]8')
  expect(bare([link('[`bank.org`](https://evil.org)') ?? ''])).toEqual(['bank.org (https://evil.org)'])
  expect(bare([link('[https://bank.org](https://evil.org)') ?? ''])).toEqual([
    'https://bank.org (https://evil.org)',
  ])
  expect(bare([link('see www.bank.org and [README.md](https://bank.org/r)') ?? ''])).toEqual([
    'see www.bank.org and README.md (https://bank.org/r)',
  ])
})

test('lines are wrapped behind their marks', () => {
  expect(show('- one two three\n\n> four five six', { width: 12 })).toEqual([
    '• one two',
    '  three',
    '',
    '▎ four five',
    '▎ six',
  ])
})

test('a list deeper than the screen is wide stops going in', () => {
  const text = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
  for (const line of show(text, { width: 16 })) expect(line.length).toBeLessThanOrEqual(16)
})

test('a screen reader hears words instead of drawings', () => {
  expect(show('- [x] a\n\n> q\n\n---\n\n```ts\nx\n```\n\n|a|b|\n|-|-|\n|1|2|', { plain: true })).toEqual([
    '[done] a',
    '',
    '> q',
    '',
    '---',
    '',
    'Code (ts):',
    'x',
    '',
    'a: 1',
    'b: 2',
  ])
})

test('a long line of code is broken by the terminal where that may break it, else at the last column but one', () => {
  const text = `\`\`\`\n${'x'.repeat(25)}\n\`\`\`\n\n- \`\`\`\n  ${'y'.repeat(25)}\n  \`\`\``
  const rows = (more: Partial<RenderOptions>) =>
    renderMarkdown(text, { ...look, width: 19, ...more }).map(line => [...bare([line])].join('').length)
  expect(rows({ soft: true })).toEqual([20, 5, 0, 1, 20, 5])
  expect(rows({})).toEqual([19, 6, 0, 1, 19, 6])
  const unsure = renderMarkdown(`\`\`\`\n👩‍👩‍👧${'x'.repeat(25)}\n\`\`\``, { ...look, width: 19, soft: true })
  expect(unsure.some(isOfSoftLine)).toBe(false)
})

test('with wrapText "terminal" a paragraph or an item is one line that the terminal breaks', () => {
  const text =
    'one two three four five  \nsix\n\n- seven eight nine ten eleven\n  - twelve thirteen fourteen\n\n1. fifteen sixteen\n   ```\n   x\n   ```'
  const rows = renderMarkdown(text, { ...look, width: 14, soft: true, softProse: true })
  expect(softLinesOf(rows).map(line => bare(line).join(''))).toEqual([
    'one two three four five',
    'six',
    '',
    '• seven eight nine ten eleven',
    '  • twelve thirteen fourteen',
    '',
    '1. fifteen',
    '   sixteen',
    'x',
  ])
  expect(bare(renderMarkdown(text, { ...look, width: 14, softProse: true }))[0]).toBe('one two three')
})

test('text that runs from right to left keeps its order, and what would turn other text round is shown', () => {
  expect(show('שלום **עולם** 1.5, `code` مرحبا')).toEqual(['שלום עולם 1.5, code مرحبا'])
  expect(show('- שלום\n\n> مرحبا')).toEqual(['• שלום', '', '▎ مرحبا'])
  expect(show('a \u202eb\u202c \u2066c\u2069')[0]).toMatch(/\\u\{202e\}.*\\u\{2066\}/)
})
