import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../test/support/fake-ui.tsx'
import { SelectList } from './select-list.tsx'
import type { Option } from './widget-props.ts'

const fruit: readonly Option<string>[] = [
  { value: 'a', label: 'Apple', hotkey: '1' },
  { value: 'b', label: 'Banana', hotkey: '2', disabled: true },
  { value: 'c', label: 'Cherry', detail: 'red', hotkey: '3' },
]

const open = async (
  more: { options?: readonly Option<string>[]; filter?: boolean; rows?: number } = {},
  fakes: FakeUiOptions = {},
) => {
  const fake = await openFakeUi(fakes)
  const chosen: string[] = []
  const moved: string[] = []
  let cancelled = 0
  const list = (options: readonly Option<string>[]) => (
    <SelectList
      options={options}
      {...(more.filter ? { filter: true } : {})}
      {...(more.rows === undefined ? {} : { rows: more.rows })}
      onChoose={value => void chosen.push(value)}
      onMove={value => void moved.push(value)}
      onCancel={() => {
        cancelled += 1
      }}
    />
  )
  await fake.mount(list(more.options ?? fruit))
  return Object.assign(fake, { chosen, moved, cancels: () => cancelled, list })
}

test('arrows, j and k, Ctrl-N and Ctrl-P move over what can be chosen and around the end', async () => {
  await using fake = await open()
  await fake.press('down', 'down', 'up', 'j', 'k', 'ctrl+n', 'ctrl+p')
  expect(fake.moved).toEqual(['c', 'a', 'c', 'a', 'c', 'a', 'c'])
  await fake.press('enter')
  expect(fake.chosen).toEqual(['c'])
})

test('keys of one breath follow one another', async () => {
  await using fake = await open({ options: ['a', 'b', 'c', 'd'].map(value => ({ value, label: value })) })
  await fake.pause()
  await fake.pressAtOnce('down', 'down', 'down', 'enter')
  expect(fake.chosen).toEqual(['d'])
})

test('a digit chooses at once, but not what is off', async () => {
  await using fake = await open()
  await fake.press('2', '3', '9')
  expect(fake.chosen).toEqual(['c'])
})

test('typing narrows the list, Esc first takes that back', async () => {
  await using fake = await open({ filter: true })
  await fake.pressAtOnce('r', 'e', 'd')
  expect(fake.text()).toContain('Cherry')
  expect(fake.text()).not.toContain('Apple')
  await fake.press('escape')
  expect(fake.text()).toContain('Apple')
  expect(fake.cancels()).toBe(0)
  await fake.press('escape')
  expect(fake.cancels()).toBe(1)
  // What is pointed at is told whenever the list narrows; a letter of the text is no step.
  expect(fake.moved).toEqual(['c', 'c', 'c', 'a'])
  await fake.type('jj')
  expect(fake.moved).toHaveLength(4)
})

test('a long list shows a part around the pointer and says which', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ value: String(at), label: `entry ${at}` }))
  await using fake = await open({ options: many, rows: 5 })
  await fake.press('pagedown')
  expect(fake.screen()).toEqual([
    '  entry 8',
    '  entry 9',
    '❯ entry 10',
    '  entry 11',
    '  entry 12',
    '  9–13 / 100',
  ])
})

test('the pointer stays with its entry when others come before it', async () => {
  await using fake = await open()
  await fake.press('down')
  await fake.mount(fake.list([{ value: 'z', label: 'Fig' }, ...fruit]))
  await fake.press('enter')
  expect(fake.chosen).toEqual(['c'])
})

test('what was found by typing stays pointed at when headings come later', async () => {
  await using fake = await open({ filter: true })
  await fake.type('appl')
  const heading = { value: '', label: 'Fruit', heading: true, disabled: true }
  await fake.mount(fake.list([heading, ...fruit]))
  await fake.press('enter')
  expect(fake.chosen).toEqual(['a'])
})

test('what others bind goes on to them', async () => {
  await using fake = await open()
  await fake.press('ctrl+o', 'x')
  expect(fake.atPrompt.map(({ action }) => action)).toEqual(['app:toggleTranscript'])
})

test('headings are passed over, and stay above what is found by typing', async () => {
  const heading = (label: string): Option<string> => ({ value: '', label, heading: true, disabled: true })
  const options = [
    heading('Fruit'),
    { value: 'a', label: 'Apple', also: 'Fruit' },
    { value: 'p', label: 'Pear', also: 'Fruit' },
    heading('Nuts'),
    { value: 'w', label: 'Walnut', also: 'Nuts' },
    { value: 'x', label: 'Pecan', also: 'Nuts', disabled: true },
  ]
  await using fake = await open({ filter: true, options })
  await fake.press('up')
  expect(fake.moved).toEqual(['w'])
  await fake.type('pe')
  expect(fake.screen().slice(1)).toEqual(['  Fruit', '❯ Pear', '  Nuts', '  Pecan'])
  await fake.press('enter')
  expect(fake.chosen).toEqual(['p'])
  await fake.press('escape')
  await fake.type('nuts')
  await fake.press('enter')
  expect(fake.chosen).toEqual(['p', 'w'])
})

test('what stands for an empty list is shown to its end on a narrow screen', async () => {
  await using fake = await openFakeUi({ columns: 40 })
  const empty = 'Nothing is here yet. Open this folder in an editor with a plugin (docs/editors.md).'
  await fake.mount(<SelectList options={[]} empty={empty} onChoose={() => undefined} />)
  expect(fake.screen().join(' ').replace(/\s+/g, ' ').trim()).toBe(empty)
})
