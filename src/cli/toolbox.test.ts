import { expect, test } from 'vitest'
import { createToolbox, readToolSpecs, structuredTool } from './toolbox.ts'

const all = await readToolSpecs()
const names = (choice: Parameters<typeof createToolbox>[1]) =>
  createToolbox(all, choice).specs.map(spec => spec.name)

test('tools come in a stable order, minus what is denied by name', () => {
  expect(names({ denied: [] })).toEqual(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'])
  expect(names({ denied: ['Write', 'Bash(rm:*)'] })).toEqual(['Bash', 'Edit', 'Glob', 'Grep', 'Read'])
})

test('a choice limits them; none is a choice; an unknown name is refused with the nearest', () => {
  expect(names({ denied: [], only: ['Read', 'Grep'] })).toEqual(['Grep', 'Read'])
  expect(names({ denied: [], only: [] })).toEqual([])
  expect(names({ denied: [], only: ['default'] })).toHaveLength(6)
  expect(() => names({ denied: [], only: ['Raed'] })).toThrow('Did you mean Read?')
})

test('a tool that is out of sight cannot be loaded', async () => {
  const box = createToolbox(all, { denied: ['Bash'] })
  expect(await box.load('Bash')).toBeUndefined()
  expect((await box.load('Read'))?.name).toBe('Read')
})

test('the first request stays small: all tool definitions together', () => {
  expect(JSON.stringify(all).length / 4).toBeLessThan(2_500)
})

test.each([
  ['not json', /not JSON/],
  ['[1]', /JSON object/],
  ['{"type":"object","properties":{"a":{"type":"strin"}}}', /usable JSON schema/],
])('the schema %s is refused in words', async (text, message) => {
  await expect(structuredTool(text)).rejects.toThrow(message)
})
