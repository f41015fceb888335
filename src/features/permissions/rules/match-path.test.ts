import { expect, test } from 'vitest'
import type { Behavior, Policy } from '../../../protocol/permission.ts'
import { compilePathRule, filterPaths, type PathRule } from './match-path.ts'
import { parseRule } from './rules.ts'

const policy: Policy = {
  mode: 'default',
  rules: [],
  roots: ['/work/app', '/added'],
  cwd: '/work/app',
  home: '/home/u',
  caseSensitive: true,
}
const compile = (spec: string, behavior: Behavior): PathRule => {
  const parsed = parseRule({ text: `Read(${spec})`, behavior, source: 'user', anchor: '/home/u/.capstan' })
  if ('problem' in parsed) throw new Error(parsed.problem.text)
  return compilePathRule(parsed, policy)
}
const matches = (spec: string, behavior: Behavior, path: string): boolean =>
  compile(spec, behavior).matches(path)

test.each<[string, string, boolean, boolean]>([
  // pattern, path, allow matches, deny matches
  ['//etc/**', '/etc/passwd', true, true],
  ['//etc/**', '/work/app/etc/passwd', false, false],
  ['~/x/**', '/home/u/x/y', true, true],
  ['~/x/**', '/work/app/x/y', false, false],
  ['/x/*', '/home/u/.capstan/x/y', true, true],
  ['/x/*', '/home/u/.capstan/x/y/z', true, true],
  ['/x/*.md', '/home/u/.capstan/x/y/z.md', false, false],
  ['/x/*', '/work/app/x/y', false, false],
  ['*.md', '/work/app/a.md', true, true],
  ['*.md', '/work/app/deep/down/a.md', true, true],
  ['secret', '/work/app/a/secret', true, true],
  ['secret', '/work/app/a/secret/in', true, true],
  ['secret', '/work/app/a/secrets', false, false],
  ['logs/**', '/work/app/logs/a/b', true, true],
  ['logs/**', '/work/app/old/logs/a', false, true],
  ['./logs/**', '/work/app/old/logs/a', false, true],
  ['logs/', '/work/app/logs/a', true, true],
  ['logs/', '/work/app/old/logs/a', false, true],
  ['logs/', '/work/app/logs', false, true],
  ['a/b/**', '/work/app/a/b/c', true, true],
  ['a/b/**', '/work/app/x/a/b/c', false, false],
  ['logs/**', '/added/logs/a', false, true],
  ['.env', '/added/x/.env', false, true],
  ['../other/**', '/work/other/a', true, true],
  ['../other/**', '/work/app/other/a', false, false],
  ['#x', '/work/app/#x', true, true],
  ['caf\u00e9', '/work/app/cafe\u0301', true, true],
  ['A.md', '/work/app/a.md', false, false],
  ['**', '/work/app/x', true, true],
  ['**', '/work/app2/x', false, false],
  ['*.md', '/work/app', false, false],
])('Read(%s) on %s: allow %s, deny %s', (spec, path, allow, deny) => {
  expect([matches(spec, 'allow', path), matches(spec, 'deny', path)]).toEqual([allow, deny])
})

const PATTERNS = [
  ...['//etc/**', '~/x/**', '/x/*.md', '*.md', 'secret', 'logs/', './logs/**', 'a/**/b', '../other/**', '#x'],
  ...['caf\u00e9', 'A.md', 'a?c', '[ab]c', 'a\\*b', 'k*', 'name', '*', '**', 'some-*'],
]
const PATHS = [
  ...[
    '/etc/passwd',
    '/home/u/x/y',
    '/home/u/.capstan/x/y.md',
    '/work/app/deep/A.MD',
    '/work/app/a/secret/in',
  ],
  ...['/work/app/old/logs', '/work/app/a/x/y/b', '/work/other/z', '/work/app/#x', '/work/app/cafe\u0301'],
  ...[
    '/work/app/abc',
    '/work/app/bc',
    '/work/app/a*b',
    '/work/app/\u212a',
    '/added/K',
    '/work/app/x/some-file',
  ],
]
test.each([true, false])(
  'what the search before the rules drops matches none of them (case: %s)',
  isSensitive => {
    for (const spec of PATTERNS) {
      const rule = parseRule({
        text: `Read(${spec})`,
        behavior: 'deny',
        source: 'user',
        anchor: '/home/u/.capstan',
      })
      if ('problem' in rule) throw new Error(rule.problem.text)
      const cased = { ...policy, caseSensitive: isSensitive }
      const compiled = compilePathRule(rule, cased)
      const { mayMatch } = filterPaths([compiled], cased)
      const hit = PATHS.filter(path => compiled.matches(path))
      expect(hit.filter(mayMatch), spec).toEqual(hit)
    }
  },
)

test('a path that shares no piece with any pattern is dropped at once', () => {
  const { mayMatch } = filterPaths([compile('logs/**', 'deny'), compile('*.pem', 'deny')], policy)
  expect(['/work/app/src/a.ts', '/work/app/logs/x', '/work/app/a.pem'].map(mayMatch)).toEqual([
    false,
    true,
    true,
  ])
})
