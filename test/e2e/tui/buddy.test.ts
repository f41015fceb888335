import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { eventually } from '../../support/run-program.ts'

const REPLIES = { replies: [{ text: 'Hello.', repeat: true }] } as const

test.each([40, 120])(
  '/buddy comes and goes at %i columns, and the prompt stays where it is',
  async columns => {
    await using place = await openTerminalHere(REPLIES, { columns })
    const { program, world } = place
    const shown = (): boolean => program.lines().some(line => line.includes('o_o'))
    const settings = join(world.config, 'settings.json')
    const saved = (): unknown => existsSync(settings) && JSON.parse(readFileSync(settings, 'utf8')).buddy
    expect(shown()).toBe(false)
    place.say('/buddy')
    await eventually(() => saved() === true)
    await program.waitFor('o_o')
    const lines = program.lines()
    expect(lines.filter(line => line.includes('(\\/)'))).toHaveLength(1)
    expect(lines.every(line => line.length <= columns)).toBe(true)
    place.say('/buddy off')
    await eventually(() => saved() === false && !program.lines().some(line => line.includes('(\\/)')))
  },
  25_000,
)

test('a screen reader hears nothing of it', async () => {
  await using place = await openTerminalHere(REPLIES, {
    args: ['--settings', '{"buddy":true,"axScreenReader":true}'],
  })
  const { program } = place
  place.say('say hello')
  await program.waitFor('Hello.')
  expect(program.lines().join('\n')).not.toContain('(\\/)')
}, 25_000)
