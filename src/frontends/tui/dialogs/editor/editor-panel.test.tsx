import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { panelEngine } from '../../../../../test/support/panel-world.ts'
import type { EditorReport } from '../../../../protocol/editor/linked-editor.ts'
import type { Op } from '../../../../protocol/op.ts'
import { EditorPanel } from './editor-panel.tsx'

const open = async (report: EditorReport) => {
  const sent: Op[] = []
  const engine = panelEngine()
  engine.query = (async () => report) as unknown as typeof engine.query
  engine.send = async op => void sent.push(op)
  const fake = await openFakeUi({ engine, columns: 100, rows: 30 })
  await fake.mount(<EditorPanel params={undefined} close={() => undefined} />)
  await fake.settle()
  return { fake, sent, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() }
}

const FOUND = [
  { id: '1', name: 'VS \u001b[2JCode', folders: ['/other'], fits: false },
  { id: '2', name: 'Neovim', folders: ['/p'], fits: true },
]

test('editors that have the folder open come first, and one is chosen', async () => {
  await using panel = await open({
    state: { status: 'none', shares: true },
    found: FOUND,
    ignored: [{ file: '/x/3.lock', why: 'old' }],
  })
  const { fake, sent } = panel
  const lines = fake.screen()
  expect(lines.findIndex(line => line.includes('○ Neovim (2)  has this folder open · /p'))).toBeGreaterThan(0)
  expect(fake.text()).toContain('VS \\u{1b}[2JCode (1)  has another folder open')
  expect(fake.text()).toContain('1 lock file is ignored; /ide list says why')
  expect(fake.text()).not.toContain('Disconnect')
  await fake.press('enter')
  await fake.settle()
  expect(sent).toEqual([{ type: 'editor', action: 'connect', id: '2' }])
})

test('of the one that is connected the selection can be kept back', async () => {
  await using panel = await open({
    state: { status: 'connected', id: '2', name: 'Neovim', shares: true },
    found: FOUND,
    ignored: [],
  })
  const { fake, sent } = panel
  expect(fake.text()).toContain('● Neovim (2)  connected')
  for (const key of ['down', 'down', 'down', 'enter']) await fake.press(key)
  await fake.settle()
  expect(sent).toEqual([{ type: 'editor', action: 'share', enabled: false }])
})

test('without any, it says what to do', async () => {
  await using panel = await open({ state: { status: 'none', shares: true }, found: [], ignored: [] })
  expect(panel.fake.text()).toContain('No editor found. Open this folder in an editor with a plugin')
})
