import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { findPolicy } from '../host/settings/find-policy.ts'
import { launch } from './background/start-background.ts'
import { RemoteControl } from './tui/remote-control.ts'

test('disableRemoteControl: the conversation on the screen is not served', async () => {
  const remote = new RemoteControl({
    env: {},
    version: '1.0.0',
    configHome: '/nowhere',
    cwd: '/nowhere',
    isOff: () => true,
    voice: () => undefined,
  })
  await expect(remote.start()).rejects.toThrow(/disableRemoteControl/)
})

test('disableAgentView: nothing is started in the background, neither a session nor a command', async () => {
  await using tmp = tmpDir()
  const project = join(tmp.path, 'project')
  mkdirSync(project)
  const parent = '{"disableAgentView":true}'
  const env = { HOME: tmp.path, CAPSTAN_CONFIG_DIR: join(tmp.path, '.capstan') }
  const policy = await findPolicy({ env, version: '1.0.0', managed: [], parent })
  const mark = join(tmp.path, 'started')
  const file = { kind: 'shell', id: 'a', command: `touch ${mark}` } as const
  const outcome = launch(file, { env, version: '1.0.0', argv: [], cwd: project, policy }, parent)
  await expect(outcome).rejects.toThrow(/disableAgentView/)
  expect(existsSync(mark)).toBe(false)
})
