import { expect, test } from 'vitest'
import { joinPrompt, readStdin, STDIN_LIMIT_BYTES, type StdinSource } from './stdin.ts'

interface Source extends StdinSource {
  destroyed: boolean
}
const source = (chunks: () => AsyncGenerator<Uint8Array | string>): Source => ({
  destroyed: false,
  destroy() {
    this.destroyed = true
  },
  [Symbol.asyncIterator]: chunks,
})
const of = (...chunks: readonly (Uint8Array | string)[]): Source =>
  source(async function* () {
    yield* chunks
  })
const silent = (): Source =>
  source(async function* () {
    await new Promise<never>(() => {})
    yield ''
  })
const never = () => (): void => {}
const atOnce = (_: number, call: () => void) => {
  call()
  return (): void => {}
}

test('bytes become text, also when a character is cut in two', async () => {
  const bytes = new TextEncoder().encode('héllo\n')
  const read = await readStdin(of(bytes.subarray(0, 2), bytes.subarray(2)), {
    hasPrompt: false,
    after: never,
  })
  expect(read).toEqual({ kind: 'text', text: 'héllo\n' })
})

test('with a prompt, a stdin that says nothing in time is let go', async () => {
  const stdin = silent()
  const asked: number[] = []
  const read = await readStdin(stdin, {
    hasPrompt: true,
    after: (ms, call) => {
      asked.push(ms)
      return atOnce(ms, call)
    },
  })
  expect(read).toEqual({
    kind: 'silent',
    message: expect.objectContaining({ text: expect.stringContaining('within 3 s') }),
  })
  expect({ destroyed: stdin.destroyed, asked }).toEqual({ destroyed: true, asked: [3000] })
})

test('with a prompt, what comes in time is read to its end and the wait is called off', async () => {
  let cancelled = false
  const read = await readStdin(of('a', 'b'), {
    hasPrompt: true,
    after: () => () => {
      cancelled = true
    },
  })
  expect({ read, cancelled }).toEqual({ read: { kind: 'text', text: 'ab' }, cancelled: true })
})

test('without a prompt there is no hurry', async () => {
  const read = await readStdin(of('late'), {
    hasPrompt: false,
    after: () => {
      throw new Error('nobody should wait')
    },
  })
  expect(read).toEqual({ kind: 'text', text: 'late' })
})

test('exactly the limit is taken, one byte more is refused', async () => {
  const full = new Uint8Array(STDIN_LIMIT_BYTES).fill(97)
  const wait = { hasPrompt: false, after: never }
  const over = of(full, 'b')
  expect(await readStdin(of(full), wait)).toMatchObject({ kind: 'text' })
  expect(await readStdin(over, wait)).toEqual({
    kind: 'too_large',
    message: expect.objectContaining({ text: expect.stringContaining('10 MB') }),
  })
  expect(over.destroyed).toBe(true)
})

test('a stdin that fails is not hidden', async () => {
  const broken = source(async function* () {
    yield 'a'
    throw new Error('EIO')
  })
  await expect(readStdin(broken, { hasPrompt: false, after: never })).rejects.toThrow('EIO')
})

test.each<[string | undefined, string, string]>([
  ['ask', 'data\n', 'ask\n\ndata\n'],
  ['ask', ' \n', 'ask'],
  [undefined, 'data', 'data'],
  [undefined, '', ''],
])('%j with %j piped in is %j', (prompt, piped, expected) => {
  expect(joinPrompt(prompt, piped)).toBe(expected)
})
