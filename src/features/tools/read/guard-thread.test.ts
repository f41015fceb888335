import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToolError } from '../../../protocol/tool.ts'
import { guardThread } from './guard-thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { timeoutMs: 20_000, maxBytes: 2 ** 40 }

/** A thread that only says what it is told to say. */
const open = () => {
  const says = new EventEmitter()
  const worker = { on: says.on.bind(says), postMessage: () => {}, terminate: async () => 0 }
  const thread = guardThread({ worker, path: '/p/a.pdf' }, new AbortController().signal, LIMITS)
  return { thread, say: (message: object) => void says.emit('message', message) }
}

test('on a busy machine the time a reader takes to load is not held against the document', async () => {
  const { thread, say } = open()
  const opened = thread.next('')
  await vi.advanceTimersByTimeAsync(10 * LIMITS.timeoutMs)
  say({ kind: 'loaded' })
  await vi.advanceTimersByTimeAsync(LIMITS.timeoutMs - 1)
  say({ kind: 'opened', pages: 1 })
  expect(await opened).toEqual({ kind: 'opened', pages: 1 })
  await thread.end()
  expect(vi.getTimerCount()).toBe(0)
})

test('the document itself has its time, all pages together', async () => {
  const { thread, say } = open()
  say({ kind: 'loaded' })
  say({ kind: 'opened', pages: 2 })
  await thread.next('')
  const page = thread.next('page 1 of ')
  page.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(LIMITS.timeoutMs)
  await expect(page).rejects.toThrow(ToolError)
  await expect(page).rejects.toThrow('Reading page 1 of /p/a.pdf takes more than 20 seconds and was ended.')
  await thread.end()
})
