import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { permissionRequest } from '../../../../../test/support/permission-request.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { RequestDialog } from '../request-dialog.tsx'

const option = (label: string, preview?: string) => ({
  label,
  description: `means ${label}`,
  ...(preview === undefined ? {} : { preview }),
})
const colour = {
  question: 'Which colour?',
  header: 'Colour',
  options: [option('red'), option('blue')],
  multiSelect: false,
}
const sizes = {
  question: 'Which sizes?',
  header: 'Sizes',
  options: [option('S'), option('L')],
  multiSelect: true,
}
const open = async (questions: readonly object[], options: FakeUiOptions = {}) => {
  const fake = await openFakeUi(options)
  const request = permissionRequest({ toolName: 'AskUserQuestion', input: { questions } })
  await fake.mount(<RequestDialog request={request} />)
  fake.clock.now += 1000
  await fake.mount(<RequestDialog request={request} />)
  return fake
}
const answers = (ops: readonly unknown[]) => ops.map(op => (op as { answer: unknown }).answer)
const given = (questions: readonly object[], more: object) => [
  { behavior: 'allow', updatedInput: { questions, ...more } },
]

test.each([
  [['enter'], 'red'],
  [['2'], 'blue'],
  [['down', 'enter'], 'blue'],
])('%j answers the only question', async (keys, answer) => {
  await using fake = await open([colour])
  expect(fake.text()).toContain('── Colour ─')
  await fake.pressAtOnce(...keys)
  expect(answers(fake.ops)).toEqual(given([colour], { answers: { 'Which colour?': answer } }))
})

test("one's own words are typed in their row, digits and arrows included", async () => {
  await using fake = await open([colour])
  await fake.press('3')
  await fake.type('green 2j')
  await fake.press('left', 'x')
  expect(fake.screen().some(line => line.includes('❯ 3. ✓ green 2xj'))).toBe(true)
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual(given([colour], { answers: { 'Which colour?': 'green 2xj' } }))
})

test('leaving the words keeps them; an empty field sends nothing', async () => {
  await using fake = await open([colour])
  await fake.press('3', 'enter')
  expect(fake.ops).toEqual([])
  await fake.press('x', 'escape')
  expect(fake.ops).toEqual([])
  expect(fake.text()).toContain('3. ✓ x')
  await fake.press('escape')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: '', interrupt: true }])
})

test('of several options some are marked, then sent', async () => {
  await using fake = await open([sizes])
  await fake.press('space', 'down', 'enter')
  expect(fake.screen().filter(line => line.includes('[x]'))).toHaveLength(2)
  await fake.press('down', 'down', 'enter')
  expect(answers(fake.ops)).toEqual(given([sizes], { answers: { 'Which sizes?': 'S, L' } }))
})

test('several questions have tabs and a summary, and one can go back', async () => {
  await using fake = await open([colour, sizes])
  expect(fake.text()).toContain('☐ Colour   ☐ Sizes   Send')
  await fake.press('1')
  expect(fake.text()).toContain('☒ Colour   ☐ Sizes')
  await fake.press('right')
  expect(fake.text()).toContain('Which sizes? not answered')
  await fake.press('shift+tab', '2', 'left', '2')
  await fake.press('tab')
  expect(fake.text()).toContain('Which colour? blue')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual(
    given([colour, sizes], { answers: { 'Which colour?': 'blue', 'Which sizes?': 'L' } }),
  )
})

test('a note goes with what is chosen, and can be left out again', async () => {
  await using fake = await open([colour])
  expect(fake.text()).toContain('Ctrl-A add a note')
  await fake.press('ctrl+a')
  await fake.type('a dark one, 1 coat')
  await fake.press('enter')
  expect(fake.ops).toEqual([])
  expect(fake.text()).toContain('Note: a dark one, 1 coat')
  await fake.press('ctrl+a')
  await fake.type('!')
  await fake.press('escape')
  expect(fake.text()).toContain('Note: a dark one, 1 coat')
  await fake.press('2')
  const annotations = { 'Which colour?': { notes: 'a dark one, 1 coat' } }
  expect(answers(fake.ops)).toEqual(given([colour], { answers: { 'Which colour?': 'blue' }, annotations }))
})

test('of several questions the summary shows the notes, too', async () => {
  await using fake = await open([colour, sizes])
  await fake.press('ctrl+a')
  await fake.type('dark')
  await fake.press('enter', '1', 'right')
  expect(fake.text()).toContain('Which colour? red\n   Note: dark')
  await fake.press('enter')
  const annotations = { 'Which colour?': { notes: 'dark' } }
  expect(answers(fake.ops)).toEqual(
    given([colour, sizes], { answers: { 'Which colour?': 'red' }, annotations }),
  )
})

test('all of it can be answered in words', async () => {
  await using fake = await open([colour, sizes])
  await fake.press('left', 'enter')
  await fake.type('drop it')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual(given([colour, sizes], { answers: {}, response: 'drop it' }))
})

test.each([
  [120, '❯ 1. red  means red'],
  [60, '❯ 1. red  means red'],
])('at %i columns the option pointed at is shown', async (columns, row) => {
  const questions = [{ ...colour, options: [option('red', '+--+\n|\u001b[31mR|\n+--+'), option('blue')] }]
  await using fake = await open(questions, { columns })
  const line = fake.screen().find(each => each.includes(row)) ?? ''
  expect(line.includes('│ +--+')).toBe(columns === 120)
  expect(fake.text()).toContain('│ |\\u{1b}[31mR|')
  await fake.press('down')
  expect(fake.text()).not.toContain('+--+')
})

test.each([[40, 15, 'en'] as const, [40, 15, 'zh'] as const, [100, 30, 'en'] as const])(
  'four long options fit into %i × %i (%s)',
  async (columns, rows, language) => {
    const long = ['one', 'two', 'three', 'four'].map(label => option(`${label} 你好`, 'p\n'.repeat(40)))
    const questions = [
      { ...colour, question: 'A rather long question about something?', options: long },
      sizes,
    ]
    await using fake = await open(questions, { columns, rows, language })
    for (let step = 0; step < 5; step++) {
      expect(fake.screen().length).toBeLessThanOrEqual(rows)
      expect(Math.max(...fake.screen().map(textWidth))).toBeLessThanOrEqual(columns - 1)
      expect(fake.text()).toContain('❯')
      await fake.press('down')
    }
  },
)

test('however long a question or an option is, it can be scrolled and the answers stay in sight', async () => {
  const long = {
    ...colour,
    question: `First?\n${'Why? '.repeat(2000)}\nLast?`,
    options: [option('a'.repeat(3000)), option('b')],
  }
  await using fake = await open([long], { columns: 80, rows: 24 })
  expect(fake.screen().length).toBeLessThan(24)
  for (const part of ['── Colour ─', 'First?', '❯ 1. aaa', '2. b', 'more lines', 'PgUp/PgDn'])
    expect(fake.text()).toContain(part)
  for (let page = 0; page < 30; page++) await fake.press('pagedown')
  expect(fake.text()).toContain('Last?')
  await fake.press('2')
  expect(fake.ops).toHaveLength(1)
})
