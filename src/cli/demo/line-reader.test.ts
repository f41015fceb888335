import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { LineReader } from './line-reader.ts'

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test.each([
  ['\n', 'yes'],
  ['1\n', 'yes'],
  [' YES \n', 'yes'],
  ['2\n', 'no'],
  ['No\n', 'no'],
])('%j means %s', async (typed, expected) => {
  const input = new PassThrough()
  using reader = new LineReader(input)
  const answer = reader.askYesNo(() => {})
  input.write(typed)
  expect(await answer).toBe(expected)
})

test('Enter means no where that was said, and a word still means itself', async () => {
  for (const [typed, expected] of [
    ['\n', 'no'],
    ['2\n', 'no'],
    ['1\n', 'yes'],
    ['yes\n', 'yes'],
  ] as const) {
    const input = new PassThrough()
    using reader = new LineReader(input)
    const answer = reader.askYesNo(() => {}, undefined, 'no')
    input.write(typed)
    expect(await answer).toBe(expected)
  }
})

test('an answer that is neither is asked for again', async () => {
  const input = new PassThrough()
  using reader = new LineReader(input)
  let asked = 0
  const answer = reader.askYesNo(() => {
    asked++
    input.write('2\n')
  })
  input.write('perhaps\n')
  expect([await answer, asked]).toEqual(['no', 1])
})

test('a letter answers nothing, neither yes nor no', async () => {
  for (const letter of 'yYnNj') {
    const input = new PassThrough()
    using reader = new LineReader(input)
    let asked = 0
    const answer = reader.askYesNo(() => {
      asked++
      input.write('1\n')
    })
    input.write(`${letter}\n`)
    expect([letter, await answer, asked]).toEqual([letter, 'yes', 1])
  }
})

test('what was typed before the question is no answer to it', async () => {
  const input = new PassThrough()
  using reader = new LineReader(input)
  input.write('1\n')
  await settled()
  const answer = reader.askYesNo(() => {})
  input.write('2\n')
  expect(await answer).toBe('no')
})

test('the end of the input, before or during the question, is no yes', async () => {
  const input = new PassThrough()
  using reader = new LineReader(input)
  const answer = reader.askYesNo(() => {})
  input.end()
  expect(await answer).toBe('gone')
  expect(await reader.askYesNo(() => {})).toBe('gone')
})

test('a signal ends the question', async () => {
  using reader = new LineReader(new PassThrough())
  const controller = new AbortController()
  const answer = reader.askYesNo(() => {}, controller.signal)
  controller.abort()
  expect(await answer).toBe('gone')
  expect(await reader.askYesNo(() => {}, controller.signal)).toBe('gone')
})

test.each(['1\nrm -rf x\n', 'perhaps\n1\n', '\n\n', '2\n1\n'])(
  'several lines at once, such as %j, are a paste and no answer',
  async pasted => {
    const input = new PassThrough()
    using reader = new LineReader(input)
    let asked = 0
    const answer = reader.askYesNo(() => {
      asked++
      input.write('no\n')
    })
    input.write(pasted)
    expect([await answer, asked]).toEqual(['no', 1])
  },
)

test('what waits in the input when a question is about to come is dropped', async () => {
  const input = new PassThrough()
  using reader = new LineReader(input)
  input.write('1\n')
  await reader.dropTyped()
  const answer = reader.askYesNo(() => {})
  input.write('2\n')
  expect(await answer).toBe('no')
})
