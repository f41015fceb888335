import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ExtensionName,
  isSameExtension,
  looseExtensionName,
  writeExtensionName,
} from '../../protocol/extensions/extension-name.ts'
import type { Behavior } from '../../protocol/permission.ts'
import { matchesSkill } from './rules/match-tool.ts'
import { parseRule } from './rules/rules.ts'

const covers = (behavior: Behavior, spec: string, id: ExtensionName, args = ''): boolean => {
  const parsed = parseRule({ text: `Skill(${spec})`, behavior, source: 'user', anchor: '/' })
  if ('problem' in parsed) throw new Error(parsed.problem.text)
  return matchesSkill(parsed, { kind: 'skill', name: writeExtensionName(id), args })
}
const own = (name: string): ExtensionName => ({ name })
const of = (plugin: string, name: string): ExtensionName => ({ plugin, name })

test.each<[string, ExtensionName, string, boolean]>([
  ['run', own('run'), '', true],
  ['run', own('run'), 'x', false],
  ['run *', own('run'), 'x', true],
  ['run', of('deploy', 'run'), '', false],
  ['deploy:run', of('deploy', 'run'), '', true],
  ['deploy:run', own('deploy:run'), '', false],
  ['deploy/run', own('deploy:run'), '', true],
  ['deploy/run', of('deploy', 'run'), '', false],
  ['deploy:run *', own('deploy:run'), 'x', false],
  ['deploy/run *', own('deploy:run'), 'x', true],
  ['deploy:*', of('deploy', 'run'), 'x', true],
  ['deploy:*', of('deploy', 'eu:run'), '', true],
  ['deploy:eu:*', of('deploy', 'eu:run'), '', true],
  ['deploy:eu:*', of('deploy', 'eurun'), '', false],
  ['deploy:*', own('deploy:run'), '', false],
  ['deploy:*', own('deploy'), '', false],
  ['deploy:*', of('deploy.eu', 'run'), '', false],
  ['deploy/*', own('deploy:run'), 'x', true],
  ['deploy/*', own('deployed:run'), '', false],
  ['deploy/*', of('deploy', 'run'), '', false],
  ['apps/web:run', own('apps/web:run'), '', true],
  ['apps/web:run', own('apps:web:run'), '', false],
])('the rule Skill(%s) allows %j with "%s": %s', (spec, id, args, allowed) => {
  expect(covers('allow', spec, id, args)).toBe(allowed)
})

const word = fc.stringMatching(/^[ab][ab.-]{0,2}$/)
const path = fc.array(word, { minLength: 1, maxLength: 3 })
const ids = fc.oneof(
  fc.tuple(word, path).map(([plugin, names]) => of(plugin, names.join(':'))),
  path.map(names => own(names.join(':'))),
  fc.tuple(word, word, path).map(([a, b, names]) => own(`${a}/${b}:${names.join(':')}`)),
)
const joined = ({ plugin, name }: ExtensionName): string =>
  plugin === undefined ? name : `${plugin}:${name}`

test('a rule for one skill grants that skill and no other, whatever stands in the names', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const same = isSameExtension(one, other)
      expect(covers('allow', writeExtensionName(one), other)).toBe(same)
      expect(covers('allow', `${writeExtensionName(one)} *`, other, 'x')).toBe(same)
    }),
    { numRuns: 2000, seed: 44 },
  )
})

test('no text grants skills of a plugin and of files at once', () => {
  fc.assert(
    fc.property(ids, ids, fc.constantFrom('', ' *', ':*', '/*'), (one, other, end) => {
      for (const spelled of [joined(one), writeExtensionName(one)]) {
        const spec = `${spelled}${end}`
        const granted = [one, other].filter(id => covers('allow', spec, id))
        expect(new Set(granted.map(({ plugin }) => plugin)).size).toBeLessThan(2)
      }
    }),
    { numRuns: 2000, seed: 45 },
  )
})

test('a restriction holds for every skill its text could mean', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const meant = looseExtensionName(joined(one)) === looseExtensionName(joined(other))
      for (const behavior of ['deny', 'ask'] as const)
        for (const spec of [joined(one), writeExtensionName(one), joined(one).toUpperCase()])
          expect(covers(behavior, spec, other, 'x')).toBe(meant)
    }),
    { numRuns: 1000, seed: 46 },
  )
})
