import { expect, test } from 'vitest'
import { plant } from '../../../../../test/support/search-difference.ts'
import { ignoreRulesAt, parseIgnoreFile } from './ignore-rules.ts'

test.each([
  ['*.log', ['a.log', 'd/a.log'], ['a.logs']],
  ['/a', ['a'], ['d/a']],
  ['d/a', ['d/a'], ['x/d/a']],
  ['d/**', ['d/a', 'd/x/a'], ['d']],
  ['**/d/a', ['d/a', 'x/d/a'], ['a']],
  ['a**b', ['axb'], ['a/b']],
  ['\\#a', ['#a'], ['a']],
  ['\\!a', ['!a'], ['a']],
  ['a  ', ['a'], ['a  ']],
  ['a\\ ', ['a '], ['a']],
])('the line %j speaks of %j and not of %j', (line, matching, others) => {
  const [rule] = parseIgnoreFile(line)
  const test = (path: string) => rule?.regExp.test(path) ?? false
  expect([matching.filter(path => !test(path)), others.filter(test)]).toEqual([[], []])
})

test('comments and empty lines are no rules; a slash at the end asks for a directory', () => {
  expect(parseIgnoreFile('# a\n\n/\n!b/\r\n')).toEqual([
    { regExp: expect.any(RegExp), negated: true, directoriesOnly: true },
  ])
})

test('nearer files count before farther ones, kinds in their order, and parents count too', () => {
  const root = plant({
    '.gitignore': '*.a\n*.b\n',
    'd/.gitignore': '!x.a\n',
    'd/e/.keep': '',
    '.ignore': '!x.b\n*.c\n',
    '.rgignore': '!x.c\n',
  })
  const names = ['x.a', 'y.a', 'x.b', 'y.b', 'x.c', 'y.c']
  const ignored = (rules: ReturnType<typeof ignoreRulesAt>) =>
    names.filter(name => rules.ignores(name, false))
  expect([
    ignored(ignoreRulesAt(root)),
    ignored(ignoreRulesAt(`${root}/d`)),
    ignored(ignoreRulesAt(root).enter('d').enter('e')),
  ]).toEqual([
    ['x.a', 'y.a', 'y.b', 'y.c'],
    ['y.a', 'y.b', 'y.c'],
    ['y.a', 'y.b', 'y.c'],
  ])
})
