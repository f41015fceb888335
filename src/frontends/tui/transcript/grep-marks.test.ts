import { expect, test } from 'vitest'
import { fakeView } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { linearPattern } from '../../../lib/text/linear-pattern.ts'
import type { ToolItem } from '../state/item.ts'
import { renderItem } from './render-item.ts'

const found = (input: object, line: string): readonly string[] | undefined => {
  const pattern = linearPattern(input)
  return pattern && Array.from(line.matchAll(pattern), ([text]) => text)
}

test.each([
  [{ pattern: 'foo' }, 'a foo, Foo', ['foo']],
  [{ pattern: 'foo', '-i': true }, 'a foo, Foo', ['foo', 'Foo']],
  [{ pattern: '(?i)foo' }, 'Foo', ['Foo']],
  [{ pattern: 'log.*Error' }, 'x logAnError y', ['logAnError']],
  [{ pattern: '(get|set)\\w+\\(' }, 'a.getX(1)', ['getX(']],
  [{ pattern: 'interface\\{\\}' }, 'interface{}', ['interface{}']],
])('%j marks what it finds', (input, line, expected) => {
  expect(found(input, line)).toEqual(expected)
})

test.each([
  '(a+)+$',
  '(a|a)*b',
  '(?:x*)*y',
  'a.*b.*c.*d',
  'a.*b.*',
  'a?a?a?a?aaaa',
  '(a|a)(a|a)(a|a)(a|a)b',
  '(a)\\1',
  '(?=a)b',
  '(',
  'a{1,500}{2,}b*c*',
  '',
  'x'.repeat(2_000),
])('what could take for ever, or is no pattern here, marks nothing: %s', pattern => {
  expect(linearPattern({ pattern })).toBeUndefined()
})

test('in the whole view the matches of a search are marked, not the names of files', async () => {
  const view = await fakeView({ width: 80, verbose: true })
  const item: ToolItem = {
    kind: 'tool',
    id: 'g',
    name: 'Grep',
    input: { pattern: 'foo', output_mode: 'content' },
    state: 'done',
    text: 'src/foo.ts:12:const foo = bar(foo)',
    output: { mode: 'content', numFiles: 1, numLines: 1 },
  }
  const marked = view.theme.paint('match', 'foo')
  const line = (shown: ToolItem): string => renderItem(presented(shown), view).at(-1) ?? ''
  expect(line(item).split(marked)).toHaveLength(3)
  expect(stripAnsi(line(item))).toBe('    src/foo.ts:12:const foo = bar(foo)')
  expect(line({ ...item, output: { mode: 'files_with_matches', numFiles: 1 } })).not.toContain(marked)
})
