import { expect, test } from 'vitest'
import { notesInstruction } from './note-taker.ts'
import { NOTES_EN } from './note-words-en.ts'
import { NOTES_ZH } from './note-words-zh.ts'
import { notesAsSummary, parseSections, renderSections, takeReply, tooLong } from './sections.ts'

const template = parseSections(NOTES_EN.template)
const filled = (texts: Readonly<Record<string, string>>) =>
  template.map(section => ({ ...section, text: texts[section.name] ?? '' }))

test('the template has its ten sections, each with a hint and nothing in it', () => {
  expect(template.map(({ name }) => name)).toEqual([
    'Title',
    'Current state',
    'Task',
    'Files and functions',
    'Workflow',
    'Errors and corrections',
    'System documentation',
    'Learnings',
    'Key results',
    'Worklog',
  ])
  expect(template.every(({ hint, text }) => hint !== '' && text === '')).toBe(true)
})

test('what is written is read back', () => {
  const sections = filled({ Title: 'Fix it', Worklog: 'one\n\ntwo' })
  expect(parseSections(renderSections(sections))).toEqual(sections)
})

test('a reply replaces the sections it names and leaves the others', () => {
  const before = filled({ Title: 'old', Task: 'stays' })
  const reply = 'Sure.\n<section name="title"> new </section><section name="Nonsense">x</section>'
  expect(takeReply(before, reply)).toEqual(filled({ Title: 'new', Task: 'stays' }))
  expect(takeReply(before, 'I have nothing to add.')).toBeUndefined()
})

test('a heading inside a section stays inside it', () => {
  const after = takeReply(template, '<section name="Task"># Title\nx</section>') ?? []
  expect(parseSections(renderSections(after))).toEqual(after)
})

test('sections that grew too long are named, by themselves or because all together are too long', () => {
  expect(tooLong(filled({ Task: 'x'.repeat(5_000) }))).toEqual([])
  expect(tooLong(filled({ Task: 'x'.repeat(7_000) }))).toEqual(['Task'])
  const all = Object.fromEntries(template.map(({ name }) => [name, 'x'.repeat(4_500)]))
  expect(tooLong(filled({ ...all, Task: 'short' }))).not.toContain('Task')
  expect(tooLong(filled(all))).toHaveLength(10)
})

test('as a summary only what is there counts, cut to its limit', () => {
  const summary = notesAsSummary(filled({ Title: 'Fix it', Task: 'x'.repeat(9_000) }))
  expect(summary).toMatch(/^## Title\nFix it\n\n## Task\nx+\n\[cut: /)
  expect(summary.length).toBeLessThan(6_200)
  expect(notesAsSummary(template)).toBe('')
})

test('the instruction shows the notes and asks to condense what is too long', () => {
  expect(notesInstruction(filled({ Title: 'Fix it' }), NOTES_EN)).toContain('# Title\n_A few words')
  expect(notesInstruction(filled({ Title: 'Fix it' }), NOTES_EN)).not.toContain('too long')
  expect(notesInstruction(filled({ Task: 'x'.repeat(7_000) }), NOTES_EN)).toContain(
    'what matters most: Task.',
  )
})

test('both languages have the same sections, each with a hint', () => {
  const chinese = parseSections(NOTES_ZH.template)
  expect(chinese).toHaveLength(template.length)
  for (const { name, hint } of chinese) expect(`${name}${hint}`).toMatch(/^\p{Script=Han}+/u)
  expect(chinese.map(({ name }) => name)).toContain('当前状态')
})
