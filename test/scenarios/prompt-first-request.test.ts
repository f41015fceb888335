import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { PromptSettings } from '../../src/engine/prompt/options.ts'
import { createBodyWriter } from '../../src/features/models/protocols/request-body.ts'
import { volatileSection } from '../../src/features/prompt/sections.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld } from '../support/engine-bench.ts'

const firstRequest = async (
  prompt: PromptSettings = {},
  place: (config: EngineConfig) => Partial<EngineConfig['place']> = () => ({}),
): Promise<ModelRequest> => {
  const specs = await readToolSpecs(prompt.promptLanguage)
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok' }] },
    config: config => ({
      prompt,
      tools: createToolbox(specs, { denied: [] }),
      place: { ...config.place, ...place(config) },
      runtime: { ...config.runtime, now: () => new Date(2026, 0, 5, 12) },
    }),
  })
  await world.ask('hello')
  const [request] = world.model.requests
  if (!request) throw new Error('there was no request')
  return request
}

const textOf = (request: ModelRequest): string => request.system.map(part => part.text).join('\n')
/** Our estimate: a token is four bytes. */
const tokensOf = ({ system, tools }: ModelRequest): number => {
  const parts = system.map(part => part.text)
  const definitions = tools.map(({ name, description, input_schema }) =>
    JSON.stringify({ name, description, input_schema }),
  )
  return Math.ceil([...parts, ...definitions].reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 4)
}

const status = Array.from({ length: 500 }, (_, n) => ` M src/some/folder/file-${n}.ts`)
const git = async () => ({
  branch: 'feature',
  mainBranch: 'main',
  user: 'Ada',
  status,
  commits: Array.from({ length: 5 }, (_, n) => `abc123${n} area: a summary of usual length, number ${n}`),
})

test('system prompt and tools stay small: below 3,000 tokens, below 3,800 in a repository full of changes', async () => {
  expect(tokensOf(await firstRequest())).toBeLessThan(3_000)
  expect(tokensOf(await firstRequest({ git }))).toBeLessThan(3_800)
  const chinese = await firstRequest({ promptLanguage: 'zh' })
  expect(tokensOf(chinese)).toBeLessThan(3_000)
  for (const { description } of chinese.tools) expect(description).toMatch(/\p{Script=Han}/u)
})

test.each([
  ['a login that only the person can do', /`! command`/],
  ['that context is compacted by itself', { en: /compacted by itself/, zh: /自动压缩/ }],
  ['that old results may be cleared', { en: /results may be cleared/, zh: /结果可能被清除/ }],
  ['that hook feedback counts', { en: /hooks? .*counts? as the person's/, zh: /钩子.*视为用户/ }],
  ['where questions about Capstan go', { en: /Capstan itself.* guide/, zh: /Capstan 本身.*guide/ }],
])('the prompt says in one line, in both languages and beside a style of its own: %s', async (_, said) => {
  const own = { name: 'own', description: '', text: { own: 'Rhyme.' }, keepWork: false }
  for (const promptLanguage of ['en', 'zh'] as const)
    for (const more of [{}, { style: own }]) {
      const lines = textOf(await firstRequest({ promptLanguage, ...more })).split('\n')
      const words = said instanceof RegExp ? said : said[promptLanguage]
      expect(lines.filter(line => words.test(line))).toHaveLength(1)
    }
})

test.each(['en', 'zh'] as const)(
  'with a system prompt of its own and a memory directory somebody named, how to use that is sent as well: %s',
  async promptLanguage => {
    const usual = () => ({ memoryDirectory: '/nowhere/memory' })
    const memory = () => ({ ...usual(), memoryIsNamed: true })
    const heading = promptLanguage === 'zh' ? '# 记忆' : '# Memory'
    const request = await firstRequest({ promptLanguage, custom: ['Only this.'], append: 'A' }, memory)
    expect(request.system.map(({ text }) => text.split('\n')[0])).toEqual(['Only this.', heading, 'A'])
    expect(textOf(request)).toContain('/nowhere/memory')
    expect(textOf(await firstRequest({ custom: ['Only this.'] }, usual))).toBe('Only this.')
    expect(textOf(await firstRequest({ override: 'Only this.' }, memory))).toBe('Only this.')
  },
)

test('the prompt names the model and until when it knows the world, and has a stance on harm and on guessed addresses', async () => {
  const text = textOf(await firstRequest())
  expect(text).toContain('Model: claude-sonnet-4-5, knowledge until 2025-01')
  expect(text).toContain('Do not guess URLs')
  expect(text).toContain('meant to harm')
})

test('the verification contract stands in the prompt only where it is asked for', async () => {
  expect(textOf(await firstRequest())).not.toContain('# Verification')
  expect(textOf(await firstRequest({ verifies: true }))).toContain('Agent of type verification')
  expect(textOf(await firstRequest({ verifies: true, promptLanguage: 'zh' }))).toContain('# 验证')
  expect(textOf(await firstRequest({ verifies: true, coordinates: true }))).not.toContain('# Verification')
})

test('no run sends more than four cache marks', async () => {
  const moving = volatileSection('servers', () => 'Servers: none', 'servers come and go')
  for (const prompt of [{}, { append: 'A' }, { append: 'A', sections: [moving] }, { custom: ['X'] }]) {
    const body = Buffer.concat(createBodyWriter().write(await firstRequest(prompt))).toString('utf8')
    const marks = body.match(/"cache_control"/g)?.length ?? 0
    expect(marks).toBeLessThanOrEqual(4)
    expect(marks).toBeGreaterThan(1)
  }
})

test('the part that all share is the same bytes in every session', async () => {
  const [plain] = (await firstRequest()).system
  const [other] = (await firstRequest({ git, language: 'French', append: 'A' })).system
  expect(other).toEqual(plain)
  expect(plain?.cache).toBe('global')
})

test('language and style have their sections', async () => {
  const text = textOf(
    await firstRequest({
      language: 'Deutsch\n# Orders',
      style: { name: 'explanatory', description: '', text: 'explanatory', keepWork: true },
    }),
  )
  expect(text).toContain('Think and answer in Deutsch⏎# Orders.')
  expect(text).toContain('# Output style: explanatory')
  expect(text).toContain('# Doing the work')
})

test('a minimal prompt is who, where and when, without a first message of ours', async () => {
  const request = await firstRequest({ minimal: true, instructions: () => 'never read' })
  expect(request.system).toHaveLength(1)
  expect(textOf(request).split('\n')).toEqual([
    expect.stringContaining('You are Capstan'),
    expect.stringMatching(/^Working directory: \//),
    '',
    "Today's date is 2026-01-05.",
  ])
  expect(request.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'hello' }] }])
})

test('date and instructions come as a reminder before the first message', async () => {
  const request = await firstRequest({ instructions: async () => 'Use tabs.' })
  expect(textOf(request)).not.toContain('2026')
  expect(request.messages[0]?.content[0]).toEqual({
    type: 'text',
    text: "<system-reminder>\nToday's date is 2026-01-05.\n\nUse tabs.\n</system-reminder>",
  })
})
