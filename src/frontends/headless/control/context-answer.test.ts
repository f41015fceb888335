import { expect, test } from 'vitest'
import { contextAnswer } from './context-answer.ts'

test('items of one kind are one category, and the files are named', () => {
  const usage = {
    model: 'm',
    window: 1_000,
    compactAt: 800,
    tokens: 250,
    items: [
      { kind: 'tools', name: 'Read', tokens: 100, count: 1 },
      { kind: 'tools', name: 'Edit', tokens: 50, count: 1 },
      { kind: 'user', name: 'your words', tokens: 100, count: 3 },
    ],
  } as const
  const files = [{ path: '/w/AGENTS.md', scope: 'project', reason: 'start', tokens: 10 }] as const
  expect(contextAnswer(usage, { instructions: files, agents: [], servers: [], history: [] })).toMatchObject({
    model: 'm',
    totalTokens: 250,
    maxTokens: 1_000,
    percentage: 25,
    categories: [
      { name: 'Tools', tokens: 150, kind: 'used', id: 'system_tools' },
      { name: 'User', tokens: 100, kind: 'used' },
      { name: 'Autocompact buffer', tokens: 200, kind: 'buffer' },
      { name: 'Free space', tokens: 550, kind: 'free' },
    ],
    memoryFiles: [{ path: '/w/AGENTS.md', type: 'project', tokens: 10 }],
    isAutoCompactEnabled: true,
    autoCompactThreshold: 800,
  })
})

test('without automatic compaction there is no threshold', () => {
  const answer = contextAnswer(
    { model: 'm', window: 10, tokens: 0, items: [] },
    { instructions: [], agents: [], servers: [], history: [] },
  )
  expect(answer).toMatchObject({ isAutoCompactEnabled: false, percentage: 0 })
  expect(answer).not.toHaveProperty('autoCompactThreshold')
})
