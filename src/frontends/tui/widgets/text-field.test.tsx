import { Box, Text } from 'ink'
import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../test/support/fake-ui.tsx'
import { TextField } from './text-field.tsx'
import type { TextFieldProps } from './widget-props.ts'

const open = async (props: Partial<TextFieldProps> = {}, fakes: FakeUiOptions = {}) => {
  const fake = await openFakeUi(fakes)
  const sent: string[] = []
  const changes: string[] = []
  let cancelled = 0
  await fake.mount(
    <Box flexDirection="column">
      <Text>above</Text>
      <Box>
        <Text>ab </Text>
        <TextField
          onSubmit={text => void sent.push(text)}
          onChange={text => void changes.push(text)}
          onCancel={() => {
            cancelled += 1
          }}
          {...props}
        />
      </Box>
    </Box>,
  )
  return Object.assign(fake, { sent, changes, cancels: () => cancelled })
}

test('the real cursor stands where the next character goes, also behind wide ones', async () => {
  await using fake = await open()
  expect(fake.caret()).toEqual({ x: 3, y: 1 })
  await fake.pressAtOnce('a', '你', '👍', 'é')
  expect(fake.screen()[1]).toBe('ab a你👍é')
  expect(fake.caret()).toEqual({ x: 3 + 1 + 2 + 2 + 1, y: 1 })
  await fake.press('left', 'left')
  expect(fake.caret()).toEqual({ x: 3 + 1 + 2, y: 1 })
})

test('it edits like the prompt and sends with Enter', async () => {
  await using fake = await open({ initial: 'one two' })
  await fake.press('ctrl+w', 'ctrl+a')
  await fake.type('x ')
  await fake.press('ctrl+e', 'ctrl+y', 'enter')
  expect(fake.sent).toEqual(['x one two'])
  expect(fake.changes.at(-1)).toBe('x one two')
})

test('one line stays one line; several may be had', async () => {
  await using fake = await open()
  await fake.paste('a\n  b\r\nc')
  await fake.press('enter')
  expect(fake.sent).toEqual(['a b c'])
  await using many = await open({ multiLine: true })
  await many.pressAtOnce('a', 'ctrl+j', 'b', '\\', 'enter', 'c', 'up', 'x', 'enter')
  expect(many.sent).toEqual(['a\nbx\nc'])
})

test('a long paste is folded on the screen and whole in what is sent', async () => {
  await using fake = await open({ multiLine: true })
  await fake.paste('1\n2\n3\n4\n5')
  expect(fake.text()).toContain('[Pasted text #1 +4 lines]')
  await fake.press('enter')
  expect(fake.sent).toEqual(['1\n2\n3\n4\n5'])
})

test('a secret is shown as dots and sent as it is', async () => {
  await using fake = await open({ secret: true })
  await fake.type('sk-👍')
  expect(fake.screen()[1]).toBe('ab ••••')
  expect(fake.raw()).not.toContain('sk-')
  await fake.press('left')
  expect(fake.caret()).toEqual({ x: 6, y: 1 })
  await fake.press('enter')
  expect(fake.sent).toEqual(['sk-👍'])
})

test('Esc leaves it, a placeholder stands in it while it is empty', async () => {
  await using fake = await open({ placeholder: 'type here' })
  expect(fake.screen()[1]).toBe('ab type here')
  await fake.press('x', 'backspace', 'escape')
  expect(fake.screen()[1]).toBe('ab type here')
  expect(fake.cancels()).toBe(1)
})

test('a long text takes more rows within its width', async () => {
  await using fake = await open({ width: 10 })
  await fake.type('abcdefghijklm')
  expect(fake.screen().slice(1)).toEqual(['ab abcdefghij', '   klm'])
  expect(fake.caret()).toEqual({ x: 6, y: 2 })
})

test('one that is not active takes neither keys nor the cursor', async () => {
  await using fake = await open({ active: false })
  await fake.press('a')
  expect(fake.caret()).toBeUndefined()
  expect(fake.screen()[1]).toBe('ab')
})

test('what is no editing goes on to others; Ctrl-D ends the program only when nothing is typed', async () => {
  await using fake = await open()
  await fake.press('a', 'ctrl+a', 'ctrl+d', 'ctrl+d')
  expect(fake.changes).toEqual(['a', ''])
  expect(fake.atPrompt.map(({ action }) => action)).toEqual(['app:exit'])
})
