import { expect, test } from 'vitest'
import { flagName } from './flag.ts'
import { FLAGS } from './flags.ts'
import { renderHelp } from './help.ts'
import { SUBCOMMANDS } from './subcommands.ts'

test('every flag and command is in the help once, with words', () => {
  const rows = renderHelp().split('\n')
  for (const flag of FLAGS) {
    const name = flagName(flag)
    expect(rows.filter(row => row.split(/[\s[]/).includes(name))).toHaveLength(1)
    expect(renderHelp()).toContain(flag.help)
  }
  for (const { name } of SUBCOMMANDS) expect(rows.filter(row => row.startsWith(`  ${name} `))).toHaveLength(1)
})

test('names and letters are unique', () => {
  const names = FLAGS.map(flagName)
  const letters = FLAGS.flatMap(flag => flag.short ?? [])
  expect([new Set(names).size, new Set(letters).size]).toEqual([names.length, letters.length])
})

test('no words stand twice in a row', () => {
  expect(renderHelp().match(/\b(\w+(?: \w+)?) \1\b/g)).toBeNull()
})

test('help fits a wide terminal', () => {
  expect(
    renderHelp()
      .split('\n')
      .filter(row => row.length > 120),
  ).toEqual([])
})
