import { afterEach, expect, test, vi } from 'vitest'
import { type FakeUi, type FakeUiOptions, openFakeUi } from '../../../../test/support/fake-ui.tsx'
import {
  healthChecks,
  panelEngine,
  pluginsView,
  providerModels,
  sessionRows,
  settingRows,
} from '../../../../test/support/panel-world.ts'
import { textWidth } from '../../../lib/text-width.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { PANELS } from './index.ts'

const OPENED_BY_PROGRAM = [
  'trust',
  'onboarding',
  'damaged-settings',
  'busy-session',
  'remember',
  'agent',
  'cloud-setup',
]
const NAMES = PANELS.map(({ name }) => name).filter(name => !OPENED_BY_PROGRAM.includes(name))

const ports = (): NonNullable<FakeUiOptions['ports']> => ({
  sessions: {
    list: async () => sessionRows,
    grep: async () => [{ id: 'y', snippet: 'the words' }],
    preview: async () => [{ who: 'user', text: 'hello' }],
  },
  settings: { current: () => ({ theme: 'dark' }), rows: async () => settingRows },
  doctor: { check: async () => healthChecks(async () => verbatim('Done.')) },
  plugins: { look: async () => pluginsView },
  models: { list: async () => providerModels },
  files: { list: async () => [{ path: '/home/me/.capstan/memory/style.md', matched: [] }] },
  system: { readEnd: async () => 'line one\nlast line\n' },
})

let closed = 0
const mount = async (name: string, options: FakeUiOptions = {}): Promise<FakeUi> => {
  const panel = PANELS.find(each => each.name === name)
  if (!panel) throw new Error(`no panel ${name}`)
  closed = 0
  const fake = await openFakeUi({ engine: panelEngine(), ports: ports(), ...options })
  const close = (): void => {
    closed += 1
  }
  await fake.mount(<panel.component params={undefined} close={close} />)
  await fake.settle()
  return fake
}
afterEach(() => vi.useRealTimers())

test('every dialog that a command names is there, once', () => {
  expect(new Set(PANELS.map(({ name }) => name)).size).toBe(PANELS.length)
  expect(NAMES.toSorted()).toEqual(
    'agents cache config context cost diff doctor effort export help ide mcp memory model permissions plugin resume rewind skills status tasks theme transcript tree'.split(
      ' ',
    ),
  )
})

const SIZES = [
  [40, 15],
  [80, 24],
  [160, 50],
] as const
test.each(
  NAMES.flatMap(name =>
    (['en', 'zh'] as const).flatMap(language =>
      SIZES.map(([columns, rows]) => ({ name, language, columns, rows })),
    ),
  ),
)('$name fits $columns×$rows in $language', async ({ name, language, columns, rows }) => {
  await using fake = await mount(name, { columns, rows, language })
  const lines = fake.screen()
  expect(lines.filter(line => textWidth(line) >= columns)).toEqual([])
  const panel = PANELS.find(each => each.name === name)
  // Below a dialog in the live area the status line keeps its place.
  expect(lines.length).toBeLessThanOrEqual(panel?.layout === 'full' ? rows : rows - 2)
  expect(fake.text()).not.toContain('undefined')
  expect(fake.text()).not.toContain('[object')
})

test.each(NAMES)('Esc leaves %s', async name => {
  await using fake = await mount(name)
  await fake.press('escape')
  expect(closed).toBe(1)
})

const ASKING = NAMES.filter(
  name =>
    !['effort', 'theme', 'config', 'resume', 'doctor', 'plugin', 'transcript', 'help', 'export'].includes(
      name,
    ),
)
test.each(ASKING)('%s waits for the conversation to be open, and says so', async name => {
  const engine = panelEngine()
  await using fake = await mount(name, {
    engine,
    state: { session: { ready: false, id: '', cwd: '/w', model: '', mode: 'default' } },
  })
  expect(fake.text()).toContain('Opening the session…')
  fake.store.dispatch({ type: 'session', facts: { ready: true, id: 's', model: 'm' } })
  await fake.settle()
  expect(fake.text()).not.toContain('being opened')
  await fake.press('escape')
  expect(closed).toBe(1)
})

test.each(ASKING)('%s says in words what went wrong', async name => {
  const engine = panelEngine()
  const refuse = async (): Promise<never> => {
    throw new Error('the disk is \u001b[31mfull')
  }
  engine.query = refuse
  await using fake = await mount(name, { engine })
  expect(fake.text()).toContain('That failed: the disk is \\u{1b}[31mfull')
  await fake.press('escape')
  expect(closed).toBe(1)
})
