import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { gatherSettings } from '../settings/gather-settings.ts'
import { chooseMemory, type MemoryFrom } from './options.ts'

const home = makeDirectory()
const cwd = join(home, 'app', 'src')
mkdirSync(join(home, 'app', '.git'), { recursive: true })
mkdirSync(cwd, { recursive: true })
const at = { home, cwd, configHome: join(home, '.capstan'), caseSensitive: true }

const choose = (from: Partial<MemoryFrom>) => {
  const warnings: string[] = []
  const options = { bare: false, noSessionPersistence: false }
  const chosen = chooseMemory({ options, env: {}, settings: {}, ...from }, at, text =>
    warnings.push(inEnglish(text)),
  )
  return { ...chosen, warnings }
}

test('the usual place belongs to the repository, not to the directory', () => {
  const key = join(home, 'app').replace(/[^A-Za-z0-9]/g, '-')
  expect(choose({})).toEqual({
    memoryDirectory: join(home, '.capstan', 'projects', key, 'memory'),
    warnings: [],
  })
})

test.each<[string, Partial<MemoryFrom>]>([
  ['the setting', { settings: { autoMemoryEnabled: false } }],
  ['the variable', { env: { CAPSTAN_DISABLE_AUTO_MEMORY: '1' } }],
  ['the variable of the other name', { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } }],
  ['--bare', { options: { bare: true } }],
  ['a session that is not kept', { persist: false }],
])('%s switches it off', (_, from) => {
  expect(choose(from)).toEqual({ warnings: [] })
})

test('another place may be named; the environment wins', () => {
  const set = choose({ settings: { autoMemoryDirectory: '~/notes' } })
  expect(set.memoryDirectory).toBe(join(home, 'notes'))
  expect(set.memoryIsNamed).toBe(true)
  expect(choose({}).memoryIsNamed).toBeUndefined()
  const both = {
    env: { CAPSTAN_MEMORY_DIR: join(home, 'env') },
    settings: { autoMemoryDirectory: '~/notes' },
  }
  expect(choose(both).memoryDirectory).toBe(join(home, 'env'))
})

test('a place that cannot be used is said, and nothing is remembered then', () => {
  expect(choose({ settings: { autoMemoryDirectory: '~/.ssh' } })).toEqual({
    warnings: [
      `Memory is off: ${JSON.stringify(join(home, '.ssh'))} can't be used, because .ssh is a protected directory. Change CAPSTAN_MEMORY_DIR or "autoMemoryDirectory".`,
    ],
  })
})

test.each(['~/../notes', '~/notes/../other', '~/..', '/srv/team/../notes', '~\\\\..\\\\notes'])(
  '%s goes up, so neither kind of memory uses it',
  path => {
    expect(choose({ settings: { autoMemoryDirectory: path } })).toEqual({
      warnings: [expect.stringContaining('Memory is off')],
    })
    expect(choose({ env: { CAPSTAN_MEMORY_DIR: path } }).memoryDirectory).toBeUndefined()
    expect(choose({ settings: { teamMemoryDirectory: path } }).teamMemoryDirectory).toBeUndefined()
  },
)

test('a project cannot name the place, not even a trusted one; the person can', () => {
  const named = JSON.stringify({ autoMemoryDirectory: join(home, 'notes') })
  const env = { CAPSTAN_TRUST_WORKSPACE: '1' }
  mkdirSync(join(cwd, '.capstan'), { recursive: true })
  mkdirSync(at.configHome, { recursive: true })
  writeFileSync(join(cwd, '.capstan', 'settings.json'), named)
  const usual = choose({}).memoryDirectory
  const fromProject = gatherSettings({}, { ...at, env })
  expect(choose(fromProject).memoryDirectory).toBe(usual)
  expect(fromProject.warnings.map(({ text }) => text).join()).toContain('autoMemoryDirectory')
  writeFileSync(join(at.configHome, 'settings.json'), named)
  expect(choose(gatherSettings({}, { ...at, env })).memoryDirectory).toBe(join(home, 'notes'))
})

test('memories of a team are in the directory a person names, or in "team" beside the own ones', () => {
  const own = choose({}).memoryDirectory ?? ''
  expect(choose({ settings: { teamMemoryDirectory: '~/ours' } }).teamMemoryDirectory).toBe(join(home, 'ours'))
  const inRepository = choose({ settings: { teamMemoryDirectory: 'memory/team' } })
  expect(inRepository.teamMemoryDirectory).toBe(join(home, 'app', 'memory', 'team'))
  expect(choose({}).teamMemoryDirectory).toBeUndefined()
  mkdirSync(join(own, 'team'), { recursive: true })
  expect(choose({}).teamMemoryDirectory).toBe(join(own, 'team'))
  rmSync(join(own, 'team'), { recursive: true })
})

test('a place that cannot hold the memories of a team is said; the own ones stay', () => {
  symlinkSync(join(home), join(home, 'app', 'linked'))
  const refused = (teamMemoryDirectory: string) => choose({ settings: { teamMemoryDirectory } })
  for (const path of ['~/.ssh', '../ours', 'linked/ours', '/', '~']) {
    const chosen = refused(path)
    expect([path, chosen.teamMemoryDirectory, chosen.memoryDirectory]).toEqual([
      path,
      undefined,
      expect.any(String),
    ])
    expect(chosen.warnings.join()).toContain('"teamMemoryDirectory"')
  }
})
