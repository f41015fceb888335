import { expect, test } from 'vitest'
import { buildSystemPrompt, type PromptSources, volatileParts } from './build.ts'
import { en } from './locales/en.ts'
import { zh } from './locales/zh.ts'

const here = { name: 'environment', text: 'Working directory: /repo' }
const servers = { name: 'servers', text: 'now', volatile: true }
const build = (more: Partial<PromptSources> = {}) =>
  buildSystemPrompt({ choice: {}, content: en, sections: [here], ...more })

test('the shared part comes first and depends on nothing of this session', () => {
  const [mine] = build()
  const [other] = build({ sections: [{ name: 'x', text: 'elsewhere' }], choice: { append: 'More.' } })
  expect(mine).toEqual(other)
  expect(mine?.cache).toBe('global')
})

test('what belongs to the session follows it and ends the prefix', () => {
  expect(build({ sections: [here, { name: 'git', text: 'Branch: main' }] }).slice(1)).toEqual([
    { text: 'Working directory: /repo\n\nBranch: main', cache: 'org' },
  ])
})

test.each<[string, PromptSources['choice'], readonly unknown[]]>([
  [
    'an override stands alone, without what was appended',
    { override: 'O', coordinator: 'C', custom: ['X'], append: 'A' },
    [{ text: 'O', cache: 'org' }],
  ],
  [
    'a coordinator comes before an agent and keeps what is said of the session',
    { coordinator: 'C', agent: 'G', custom: ['X'], append: 'A' },
    [{ text: 'C', cache: 'org' }, { text: here.text }, { text: 'A', cache: 'org' }],
  ],
  [
    'an agent comes before a custom prompt',
    { agent: 'G', custom: ['X'] },
    [
      { text: 'G', cache: 'org' },
      { text: here.text, cache: 'org' },
    ],
  ],
  [
    'a custom prompt replaces everything but what was appended',
    { custom: ['X', ' '], append: 'A' },
    [{ text: 'X' }, { text: 'A', cache: 'org' }],
  ],
  ['an empty custom prompt sends nothing', { custom: [''] }, []],
  [
    'a minimal prompt says who and where, in one part',
    { minimal: true },
    [{ text: `${en.identity}\n${here.text}`, cache: 'org' }],
  ],
])('%s', (_name, choice, parts) => {
  expect(build({ choice })).toEqual(parts)
})

test('a style with its own way of working takes our advice out, and out of what all share', () => {
  const [part] = build({ ownWork: true })
  expect(part).toEqual({ text: [en.identity, en.care, en.tools].join('\n\n'), cache: 'org' })
})

test('volatile sections stand apart, behind everything, and not behind an override', () => {
  const sources = { choice: {}, content: en, sections: [servers, here] }
  expect(build({ sections: sources.sections }).at(-1)).toEqual({ text: here.text, cache: 'org' })
  expect(volatileParts(sources)).toEqual([{ text: 'now' }])
  expect(volatileParts({ ...sources, choice: { override: 'O' } })).toEqual([])
})

test('no more than two parts end a prefix, so that a request has marks to spare', () => {
  for (const choice of [
    {},
    { append: 'A' },
    { agent: 'G', append: 'A' },
    { custom: ['X', 'Y'], append: 'A' },
  ])
    expect(build({ choice }).filter(part => part.cache).length).toBeLessThanOrEqual(2)
})

test('every language says the same things: headings, tools and tags are all there', () => {
  const shape = (text: string) => ({
    bullets: text.match(/^- /gm)?.length,
    names: text.match(/\b(?:Read|Edit|Glob|Grep|Markdown|path:line)\b|<system-reminder>/g)?.sort(),
  })
  for (const key of ['work', 'care', 'tools', 'answers'] as const)
    expect(shape(zh[key])).toEqual(shape(en[key]))
})
