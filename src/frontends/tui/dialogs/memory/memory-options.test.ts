import { expect, test } from 'vitest'
import { panelAnswers } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { memoryOptions } from './memory-options.ts'

const instructions = panelAnswers.instructions ?? []

const kept = (name: string, more: object = {}) => ({
  path: `/home/me/.capstan/memory/${name}`,
  title: name,
  modifiedMs: 0,
  ...more,
})

test('files the model was given come first, then single memories with title, kind and age, each once', async () => {
  const { panels } = await loadWords('en')
  const nested = { path: '/w/src/AGENTS.md', scope: 'project', reason: 'nested', tokens: 5 } as const
  expect(
    memoryOptions(
      [...instructions, nested],
      {
        memories: [
          kept('MEMORY.md'),
          kept('style.md', { title: 'Style\u001b[2J', kind: 'feedback' }),
          kept('odd.md', { kind: 'else', modifiedMs: 86_400_000 }),
        ],
        missing: ['/home/me/.capstan/memory/gone.md'],
        leftOut: ['/home/me/.capstan/memory/old.md'],
      },
      { words: panels, cwd: '/w', now: 2 * 86_400_000 },
    ).map(({ label, detail }) => `${label} | ${detail}`),
  ).toEqual([
    'AGENTS.md | for this project · 1.2k tokens est.',
    '/home/me/.capstan/memory/MEMORY.md | memory · 90 tokens est.',
    'src/AGENTS.md | for this project · 5 tokens est. · for its directory',
    'Style\\u{1b}[2J | how you want it done · 2d ago',
    'odd.md | else · 1d ago',
    '/home/me/.capstan/memory/old.md | taken out of MEMORY.md, the model isn’t told',
    '/home/me/.capstan/memory/gone.md | missing; its line is still in MEMORY.md, Enter opens that',
  ])
})
