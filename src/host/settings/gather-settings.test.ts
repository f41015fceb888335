import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { HostError } from '../../protocol/host.ts'
import { gatherSettings } from './gather-settings.ts'

test('only CAPSTAN_TRUST_WORKSPACE with a clear yes trusts a folder', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, '.capstan'))
  writeFileSync(join(tmp.path, '.capstan/settings.json'), '{"permissions":{"allow":["Bash"]}}')
  const rules = (env: Record<string, string>) =>
    gatherSettings(
      {},
      {
        cwd: tmp.path,
        home: join(tmp.path, 'home'),
        configHome: join(tmp.path, 'config'),
        env,
      },
    ).rules.map(rule => rule.text)
  for (const yes of ['1', 'true', 'TRUE']) expect(rules({ CAPSTAN_TRUST_WORKSPACE: yes })).toEqual(['Bash'])
  for (const no of ['', '0', 'false', 'no', 'off']) expect(rules({ CAPSTAN_TRUST_WORKSPACE: no })).toEqual([])
  expect(rules({ TRUST_WORKSPACE: '1', CLAUDE_CODE_TRUST_WORKSPACE: '1' })).toEqual([])
})

test('a budget of the person that cannot be read stops the program; one of a project is reported', async () => {
  await using tmp = tmpDir()
  const gather = (place: string, text: string) => {
    mkdirSync(join(tmp.path, place), { recursive: true })
    writeFileSync(join(tmp.path, place, 'settings.json'), text)
    return gatherSettings(
      {},
      {
        cwd: tmp.path,
        home: join(tmp.path, 'home'),
        configHome: join(tmp.path, 'config'),
        env: { CAPSTAN_TRUST_WORKSPACE: '1' },
      },
    )
  }
  expect(gather('.capstan', '{"budgets":{"day":{"hard":"5"}}}').warnings.map(({ text }) => text)).toEqual([
    expect.stringContaining('budgets.day.hard'),
  ])
  expect(gather('config', '{"budgets":{"day":{"hard":5}}}').settings.budgets).toEqual({ day: { hard: 5 } })
  for (const text of [
    '{"budgets":{"day":{"hard":"5"}}}',
    '{"budgets":{"daily":{"hard":5}}}',
    '{"budgets":5}',
  ])
    expect(() => gather('config', text)).toThrow(HostError)
})
