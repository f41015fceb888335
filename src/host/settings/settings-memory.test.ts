import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { writeSetting } from '../../engine/calls/settings-access.ts'
import type { Runtime } from '../../engine/options/runtime.ts'
import type { SettingsPort } from '../../engine/options/settings-port.ts'
import { findTrustRoot } from '../../features/trust/find-trust-root.ts'
import { changeState } from '../../features/trust/state-file.ts'
import { revokeTrust } from '../../features/trust/trusted-folders.ts'
import { surveyTrustRoot } from '../trust/survey-trust-root.ts'
import { gatherSettings } from './gather-settings.ts'
import { createSettingsMemory } from './settings-memory.ts'

const deps = { newId: () => 'id', now: () => 0 }
const allow = (...rules: readonly string[]) => JSON.stringify({ permissions: { allow: rules } })

/** A repository nobody was asked to trust, and what counts in it at a start. */
const world = () => {
  const tmp = tmpDir()
  const root = realpathSync(tmp.path)
  const cwd = join(root, 'repo')
  const at = { cwd, home: join(root, 'home'), configHome: join(root, 'home/.capstan'), env: {} }
  for (const path of ['.git', '.capstan']) mkdirSync(join(cwd, path), { recursive: true })
  mkdirSync(at.configHome, { recursive: true, mode: 0o700 })
  const file = join(cwd, '.capstan/settings.local.json')
  const gather = () => gatherSettings({}, at)
  return Object.assign(tmp, {
    at,
    file,
    put: (text: string) => writeFileSync(file, text),
    rules: () => gather().rules.map(({ text }) => text),
    wishes: async () =>
      (await surveyTrustRoot(at, findTrustRoot(cwd, at.home))).wishes.map(({ name }) => name),
    /** As the session does it when the person answers. */
    async answer(before: string, text: string) {
      const memory = createSettingsMemory(gather(), deps)
      writeFileSync(file, text)
      expect(await memory.confirm([{ file, text, before }])).toBeUndefined()
    },
  })
}

test('a rule the person allowed here by an answer counts at the next start, and nobody is asked to trust it', async () => {
  await using here = world()
  await here.answer('', allow('Bash(npm test)'))
  expect(here.rules()).toEqual(['Bash(npm test)'])
  expect(await here.wishes()).toEqual([])
  await here.answer(allow('Bash(npm test)'), allow('Bash(npm test)', 'Bash(make)'))
  expect(here.rules()).toEqual(['Bash(npm test)', 'Bash(make)'])
  expect(await here.wishes()).toEqual([])
})

test('what somebody else put into the file, before or after the answer, waits for trust', async () => {
  await using here = world()
  const theirs = allow('Bash(curl *)')
  here.put(theirs)
  await here.answer(theirs, allow('Bash(curl *)', 'Bash(npm test)'))
  expect(here.rules()).toEqual([])
  expect(await here.wishes()).not.toEqual([])
  await using other = world()
  await other.answer('', allow('Bash(npm test)'))
  other.put(allow('Bash(npm test)', 'Bash(curl *)'))
  expect(other.rules()).toEqual([])
  expect(await other.wishes()).not.toEqual([])
})

test('a skill the person switches off here stays off at the next start, unless the file came with the folder', async () => {
  const switchOff = async ({ at, file }: ReturnType<typeof world>): Promise<void> => {
    const memory = createSettingsMemory(gatherSettings({}, at), deps)
    const settings = { targetOf: () => ({ file, scope: 'local' }), memory } as unknown as SettingsPort
    const runtime = { newId: deps.newId, now: () => new Date(0) } as unknown as Runtime
    await writeSetting(
      { settings, runtime },
      { path: ['skillOverrides', 'loud'], value: 'off', scope: 'local', isAnswer: true },
    )
  }
  const overrides = ({ at }: ReturnType<typeof world>) => gatherSettings({}, at).settings.skillOverrides
  await using here = world()
  await switchOff(here)
  expect(overrides(here)).toEqual({ loud: 'off' })
  expect(await here.wishes()).toEqual([])
  await using other = world()
  other.put(allow('Bash(curl *)'))
  await switchOff(other)
  expect([overrides(other), other.rules()]).toEqual([undefined, []])
})

test('whoever revokes trust is asked about their own answers again', async () => {
  await using here = world()
  await here.answer('', allow('Bash(npm test)'))
  await changeState(here.at.configHome, state => revokeTrust(state, here.at.cwd), deps)
  expect(here.rules()).toEqual([])
})
