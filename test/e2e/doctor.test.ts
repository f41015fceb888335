import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY } from '../support/run-program.ts'

test('doctor tells in text and JSON what is in order and what is not, and never a key', async () => {
  await using world = await openWorldHere({ replies: [] })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{"theme": "pink"}')
  const text = await world.run(['doctor'])
  expect(text.code).toBe(0)
  expect(text.stdout).toMatch(
    /Installation\n[\s\S]*✓ (?:Node\.js|Native program)[\s\S]*! .*settings\.json:1:\d+: theme[\s\S]*1 problem found\./,
  )
  const json = await world.run(['doctor', '--json'])
  const checks = json.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly area: string; readonly level: string })
  expect(checks.map(({ level }) => level)).not.toContain('error')
  expect(checks.some(({ area }) => area === 'sandbox')).toBe(true)
  expect(text.stdout + json.stdout).not.toContain(API_KEY)
  const other = await world.run(['doctor', 'me'])
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('Unexpected argument "me"')])
})

test('doctor --fix makes files that others could read the person’s own', async () => {
  await using world = await openWorldHere({ replies: [] })
  mkdirSync(world.config, { recursive: true, mode: 0o700 })
  const file = join(world.config, 'credentials.json')
  writeFileSync(file, '{"kind":"key","apiKey":"sk-ant-0123456789abcdef"}', { mode: 0o644 })
  const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined }
  const told = await world.run(['doctor'], { env })
  expect(told.stdout).toContain('credentials.json')
  expect(statSync(file).mode & 0o777).toBe(0o644)
  await world.run(['doctor', '--fix'], { env })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
