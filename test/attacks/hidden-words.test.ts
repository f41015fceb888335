import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overlaps } from '../../src/features/permissions/rules/rule-overlap.ts'
import { matchWildcard } from '../../src/lib/text/wildcard.ts'
import { commandsIn, createPermissionPlace, type PermissionContext } from '../support/permission-place.ts'
import { findUnasked } from './support/hidden-word-lines.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
})
afterAll(() => place.remove())

const BYPASS = { mode: 'bypassPermissions' } as const

describe('a rule with a star anywhere and a word that is known only at run time', () => {
  const deny = ['Bash(git * --force*)', 'Bash(npm run *deploy*)', 'Bash(* --no-verify)', 'Bash(docker push)']
  test.each(
    commandsIn(`
git push $X ¦ git push origin "$X" ¦ git $X --forc[e] ¦ git push --for$X ¦ git push --f* ¦ git push "$(cat a.txt)"
git push \`cat a.txt\` ¦ git pu* ¦ git "$@" ¦ git push {a,$X} ¦ npm run $X ¦ npm run "pre$X" ¦ npm run *
make $X ¦ make all "$X" ¦ docker push $X ¦ docker push "$X" ¦ docker $X ¦ sudo git push $X ¦ env A=1 git push $X
find . | xargs git push ¦ ls | xargs -I{} git push {} ¦ find . -exec git push {} + ¦ timeout 5 git push $X
(git push $X) ¦ if true; then git push $X; fi ¦ echo $(git push $X) ¦ A=$Y make x > $F ¦ git -C x push $X
f() { git push $X; } ¦ bash -c 'git push $X' ¦ $(echo git) push ¦ git push -- $X ¦ x=1; git push $x$Y
`),
  )('%j asks, whatever else is allowed', async command => {
    expect(await place.verdict(command, { deny, allow: ['Bash(git *)', 'Bash(npm *)'] })).toBe('ask')
    expect(await place.verdict(command, { deny }, BYPASS)).toBe('ask')
    expect(await place.verdict(command, { ask: deny }, BYPASS)).toBe('ask')
    expect(await place.verdict(command, { deny }, { mode: 'dontAsk' })).toBe('deny')
  })

  test.each(
    commandsIn(`
git push origin main ¦ npm run test ¦ npm run "test" ¦ docker pull $X ¦ docker pushx $X ¦ npm ci $X
git -C "$X" status ¦ npm test -- $X ¦ npx vitest run $X ¦ cat "$X" | wc -l
`),
  )('%j cannot become one of them', async command => {
    const rules = deny.filter(rule => rule !== 'Bash(* --no-verify)')
    expect(await place.verdict(command, { deny: rules }, BYPASS)).toBe('allow')
  })
})

test('two patterns overlap if and only if some text fits both', () => {
  const texts = ['']
  for (let at = 0; at < texts.length; at += 1)
    if ((texts[at] ?? '').length < 6) texts.push(`${texts[at]}a`, `${texts[at]}b`)
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 5 })
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      const common = texts.some(text => matchWildcard(one, text) && matchWildcard(other, text))
      // Of two patterns with five signs the shortest common text has ten at most; those need a longer list.
      if (common) expect(overlaps(one.split('*'), other.split('*'))).toBe(true)
      else if (one.replaceAll('*', '').length + other.replaceAll('*', '').length <= 6)
        expect(overlaps(one.split('*'), other.split('*'))).toBe(false)
    }),
    { seed: 29, numRuns: 3_000 },
  )
})

test('a long line with many gaps is decided without looking at every way through it', () => {
  const rule = `a${'*a'.repeat(40)}*b`.split('*')
  expect(overlaps(rule, ['a'.repeat(200_000), 'c'])).toBe(false)
  expect(overlaps(rule, ['a'.repeat(200_000), ''])).toBe(true)
  expect(
    overlaps(
      rule,
      Array.from({ length: 2_000 }, () => 'aa'),
    ),
  ).toBe(false)
})

test('a line that would be denied for some value of an unknown word never runs unasked', async () => {
  const { wrong, denied } = await findUnasked(place, { seed: 2029, lines: 300 })
  expect(wrong).toEqual([])
  // Otherwise the rules would say little about these lines.
  expect(denied).toBeGreaterThan(5)
})
