import { expect, test } from 'vitest'
import { RepetitionWatch } from './repetition.ts'

const watch = (text: string, field: 'text' | 'thinking' | 'partial_json' = 'text') => {
  const watched = new RepetitionWatch()
  for (let at = 0; at < text.length; at += 7) {
    const delta = { [field]: text.slice(at, at + 7) }
    const found = watched.see({ type: 'content_block_delta', index: 2, delta })
    if (found) return { ...found, after: at }
  }
  return undefined
}

const WORDS = Array.from({ length: 4_000 }, (_, n) => `word ${(n * 7_919) % 4_001}`).join(' ')

test.each([
  ['a sentence', 'I will now read the file. '],
  ['a letter', 'a'],
  ['a line of code', '  console.log("here")\n'],
  ['half a page', WORDS.slice(0, 480)],
])('%s that is said without end is found, in text and in thoughts', (_, said) => {
  for (const field of ['text', 'thinking'] as const) {
    const found = watch(`Let me see. ${said.repeat(40_000 / said.length)}`, field)
    expect(found).toMatchObject({ index: 2, spare: 12_000 - 2 * said.length })
    expect(found?.after).toBeLessThan(15_000)
  }
})

test.each([
  ['a long text', WORDS],
  ['a list whose items differ', Array.from({ length: 900 }, (_, n) => `- item ${n} is done`).join('\n')],
  ['a short ruler', `${WORDS.slice(0, 2_000)}${'='.repeat(200)}${WORDS.slice(0, 2_000)}`],
  ['the same said three times', WORDS.slice(0, 900).repeat(3)],
  ['a line somebody asked for', 'I must not talk in class.\n'.repeat(300)],
])('%s is none', (_, text) => {
  expect(watch(text)).toBeUndefined()
})

test('input may hold a file that repeats itself, up to a point', () => {
  expect(watch('0, '.repeat(20_000), 'partial_json')).toBeUndefined()
  expect(watch('0, '.repeat(30_000), 'partial_json')).toMatchObject({ index: 2 })
})
