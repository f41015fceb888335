import { expect, test } from 'vitest'
import { makeToolCall } from '../../../test/support/tool-call.ts'
import { createToolset } from '../../engine/toolset/part.ts'
import { PREVIEW_HINTS } from '../../features/tools/ask-user-question/preview-hints.ts'
import { createToolbox, readToolSpecs, structuredTool } from './toolbox.ts'

const all = await readToolSpecs()
const names = (choice: Parameters<typeof createToolbox>[1]) =>
  createToolbox(all, choice).specs.map(spec => spec.name)

test('tools come in a stable order, minus what is denied by name', () => {
  const sorted = all.map(spec => spec.name).sort()
  expect(names({ denied: [], teams: true })).toEqual(sorted)
  expect(names({ denied: ['Write', 'Bash(rm:*)'], teams: true })).toEqual(
    sorted.filter(name => name !== 'Write'),
  )
})

test('a choice limits them; none is a choice; an unknown name is refused with the nearest', () => {
  expect(names({ denied: [], only: ['Read', 'Grep'] })).toEqual(['Grep', 'Read'])
  expect(names({ denied: [], only: [] })).toEqual([])
  expect(names({ denied: [], only: ['default'], teams: true })).toHaveLength(all.length)
  expect(() => names({ denied: [], only: ['Raed'] })).toThrow('Did you mean Read?')
})

test('a tool that is out of sight cannot be loaded', async () => {
  const box = createToolbox(all, { denied: ['Bash'] })
  expect(await box.load('Bash')).toBeUndefined()
  expect((await box.load('Read'))?.name).toBe('Read')
})

const sent = (choice: Parameters<typeof createToolbox>[1]) => {
  const box = createToolbox(all, choice)
  return createToolset({ tools: () => box, loaded: [], onLoad: () => undefined }).sent()
}

test('the definitions that every request carries stay below 4,500 tokens together', () => {
  const wire = sent({ denied: [] }).map(({ name, description, input_schema }) => ({
    name,
    description,
    input_schema,
  }))
  expect(JSON.stringify(wire).length / 4).toBeLessThan(4_500)
})

test('deferred tools are not sent, unless deferring is off or nothing can look them up', () => {
  expect(sent({ denied: [] }).map(spec => spec.name)).not.toContain('TaskGet')
  expect(sent({ denied: ['ToolSearch'] }).map(spec => spec.name)).toContain('TaskGet')
  expect(sent({ denied: [], only: ['Read', 'TaskGet'] }).map(spec => spec.name)).toEqual(['Read', 'TaskGet'])
  const whole = sent({ denied: [], allAtOnce: true })
  expect(whole.map(spec => spec.name)).toEqual(names({ denied: ['ToolSearch'] }))
  expect(whole.some(spec => spec.deferred)).toBe(false)
})

test.each([
  ['not json', /not JSON/],
  ['[1]', /JSON object/],
  ['{"type":"object","properties":{"a":{"type":"strin"}}}', /usable JSON schema/],
])('the schema %s is refused in words', async (text, message) => {
  await expect(structuredTool(text)).rejects.toThrow(message)
})

test('whoever draws the questions says how previews are written; everything else stays as it is', () => {
  const [asks, html] = [{}, { previews: 'html' as const }].map(more =>
    createToolbox(all, { denied: [], ...more }).specs.map(spec => JSON.stringify(spec)),
  )
  const changed = asks?.flatMap((text, at) => (text === html?.[at] ? [] : [[text, html?.[at] ?? '']])) ?? []
  expect(changed).toHaveLength(1)
  const [[before = '', after = ''] = []] = changed
  expect(after).toContain(PREVIEW_HINTS.html.en)
  expect(after.replace(PREVIEW_HINTS.html.en, PREVIEW_HINTS.text.en)).toBe(before)
})

test('only where previews are drawn as HTML, one that would act on the page is refused', async () => {
  const options = ['a', 'b'].map(label => ({ label, description: label, preview: '<script>x</script>' }))
  const input = { questions: [{ question: 'Which?', header: 'Which', options }] }
  const prepared = async (previews?: 'html' | 'markdown') => {
    const toolbox = createToolbox(all, { denied: [], ...(previews ? { previews } : {}) })
    const tool = await toolbox.load('AskUserQuestion')
    return await tool?.prepare?.(input, makeToolCall())
  }
  expect(await prepared()).toBeUndefined()
  expect(await prepared('markdown')).toBeUndefined()
  await expect(prepared('html')).rejects.toThrow('The preview of "a" (Which?) holds "<script"')
})
