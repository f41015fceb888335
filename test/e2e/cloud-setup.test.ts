import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openTerminal } from '../support/pty/terminal-world.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

const putProfile = (world: World): void => {
  mkdirSync(join(world.home, '.aws'), { recursive: true })
  writeFileSync(join(world.home, '.aws/config'), '[profile dev]\nregion = eu-west-1\n')
}

const settingsOf = (world: World): unknown =>
  JSON.parse(readFileSync(join(world.config, 'settings.json'), 'utf8'))
const DEV = { provider: 'bedrock', env: { AWS_PROFILE: 'dev', AWS_REGION: 'eu-west-1' } }

test('a prompt that is a command is told what to give, and nothing of what is on the machine', async () => {
  await using world = await openWorldHere(FINE)
  putProfile(world)
  const { stdout } = await world.run(['-p', '/setup-bedrock'])
  expect(stdout).toContain('"provider": "bedrock"')
  expect(stdout).toContain('Usage: /setup-bedrock')
  expect(stdout).not.toContain('profile=dev')
  expect((await world.run(['-p', '/setup-bedrock profile=mine opus=o'])).stdout).toMatch(
    /"AWS_PROFILE": "mine"[\s\S]*"ANTHROPIC_DEFAULT_OPUS_MODEL": "o"/,
  )
  expect((await world.run(['-p', '/setup-bedrock profile=dev --yes'])).code).not.toBe(0)
  expect(() => settingsOf(world)).toThrow('ENOENT')
})

test('step by step on the screen, in Chinese: profile, region, models, what would be written, yes', async () => {
  await using terminal = await openTerminalHere(FINE, {
    prepare: world => {
      putProfile(world)
      mkdirSync(world.config, { recursive: true })
      writeFileSync(join(world.config, 'settings.json'), '{"uiLanguage":"zh"}')
    },
  })
  const { program, world } = terminal
  terminal.say('/setup-bedrock')
  await program.waitFor('AWS 配置 dev（eu-west-1）')
  program.type('1')
  await program.waitFor('区域：')
  program.key('enter')
  await program.waitFor('自行指定')
  program.type('1')
  await program.waitFor('1 是 · 2 否')
  expect(program.screen().join('\n')).toContain('env.AWS_REGION = "eu-west-1"')
  program.type('1')
  await program.waitFor('已写入')
  expect(settingsOf(world)).toEqual({ uiLanguage: 'zh', ...DEV })
  // The session goes on as it is.
  terminal.say('hi')
  await program.waitFor('Fine.')
})

test('in a real terminal --yes writes at once, and the prompt takes what is typed next', async () => {
  await using terminal = await openTerminal(FINE, { prepare: putProfile })
  const { program, world } = terminal
  terminal.say('/setup-bedrock profile=dev --yes')
  await program.waitFor('Written to')
  expect(settingsOf(world)).toEqual(DEV)
  terminal.say('hi')
  await program.waitFor('Fine.')
})
