import { expect, test } from 'vitest'
import { panelAnswers } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { absolutePath, memoryDirectory, memoryOptions } from './memory-options.ts'

const instructions = panelAnswers.instructions ?? []

test('files the model was given come first, then single memories, each once', async () => {
  const { panels } = await loadWords('en')
  const memories = ['MEMORY.md', 'style.md', 'old.md', 'x.lock'].map(
    name => `/home/me/.capstan/memory/${name}`,
  )
  const nested = { path: '/w/src/AGENTS.md', scope: 'project', reason: 'nested', tokens: 5 } as const
  expect(
    memoryOptions(
      [...instructions, nested],
      {
        memories,
        missing: ['/home/me/.capstan/memory/gone.md'],
        leftOut: ['/home/me/.capstan/memory/old.md'],
      },
      { words: panels, cwd: '/w' },
    ).map(({ label, detail }) => `${label} | ${detail}`),
  ).toEqual([
    'AGENTS.md | for this project · 1.2k tokens est.',
    '/home/me/.capstan/memory/MEMORY.md | memory · 90 tokens est.',
    'src/AGENTS.md | for this project · 5 tokens est. · for its directory',
    '/home/me/.capstan/memory/style.md | a memory',
    '/home/me/.capstan/memory/old.md | taken out of MEMORY.md, the model isn’t told',
    '/home/me/.capstan/memory/gone.md | missing; its line is still in MEMORY.md, Enter opens that',
  ])
})

test('memories are where their index is', () => {
  expect(memoryDirectory(instructions)).toBe('/home/me/.capstan/memory')
  expect(memoryDirectory([])).toBeUndefined()
  expect([absolutePath('a/b.md', '/w'), absolutePath('/a.md', '/w')]).toEqual(['/w/a/b.md', '/a.md'])
})
