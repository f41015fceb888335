import { expect, test } from 'vitest'
import { expandBraces } from './brace.ts'
import type { SimpleCommand } from './command.ts'
import { loadShellReader } from './lower.ts'
import { seeThrough } from './unwrap.ts'
import { literalWord } from './word.ts'

test.each<[string, readonly string[]]>([
  ['a', ['a']],
  ['{a,b}', ['a', 'b']],
  ['x{a,b}y', ['xay', 'xby']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['{,a}', ['', 'a']],
  ['{a}', ['{a}']],
  ['{1..3}', ['{1..3}']],
])('%s stands for %j', (text, expected) => {
  expect(expandBraces(literalWord(text))?.map(word => word.text)).toEqual(expected)
})

test('nested lists are written out in some order', () => {
  const forms = expandBraces(literalWord('{a,{b,c}d}'))?.map(word => word.text)
  expect([...new Set(forms)].toSorted()).toEqual(['a', 'bd', 'cd'])
})

test('a list of lists that would fill memory is not written out', () => {
  expect(expandBraces(literalWord('{a,b}'.repeat(40)))).toBeUndefined()
})

test('what a written-out word begins with is looked at again', () => {
  expect(expandBraces(literalWord('{~/a,b*}'))).toMatchObject([
    { text: '~/a', tilde: true, glob: false },
    { text: 'b*', tilde: false, glob: true },
  ])
})

test.each([
  ['{rm,-rf,x}', 'rm -rf x'],
  ['sudo {rm,x}', 'rm x'],
  ['env - rm x', 'rm x'],
  ['bash <<< "rm x"', 'rm x'],
  ['sh <<E\nrm x\nE', 'rm x'],
])('behind %j there is %j', async (text, expected) => {
  const read = await loadShellReader()
  const lowered = read(text)
  const commands: readonly SimpleCommand[] = lowered.ok ? lowered.commands : []
  const seen = commands.flatMap(command =>
    seeThrough(command, read).map(view => view.words.map(word => word.text).join(' ')),
  )
  expect(seen).toContain(expected)
})

test('however often a wrapper is repeated, what it leads to stays few and holds the last command', async () => {
  const read = await loadShellReader()
  for (const wrapper of ['watch', 'flock a', 'sudo -u x', 'env A=1', 'xargs', 'eval', 'timeout 5']) {
    const lowered = read(`${`${wrapper} `.repeat(500)}rm x`)
    const [command] = lowered.ok ? lowered.commands : []
    const views = command ? seeThrough(command, read) : []
    expect(views.length).toBeLessThan(3_000)
    expect(views.some(view => view.words[0]?.text === 'rm')).toBe(true)
  }
})
