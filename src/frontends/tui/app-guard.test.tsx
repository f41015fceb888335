import { expect, test } from 'vitest'
import { type FakeUi, openFakeUi } from '../../../test/support/fake-ui.tsx'
import {
  healthChecks,
  panelEngine,
  pluginsView,
  providerModels,
  sessionRows,
  settingRows,
} from '../../../test/support/panel-world.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { GuardedPanel } from './app.tsx'
import { PANELS } from './dialogs/index.ts'
import { UnaskedContext } from './ui/use-keys.ts'
import { SelectList } from './widgets/select-list.tsx'

const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
const OTHERS =
  'enter space tab shift+tab up down left right pageup pagedown home end delete escape ctrl+t ctrl+d'

/** What a dialog of the program does when it is answered. */
type Did = (what: string) => void

const PARAMS: Readonly<Record<string, (did: Did) => unknown>> = {
  trust: did => ({
    wish: { directory: '/w', survey: verbatim('  hook Stop: x') },
    trust: { wish: async () => undefined, accept: async () => did('trusted') },
    done: did,
  }),
  'damaged-settings': did => ({ problem: '/h/settings.json is empty.', done: did }),
  onboarding: did => ({
    onboarding: {
      findLocal: async () => [],
      choices: () => [{ name: 'anthropic', title: 'Anthropic', ways: ['key'] }],
      saveKey: async () => did('saved'),
      signIn: async () => did('signed in'),
      chooseLocal: async () => did('chosen'),
      demo: async () => did('demo'),
    },
    done: did,
  }),
  remember: did => ({ text: 'a word', back: () => did('back') }),
  agent: () => ({ id: 'a1' }),
}

interface Opened {
  readonly fake: FakeUi
  readonly did: readonly string[]
  readonly engine: ReturnType<typeof panelEngine>
}

const open = async (name: string): Promise<Opened> => {
  const panel = PANELS.find(each => each.name === name)
  if (!panel) throw new Error(`no panel ${name}`)
  const did: string[] = []
  const note: Did = what => void did.push(what)
  const engine = panelEngine()
  const fake = await openFakeUi({
    engine,
    ports: {
      sessions: {
        list: async () => sessionRows,
        grep: async () => [],
        preview: async () => [],
        resume: () => note('resumed'),
      },
      settings: {
        current: () => ({ theme: 'dark' }),
        rows: async () => settingRows,
        write: async () => {
          note('written')
          return ''
        },
      },
      doctor: { check: async () => healthChecks(async () => verbatim('Done.')) },
      plugins: { look: async () => pluginsView },
      models: { list: async () => providerModels },
      files: { list: async () => [] },
      system: { readEnd: async () => '' },
    },
    ui: { previewTheme: () => note('previewed') },
  })
  await fake.mount(
    <GuardedPanel
      panel={panel}
      open={{ name, params: PARAMS[name]?.(note), unasked: true }}
      close={() => note('closed')}
    />,
  )
  await fake.settle()
  did.length = 0
  return { fake, did, engine }
}

const effects = ({ fake, did, engine }: Opened): unknown[] => [
  ...did,
  ...fake.ops,
  ...fake.opened,
  ...fake.toasts,
  ...engine.ops,
  ...engine.compactions,
  ...engine.moves,
]

test.each(PANELS.map(({ name }) => name))(
  '%s, where it comes up by itself: no key does anything in the first half second',
  async name => {
    const opened = await open(name)
    await using fake = opened.fake
    const before = effects(opened)
    await fake.pressAtOnce(...OTHERS.split(' '))
    await fake.settle()
    expect(effects(opened)).toEqual(before)
    // Letters may fill a field that is searched; they answer nothing.
    await fake.pressAtOnce(...PRINTABLE, 'enter')
    await fake.settle()
    expect(effects(opened)).toEqual(before)
  },
)

test('a list that follows on another takes no key of the one before', async () => {
  const chosen: string[] = []
  const list = (name: string) => (
    <UnaskedContext value={true}>
      <SelectList
        key={name}
        options={[{ value: name, label: name, hotkey: '1' }]}
        onChoose={value => void chosen.push(value)}
      />
    </UnaskedContext>
  )
  await using fake = await openFakeUi()
  await fake.mount(list('first'))
  await fake.pause()
  await fake.pressAtOnce('1')
  await fake.mount(list('second'))
  await fake.pressAtOnce('1', 'enter')
  expect(chosen).toEqual(['first'])
  await fake.pause()
  await fake.pressAtOnce('1')
  expect(chosen).toEqual(['first', 'second'])
})
