import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, Markup } from './markup.ts'
import { renderProse } from './prose.ts'

test('values are escaped, HTML is not, nothing is nothing', () => {
  const inner = html`<b>${'<i>'}</b>`
  expect(html`<p title="${'"x"'}">${inner}${[1, 'a&b', html`<br>`]}${undefined}${false}</p>`.text).toBe(
    '<p title="&quot;x&quot;"><b>&lt;i&gt;</b>1a&amp;b<br></p>',
  )
  expect(new Markup('<').text).toBe('<')
})

test('no text can bring a tag, an attribute or a hidden sign into a page', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...'<>"\'`&=/abc \n\u202e\u0000\u2028\ud800'.split(''),
      '</script>',
      ' onload=',
      '<!--',
    ),
    maxLength: 60,
  })
  fc.assert(
    fc.property(text, hostile => {
      const { text: made } = html`<a href="${hostile}">${hostile}</a>`
      expect(made.replace(/^<a href="[^"<>]*">[^<>]*<\/a>$/, '')).toBe('')
      expect(made).not.toMatch(/[\u202e\u2028\0]/)
    }),
  )
})

const prose = (text: string): string =>
  renderProse(text)
    .map(part => part.text)
    .join('|')

test.each([
  ['plain\ntext', '<p dir="auto">plain\ntext</p>'],
  ['a\n\nb', '<p dir="auto">a</p>|<p dir="auto">b</p>'],
  ['# Title `x`', '<h4 dir="auto">Title <code>x</code></h4>'],
  ['**strong** and `co**de**`', '<p dir="auto"><strong>strong</strong> and <code>co**de**</code></p>'],
  ['```ts\n<b>\n```\nafter', '<pre class="code">&lt;b&gt;</pre>|<p dir="auto">after</p>'],
  ['~~~~\na\n~~~\nb\n~~~~', '<pre class="code">a\n~~~\nb</pre>'],
  ['```\nnever closed', '<pre class="code">never closed</pre>'],
  ['<img src=x>', '<p dir="auto">&lt;img src=x&gt;</p>'],
  ['lone ` and ** signs', '<p dir="auto">lone &#96; and ** signs</p>'],
])('%j is shown as %j', (text, shown) => {
  expect(prose(text)).toBe(shown)
})

test('prose brings no tags but its own', () => {
  const text = fc.string({
    unit: fc.constantFrom('`', '*', '<b>', '\n', '#', ' ', 'a', '~', '"'),
    maxLength: 80,
  })
  fc.assert(
    fc.property(text, hostile => {
      expect(
        prose(hostile).replace(/<\/?(p|h4|pre|code|strong)( dir="auto"| class="code")?>/g, ''),
      ).not.toMatch(/[<>]/)
    }),
  )
})
