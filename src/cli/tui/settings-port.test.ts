import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { Directory } from '../../host/directory.ts'
import type { Overrides } from '../../protocol/host.ts'
import { createTuiSettingsPort } from './settings-port.ts'
import { createTrustPort } from './trust-port.ts'

const place = (root: string, overrides: Overrides = {}) => {
  const start = {
    cwd: join(root, 'project'),
    home: join(root, 'home'),
    configHome: join(root, 'home/.capstan'),
  }
  const here = {
    ...start,
    directory: new Directory(start),
    env: {},
    newId: () => 'id',
    now: () => 1_700_000_000_000,
  }
  mkdirSync(here.cwd)
  const put = (file: string, settings: object): void => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(settings))
  }
  return {
    here,
    user: (settings: object) => put(join(here.configHome, 'settings.json'), settings),
    project: (settings: object) => put(join(here.cwd, '.capstan/settings.json'), settings),
    open: () => createTuiSettingsPort({ ...here, overrides }),
  }
}
const line = (command: string) => ({ statusLine: { type: 'command', command } })
/** The settings are read again whenever the screen writes one. */
const reread = (settings: ReturnType<ReturnType<typeof place>['open']>) =>
  settings.write('editorMode', 'vim', 'user')

test('the status line of the start stays, whatever a settings file says meanwhile', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  at.user(line('mine'))
  const settings = at.open()
  at.user(line('evil'))
  await reread(settings)
  expect(settings.current()).toMatchObject({ editorMode: 'vim', ...line('mine') })
  expect(at.open().current()).toMatchObject(line('evil'))
})

test('none appears in a session that began without one', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path, { trust: true })
  const settings = at.open()
  at.user(line('evil'))
  at.project(line('worse'))
  await reread(settings)
  expect(settings.current().statusLine).toBeUndefined()
})

test('to take it away counts at once, and the same may come back', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  at.user(line('mine'))
  const settings = at.open()
  rmSync(join(at.here.configHome, 'settings.json'))
  await reread(settings)
  expect(settings.current().statusLine).toBeUndefined()
  at.user(line('mine'))
  await reread(settings)
  expect(settings.current()).toMatchObject(line('mine'))
})

test('that of the folder counts when the person trusts it, as it was at the start', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  at.project(line('shared'))
  const settings = at.open()
  expect(settings.current().statusLine).toBeUndefined()
  await createTrustPort({}, at.here).accept()
  await reread(settings)
  expect(settings.current()).toMatchObject(line('shared'))
  at.project(line('evil'))
  await reread(settings)
  expect(settings.current().statusLine).toBeUndefined()
})

test('in a folder that is not trusted a line of the person does not let that of the folder in', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  at.project(line('shared'))
  const settings = at.open()
  at.user(line('evil'))
  await reread(settings)
  expect(settings.current().statusLine).toBeUndefined()
})

const finder = (command: string) => ({ fileSuggestion: { type: 'command', command } })

test('the program behind @ is the one of the start too, and that of a folder waits for trust', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  at.user(finder('mine'))
  at.project(finder('theirs'))
  const settings = at.open()
  expect(settings.current()).toMatchObject(finder('mine'))
  at.user(finder('evil'))
  await reread(settings)
  expect(settings.current()).toMatchObject(finder('mine'))
  rmSync(join(at.here.configHome, 'settings.json'))
  await reread(settings)
  expect(settings.current().fileSuggestion).toBeUndefined()
})

test('the environment can leave the title alone', async () => {
  await using tmp = tmpDir()
  const at = place(tmp.path)
  for (const [env, off] of [
    [{ CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1' }, true],
    [{ CAPSTAN_DISABLE_TERMINAL_TITLE: '1' }, true],
    [{ CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '0' }, undefined],
  ] as const) {
    const port = createTuiSettingsPort({ ...at.here, env, overrides: {} })
    expect(port.current().terminalTitleDisabled).toBe(off)
  }
})
