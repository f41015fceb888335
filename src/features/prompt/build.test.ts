import { expect, test } from 'vitest'
import { buildSystemPrompt, userContext } from './build.ts'

const surroundings = {
  cwd: '/repo',
  isGitRepo: true,
  platform: 'linux',
  osVersion: '6.1',
  shell: '/bin/bash',
  extraDirs: ['/other'],
  model: 'claude-sonnet-4-5',
}

test('the shared part comes first and depends on nothing of this session', () => {
  const [here] = buildSystemPrompt({ surroundings })
  const [there] = buildSystemPrompt({
    surroundings: { ...surroundings, cwd: '/elsewhere', model: 'x', isGitRepo: false },
  })
  expect(here).toEqual(there)
  expect(here?.cache).toBe('global')
})

test('a custom prompt replaces everything, an appended text comes last', () => {
  expect(buildSystemPrompt({ surroundings, custom: ['Be a poet.', ''], append: 'In French.' })).toEqual([
    { text: 'Be a poet.' },
    { text: 'In French.', cache: 'org' },
  ])
})

test('an empty custom prompt sends no system part', () => {
  expect(buildSystemPrompt({ surroundings, custom: [''] })).toEqual([])
})

test('the environment names every working directory', () => {
  const text = buildSystemPrompt({ surroundings })
    .map(part => part.text)
    .join('\n')
  expect(text).toContain('Working directory: /repo')
  expect(text).toContain('Also a working directory: /other')
})

test('the default prompt stays below 900 tokens by our estimate', () => {
  const bytes = buildSystemPrompt({ surroundings }).reduce((sum, part) => sum + part.text.length, 0)
  expect(bytes / 4).toBeLessThan(900)
})

test('the date is the local one', () => {
  expect(userContext(new Date(2026, 0, 5, 23, 59))).toBe("Today's date is 2026-01-05.")
})
