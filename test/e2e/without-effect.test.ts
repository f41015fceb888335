import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const userSettings = (world: World, settings: object): void => {
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
}

const scenario = { replies: [{ text: 'done', repeat: true }] } as const

test('a setting without effect is said once at the start, and again when there is another', async () => {
  await using world = await openWorldHere(scenario)
  userSettings(world, { autoScrollEnabled: true, someday: 1 })
  const first = await world.run(['-p', 'go'])
  expect(first.stderr).toContain('these settings have no effect in Capstan: autoScrollEnabled, someday')
  expect((await world.run(['-p', 'go'])).stderr).not.toContain('autoScrollEnabled')
  userSettings(world, { autoScrollEnabled: true, someday: 1, tui: 'fullscreen' })
  const third = await world.run(['-p', 'go'])
  expect(third.stderr).toContain('have no effect in Capstan: tui')
  expect(third.stdout).toBe('done\n')
})

test('a host is told of them in the first line, and the person by config and doctor, with the reason', async () => {
  await using world = await openWorldHere(scenario)
  userSettings(world, { autoScrollEnabled: true, someday: 1 })
  const file = join(world.config, 'settings.json')
  const ended = await world.stream(['go'])
  expect(ended.lines[0]).toMatchObject({
    settings_without_effect: [{ file, keys: ['autoScrollEnabled', 'someday'] }],
  })
  const list = await world.run(['config', 'list'])
  expect(list.stderr).toContain('has no effect in Capstan. It is about a full-screen renderer')
  expect(list.stderr).toContain('someday')
  const set = await world.run(['config', 'set', 'wheelScrollAccelerationEnabled', 'true'])
  expect([set.code, set.stderr.includes('It is about a full-screen renderer')]).toEqual([1, true])
  expect((await world.run(['doctor'])).stdout).toContain(
    'autoScrollEnabled: It is about a full-screen renderer',
  )
  const listed = await world.run(['-p', '/config'])
  expect(listed.stdout).toContain(
    `${file}: these settings have no effect in Capstan: autoScrollEnabled, someday`,
  )
  const asked = await world.run(['-p', '/config autoScrollEnabled'])
  expect(`${asked.stdout}${asked.stderr}`).toContain(
    '"autoScrollEnabled" has no effect in Capstan. It is about a full-screen renderer',
  )
})
