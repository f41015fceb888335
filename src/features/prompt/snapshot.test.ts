import { expect, test } from 'vitest'
import { en } from './locales/en.ts'
import { findNews, mayReplay, replayTools, takeSnapshot } from './snapshot.ts'

const tool = (name: string, description = name) => ({ name, description, input_schema: { type: 'object' } })
const surroundings = { name: 'surroundings', text: 'cwd /a' }
const git = { name: 'git', text: 'Branch: main' }
const base = {
  version: '1.0.0',
  model: 'm',
  choice: {},
  system: [{ text: 'shared', cache: 'global' as const }, { text: 'cwd /a' }],
  tools: [tool('Bash'), tool('Read')],
  sections: [surroundings, git],
}
const take = (more: Partial<typeof base> & { readonly choice?: object } = {}) =>
  takeSnapshot({ ...base, ...more })

test('the same prompt has the same hash, another one has not', () => {
  expect(take().hash).toBe(take({ model: 'other' }).hash)
  expect(take({ tools: [tool('Bash')] }).hash).not.toBe(take().hash)
})

test('volatile sections are not remembered', () => {
  const { sections } = takeSnapshot({ ...base, sections: [git, { name: 'v', text: 'x', volatile: true }] })
  expect(Object.keys(sections)).toEqual(['git'])
})

test.each<[string, Parameters<typeof take>[0], boolean]>([
  [
    'another state of the session',
    { system: [{ text: 'shared', cache: 'global' }, { text: 'cwd /b' }] },
    true,
  ],
  ['another program', { version: '1.0.1' }, false],
  ['another model', { model: 'n' }, false],
  ['a text that was given explicitly', { choice: { append: 'more' } }, false],
  ['other words of ours', { system: [{ text: 'other', cache: 'global' }, { text: 'cwd /a' }] }, false],
  ['another number of parts', { system: [{ text: 'shared', cache: 'global' }] }, false],
])('with %s it may be sent again: %#', (_name, more, may) => {
  expect(mayReplay(take(), take(more))).toBe(may)
})

test('the earlier tools stand for a part of them, and for nothing else', () => {
  const before = [tool('Bash'), tool('Edit'), tool('Read')]
  expect(replayTools([tool('Read'), tool('Bash')], before)).toBe(before)
  const more = [tool('Bash'), tool('Write')]
  expect(replayTools(more, before)).toBe(more)
  const changed = [tool('Bash', 'runs things')]
  expect(replayTools(changed, before)).toBe(changed)
  expect(replayTools(more, undefined)).toBe(more)
})

const told = take().sections
const news = (sections: typeof base.sections, toolsGone: readonly string[] = [], known = told) =>
  findNews({ sections, toolsGone }, known, en)

test('nothing new is no news', () => {
  expect(news(base.sections)).toBeUndefined()
})

test('what has changed is told as it is now, what is gone by name', () => {
  const found = news([{ ...surroundings, text: 'cwd /b' }], ['Bash', 'Edit'])
  expect(found?.text).toBe(`${en.changed.heading}

cwd /b

No longer applies: the section "git".

Tools that are not available any more: Bash, Edit. Do not call them.`)
})

test('news are told once, and again when they change back', () => {
  const moved = [{ ...surroundings, text: 'cwd /b' }]
  const first = news(moved, ['Bash'])
  const since = { ...told, ...first?.sections }
  expect(news(moved, ['Bash'], since)).toBeUndefined()
  expect(news(base.sections, ['Bash'], since)?.text).toContain('Branch: main')
})
