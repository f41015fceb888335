import { expect, test } from 'vitest'
import { decodeEntities } from './entities.ts'
import { safeAddress } from './lex.ts'

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,<script>', undefined],
  ['vbscript:x', undefined],
  ['file:///etc/passwd', undefined],
  ['/api/v1/sessions', undefined],
  ['//evil.example', undefined],
  ['https://', undefined],
])('%j leads to %j', (href, address) => {
  expect(safeAddress(href)).toBe(address)
})

test('entities are signs, and nothing else', () => {
  expect(decodeEntities('a &amp;&lt;b&gt; &#65;&#x42; &unknown; &#0;')).toBe('a &<b> AB &unknown; &#0;')
})
