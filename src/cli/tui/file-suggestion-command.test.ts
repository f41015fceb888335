import { expect, test } from 'vitest'
import { runFileSuggestion } from './file-suggestion-command.ts'

const ask = (command: string, over: { query?: string; timeoutMs?: number } = {}) =>
  runFileSuggestion(
    { command, query: 'src/co', cwd: '/', variables: { PATH: '/usr/bin:/bin' }, ...over },
    new AbortController().signal,
  )

test('the query is on its input, a path on each line of its output', async () => {
  expect(await ask('cat; echo; echo a/b.ts; printf "c d.ts\\r\\n"', { query: 'x"y' })).toEqual([
    '{"query":"x\\"y"}',
    'a/b.ts',
    'c d.ts',
  ])
})

test('fifteen are enough, and what could act on a terminal is no path', async () => {
  expect(await ask('seq 1 100')).toHaveLength(15)
  expect(await ask('printf "\\033[31mred\\nplain\\n"')).toEqual(['plain'])
})

test.each([
  ['fails', 'echo a; exit 3'],
  ['does not exist', '/no/such/program'],
])('a program that %s has no answer', async (_, command) => {
  expect(await ask(command)).toBeUndefined()
})

test('one that takes too long has none, and is stopped', async () => {
  expect(await ask('sleep 60', { timeoutMs: 50 })).toBeUndefined()
})

test('nothing is started for a letter that is followed by another', async () => {
  const asked = new AbortController()
  const answer = runFileSuggestion({ command: 'echo a', query: 'a', cwd: '/', variables: {} }, asked.signal)
  asked.abort()
  await expect(answer).rejects.toThrow()
})
