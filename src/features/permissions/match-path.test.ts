import ignore from 'ignore'
import { expect, test } from 'vitest'
import type { Behavior, Policy } from '../../protocol/permission.ts'
import { compilePathRule } from './match-path.ts'
import { parseRule } from './rules.ts'

const policy: Policy = {
  mode: 'default',
  rules: [],
  roots: ['/work/app', '/added'],
  cwd: '/work/app',
  home: '/home/u',
  caseSensitive: true,
}
const matches = (spec: string, behavior: Behavior, path: string): boolean => {
  const parsed = parseRule({ text: `Read(${spec})`, behavior, source: 'user', anchor: '/home/u/.capstan' })
  if ('problem' in parsed) throw new Error(parsed.problem)
  return compilePathRule(parsed, policy, ignore).matches(path)
}

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
