import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

const convert = (html: string, maxChars = 1_000_000) =>
  htmlToMarkdown(html, { base: 'https://docs.example/guide/', maxChars })

test.each([
  ['headings and paragraphs', '<h1>A</h1><p>b\n  c</p><h3>D</h3>e', '# A\n\nb c\n\n### D\n\ne'],
  ['emphasis and code', 'a <b>b</b> <em>c</em> <code>d</code>.', 'a **b** _c_ `d`.'],
  [
    'links are whole',
    '<a href="../x?a=1&amp;b=2">see <b>x</b></a>!',
    '[see **x**](https://docs.example/x?a=1&b=2)!',
  ],
  [
    'links that lead nowhere are text',
    '<a href="#top">up</a> <a href="javascript:x()">go</a> <a>no</a>',
    'up go no',
  ],
  [
    'images with words',
    '<img alt="a  cat" src=/c.png><img src=/d.png>',
    '![a cat](https://docs.example/c.png)',
  ],
  ['lists', '<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></ul>e', '- a\n- b\n  1. c\n  2. d\n\ne'],
  [
    'code blocks keep their lines',
    '<pre><code>if a:\n    b &lt; c</code></pre>x',
    '```\nif a:\n    b < c\n```\n\nx',
  ],
  ['a fence inside code cannot close it', '<pre>```\nx</pre>', "```\n'''\nx\n```"],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n> \n> b\n\nc'],
  [
    'tables',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><p>1</p></td><td>2</td></tr></table>x',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n\nx',
  ],
  ['scripts and styles are dropped', 'a<script>if (a < b) "</p>"</script><STYLE>p{}</STYLE>b', 'ab'],
  ['comments are dropped', 'a<!-- <p>x</p> -->b<!doctype html>', 'ab'],
  ['entities', '&lt;p&gt; &#65;&#x42; &nbsp;&unknown; &#xd800;', '<p> AB &unknown; \ufffd'],
  ['what is no tag is text', '1 < 2 and <3', '1 < 2 and <3'],
  ['a quoted bracket ends no tag', '<p title="a > b">c</p>', 'c'],
  ['an unclosed tag ends the page', 'a <p class="x', 'a'],
  ['line breaks', 'a<br>b<hr>c', 'a\nb\n\n---\n\nc'],
])('%s', (_name, html, markdown) => {
  expect(convert(html)).toEqual({ text: markdown, cut: false })
})

test('a long page is cut and says so', () => {
  const { text, cut } = convert('<p>word</p>'.repeat(1_000), 100)
  expect([text.length, cut]).toEqual([100, true])
})

test('whatever the text, it converts', () => {
  const part = fc.constantFrom(
    '<',
    '</',
    '>',
    '<p',
    '<a href="',
    '"',
    "='",
    '<pre>',
    '</pre>',
    '<td>',
    '<!--',
    '&#',
    ';',
    'x',
    ' ',
    '<script>',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), parts => typeof convert(parts.join('')).text === 'string'),
  )
})

test.each([
  ['nesting', '<div>'],
  ['paragraphs', '<p>hello <b>x</b> <a href="/a">l</a></p>'],
  ['open quotes', `<a href="`],
  ['open comments', '<!--'],
  ['open scripts', '<script>'],
  ['brackets', '<'],
  ['lists', '<ul><li>'],
  ['blank space', '        '],
])('a megabyte of %s is done in one pass: the square of it would outlast the test', (_name, piece) => {
  const { text } = convert(piece.repeat(Math.ceil(1_000_000 / piece.length)))
  expect(text.length).toBeLessThanOrEqual(1_000_000)
})
