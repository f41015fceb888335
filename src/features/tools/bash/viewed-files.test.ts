import { expect, test } from 'vitest'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { mayView, viewedFiles } from './viewed-files.ts'

const view = (path: string, lines?: object | 'some') => ({ path: `/w/${path}`, ...(lines ? { lines } : {}) })

test.each<[string, readonly object[]]>([
  ['cat a', [view('a')]],
  ['cat -n a "b c"', [view('a'), view('b c')]],
  ['cat a && cat sub/b; head c', [view('a'), view('sub/b'), view('c', [{ from: 1, to: 10 }])]],
  ['head -n 5 a', [view('a', [{ from: 1, to: 5 }])]],
  ['head -5 a', [view('a', [{ from: 1, to: 5 }])]],
  ['head --lines=7 a b', [view('a', [{ from: 1, to: 7 }]), view('b', [{ from: 1, to: 7 }])]],
  ['tail -n20 a', [view('a', { last: 20 })]],
  ["sed -n '3,8p' a", [view('a', [{ from: 3, to: 8 }])]],
  ["sed -n '3p' a", [view('a', [{ from: 3, to: 3 }])]],
  ['grep -n foo a', [view('a', 'some')]],
  ['grep -A 3 -e foo a b', [view('a', 'some'), view('b', 'some')]],
  ['rg foo a', [view('a', 'some')]],
])('%j shows files', async (command, views) => {
  expect([mayView(command), viewedFiles((await loadShellReader())(command), '/w')]).toEqual([true, views])
})

test.each([
  'cat a | wc -l',
  'cat a > b',
  'cat < a',
  'cat *.ts',
  'cat $FILE',
  'cat a || cat b',
  'cd x && cat a',
  'cat a; rm a',
  'X=1 cat a',
  '(cat a)',
  'echo $(cat a)',
  'if true; then cat a; fi',
  'head -n -5 a',
  'head -c 10 a',
  'tail -n +5 a',
  'tail -f a',
  "sed -i 's/a/b/' a",
  "sed -n '/x/p' a",
  'grep -l foo a',
  'grep -c foo a',
  'cat a &',
  'if',
])('%j shows none that counts', async command => {
  expect(viewedFiles((await loadShellReader())(command), '/w')).toEqual([])
})

test.each(['ls', 'catalog a', 'npm test', 'echo cat a'])('%j is not worth a look', command => {
  expect(mayView(command)).toBe(false)
})
