import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { panelEngine, pluginsView } from '../../../../../test/support/panel-world.ts'
import { inEnglish } from '../../../../protocol/messages/localized-text.ts'
import type { PluginAction, PluginsPort } from '../../ports/plugins-port.ts'
import { pluginsEn } from '../../text/en/plugins.ts'
import { tabOptions } from './plugin-options.ts'
import { PluginPanel } from './plugin-panel.tsx'

const open = async (act: PluginsPort['act'] = async () => undefined) => {
  const done: PluginAction[] = []
  const fake = await openFakeUi({
    engine: panelEngine(),
    columns: 100,
    rows: 30,
    ports: {
      plugins: {
        look: async () => pluginsView,
        async act(action, agree) {
          done.push(action)
          await act(action, agree)
        },
      },
    },
  })
  await fake.mount(<PluginPanel params={undefined} close={() => undefined} />)
  await fake.settle()
  const press = async (...keys: string[]): Promise<string> => {
    for (const key of keys) {
      await fake.press(key)
      await fake.settle()
    }
    return fake.screen().join('\n')
  }
  return { fake, done, press }
}

test('a plugin shows its state, what it brings and what is wrong, and can be disabled; its words are made harmless', async () => {
  const { fake, done, press } = await open()
  await using _ = fake
  expect(fake.screen().join('\n')).toMatch(/fmt@acme.*enabled · 1 problem · 1.0.0/s)
  const about = await press('enter')
  expect(about).toContain('Brings: skills, hook Stop, MCP server db')
  expect(about).toContain('Not used yet: monitors')
  expect(about).toContain('! hooks.json: does not exist')
  expect(about).not.toContain('\u001b[2J')
  await press('enter')
  expect(done).toEqual([{ kind: 'disable', id: 'fmt@acme' }])
})

test('f makes a favorite of the plugin that is pointed at, and favorites stand first', async () => {
  const { fake, done, press } = await open()
  await using _ = fake
  expect(await press('f')).not.toContain('Done')
  expect(done).toEqual([{ kind: 'favorite', id: 'fmt@acme' }])
  const [plugin] = pluginsView.installed
  if (!plugin) throw new Error('there is none')
  const installed = [
    { ...plugin, id: 'a@acme' },
    { ...plugin, id: 'b@acme', favorite: true },
  ]
  const words = { ...pluginsEn, localize: inEnglish }
  const rows = tabOptions('installed', { ...pluginsView, installed }, words)
  expect(rows.map(({ label }) => label)).toEqual(['b@acme', 'a@acme'])
  expect(rows[0]?.detail).toMatch(/^favorite · enabled/)
})

test('a plugin of a marketplace is installed, and what needs a yes is asked', async () => {
  const answers: boolean[] = []
  const { fake, done, press } = await open(async (_action, agree) => {
    answers.push(await agree({ kind: 'bin', id: 'db@acme', what: ['psql'] }))
  })
  await using _ = fake
  await press('right', 'down', 'enter')
  expect(await press('enter')).toContain('db@acme adds programs that commands can call: psql')
  expect(await press('y', 'enter')).toContain('psql')
  await fake.pause()
  expect(fake.text()).toContain('1 yes · 2 no')
  expect(await press('1')).toContain('Discover')
  expect([done, answers]).toEqual([[{ kind: 'install', id: 'db@acme' }], [true]])
})

test('a marketplace is added by what is typed, and a value for a plugin is not shown', async () => {
  const { fake, done, press } = await open()
  await using _ = fake
  await press('right', 'right', 'down', 'enter', 'a', '/', 'b', 'enter')
  expect(done).toEqual([{ kind: 'add', typed: 'a/b' }])
  await press('left', 'left', 'enter', 'down', 'enter', 'p')
  expect(await press('w')).not.toContain('pw')
  await press('enter')
  expect(done.at(-1)).toEqual({ kind: 'configure', id: 'fmt@acme', key: 'KEY', value: 'pw' })
})
