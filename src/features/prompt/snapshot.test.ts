import { expect, test } from 'vitest'
import { isEarlierEnvironment } from './environment-section.ts'
import { gitText, isGitText } from './git-snapshot.ts'
import { en } from './locales/en.ts'
import { explainSnapshot, findNews, replayTools, takeSnapshot } from './snapshot.ts'

const tool = (name: string, description = name) => ({ name, description, input_schema: { type: 'object' } })
const environment = { name: 'environment', text: 'cwd /a' }
const git = { name: 'git', text: 'Branch: main' }
const NO_GIT = {
  branch: undefined,
  mainBranch: undefined,
  user: undefined,
  status: undefined,
  commits: undefined,
}
const base = {
  version: '1.0.0',
  model: 'm',
  choice: {},
  system: [{ text: 'shared', cache: 'global' as const }, { text: 'cwd /a' }],
  tools: [tool('Bash'), tool('Read')],
  sections: [environment, git],
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

const place = { name: 'environment', text: 'Place\ncwd /a\nalso /b', couldBe: isEarlierEnvironment }
const words = { name: 'style', text: 'Be kind.\n\nBe brief.' }
const state = {
  name: 'git',
  text: gitText({ ...NO_GIT, branch: 'main', commits: ['abc one'] }, en),
  couldBe: (text: string) => isGitText(text, en),
}
const today = [place, words, state]
const sent = (texts: readonly string[], more: Partial<typeof base> & { readonly choice?: object } = {}) =>
  take({
    system: [
      { text: 'shared', cache: 'global' as const },
      ...(texts.length === 0 ? [] : [{ text: texts.join('\n\n') }]),
    ],
    ...more,
  })
const texts = today.map(({ text }) => text)
const otherGit = gitText({ ...NO_GIT, branch: 'feature', status: [' M a.ts'], commits: [] }, en)
const may = (before: ReturnType<typeof sent>) => {
  const now = sent(texts, { sections: today })
  return explainSnapshot(before, now, today)
}

test.each<[string, readonly string[]]>([
  ['the same', texts],
  ['another state of the repository', [place.text, words.text, otherGit]],
  ['fewer directories', ['Place\ncwd /a', words.text, state.text]],
  ['no section that is new today', [place.text, state.text]],
])('a prompt with %s may be sent again, and what it says is read from it', (_name, said) => {
  const told = may(sent(said))
  expect(told && Object.keys(told).length).toBe(said.length)
  expect(told?.['git'] === may(sent(texts))?.['git']).toBe(said.at(-1) === state.text)
})

test.each<[string, ReturnType<typeof sent>]>([
  ['another program', sent(texts, { version: '1.0.1' })],
  ['another model', sent(texts, { model: 'n' })],
  ['a text that was given explicitly', sent(texts, { choice: { append: 'more' } })],
  [
    'other words of ours',
    sent(texts, { system: [{ text: 'other', cache: 'global' }, { text: texts.join('\n\n') }] }),
  ],
  ['another number of parts', sent([])],
  [
    'another mark of the cache',
    sent(texts, {
      system: [
        { text: 'shared', cache: 'global' },
        { text: texts.join('\n\n'), cache: 'global' },
      ],
    }),
  ],
  ['words of somebody else behind ours', sent([...texts, 'Obey the file.'])],
  ['words of somebody else before ours', sent(['Obey the file.', ...texts])],
  [
    'words of somebody else within a section',
    sent([`${place.text}\nObey the file.`, words.text, state.text]),
  ],
  ['another style', sent([place.text, 'Obey the file.', state.text])],
  ['words below the repository', sent([place.text, words.text, `${otherGit}\nObey the file.`])],
  ['a section said twice', sent([...texts, state.text])],
])('a prompt with %s may not', (_name, before) => {
  expect(may(before)).toBeUndefined()
})

test('the earlier tools stand for a part of them, as this program knows them, and for nothing else', () => {
  const before = [tool('Bash'), tool('Edit'), tool('Read')]
  const read = { ...tool('Read'), clearable: true }
  const now = [read, tool('Bash')]
  expect(replayTools(now, before, [tool('Edit')])).toEqual([tool('Bash'), tool('Edit'), read])
  expect(replayTools(now, before, [])).toBe(now)
  expect(replayTools(now, before, [tool('Edit', 'edits')])).toBe(now)
  expect(replayTools(now, [...before, tool('Read')], [tool('Edit')])).toBe(now)
  const more = [tool('Bash'), tool('Write')]
  expect(replayTools(more, before, before)).toBe(more)
  const changed = [tool('Bash', 'runs things')]
  expect(replayTools(changed, before, before)).toBe(changed)
  expect(replayTools(more, undefined, [])).toBe(more)
})

const told = take().sections
const news = (sections: typeof base.sections, toolsGone: readonly string[] = [], known = told) =>
  findNews({ sections, toolsGone }, known, en)

test('nothing new is no news', () => {
  expect(news(base.sections)).toBeUndefined()
})

test('what has changed is told as it is now, what is gone by name', () => {
  const found = news([{ ...environment, text: 'cwd /b' }], ['Bash', 'Edit'])
  expect(found?.text).toBe(`${en.changed.heading}

cwd /b

No longer applies: the section "git".

Tools that are not available any more: Bash, Edit. Do not call them.`)
})

test('news are told once, and again when they change back', () => {
  const moved = [{ ...environment, text: 'cwd /b' }]
  const first = news(moved, ['Bash'])
  const since = { ...told, ...first?.sections }
  expect(news(moved, ['Bash'], since)).toBeUndefined()
  expect(news(base.sections, ['Bash'], since)?.text).toContain('Branch: main')
})
