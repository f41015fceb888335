import { expect, test } from 'vitest'
import { isTerminal, matchesApplication } from './applications.ts'

test.each<[string, string, boolean]>([
  ['app:Gimp', 'gimp', true],
  ['app:gimp*', 'Gimp-2.10', true],
  ['app:gimp', 'Gimp-2.10', false],
  ['app:*', 'Gimp', true],
  ['app:*', '', false],
  ['Gimp', 'Gimp', false],
  ['domain:Gimp', 'Gimp', false],
])('%s for %s: %s', (spec, name, matches) => {
  expect(matchesApplication({ tool: 'Computer', spec }, name)).toBe(matches)
  expect(matchesApplication({ tool: 'Bash', spec }, name)).toBe(false)
})

test('terminals are known by the names they give themselves', () => {
  for (const name of ['XTerm', 'Gnome-terminal', 'kitty', 'Alacritty', 'org.gnome.Console', 'konsole'])
    expect([name, isTerminal(name)]).toEqual([name, true])
  expect(isTerminal('Gimp')).toBe(false)
})
