import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEntry } from '../../../../test/support/fake-events.ts'
import { user } from '../../../../test/support/messages.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Op } from '../../../protocol/op.ts'
import type { HelloFrame, ServerFrame } from '../../../protocol/serve/wire.ts'
import { type Api, ApiError } from './api.ts'
import { Session } from './session.ts'

/** The other end of a WebSocket of the page. */
class FakeSocket {
  static readonly OPEN = 1
  static readonly all: FakeSocket[] = []
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket
  }
  readonly url: string
  readyState = 0
  readonly heard: { readonly id: string; readonly op: Op }[] = []
  onopen?: () => void
  onmessage?: (message: { readonly data: string }) => void
  onclose?: (end: { readonly code: number }) => void
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.heard.push(JSON.parse(text) as { id: string; op: Op })
  }
  close(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }
  open(epoch: string, more: Partial<HelloFrame> = {}): void {
    this.readyState = 1
    this.onopen?.()
    const client = { id: 'c', name: 'page', kind: 'page' } as const
    this.tell({
      kind: 'hello',
      sessionId: 's',
      epoch,
      seq: 0,
      resumed: false,
      live: [],
      client,
      clients: [client],
      ...more,
    } as HelloFrame)
  }
  tell(...frames: readonly ServerFrame[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) })
  }
  event(seq: number, event: Event): void {
    this.tell({ kind: 'event', seq, event })
  }
}

interface Page {
  readonly session: Session
  /** What is in the history on the server. */
  history: readonly Message[]
  /** Each request for a page of it waits until it is let go. */
  readonly asked: PromiseWithResolvers<void>[]
  holds: boolean
  fails: number
}

const openPage = (history: readonly Message[] = []): Page => {
  const page = { history, asked: [], holds: false, fails: 0 } as unknown as Page
  const get = async (path: string, query: Record<string, unknown> = {}): Promise<unknown> => {
    if (!path.endsWith('/history')) return {}
    if (page.fails-- > 0) throw new ApiError('internal', 'The server failed.')
    const after = page.history.findIndex(({ uuid }) => uuid === query['after']) + 1
    const messages = page.history.slice(after)
    const gate = Promise.withResolvers<void>()
    page.asked.push(gate)
    if (page.holds) await gate.promise
    return { messages, more: false, total: page.history.length }
  }
  const ask = async (_: string, query: string): Promise<unknown> => (query === 'state' ? {} : [])
  const api = { key: 'k', get, ask } as unknown as Api
  return Object.assign(page, {
    session: new Session({ api, id: 's', ui: () => undefined, signedOut: () => undefined }),
  })
}

const rowsOf = ({ session }: Page): readonly string[] =>
  session.state.get().rows.map(row => ('text' in row ? inEnglish(row.text) : row.kind))

/** Until everything that can happen now has happened. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round++) await vi.advanceTimersByTimeAsync(20)
}

const submit = (uuid: string, content: string) => ({ type: 'submit', uuid, content }) as const

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { origin: 'http://here' })
  vi.stubGlobal('document', { visibilityState: 'hidden' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a message that comes while another branch is read is behind it, not lost', async () => {
  const page = openPage([user('u1', 'one')])
  FakeSocket.last.open('e')
  await settle()
  page.holds = true
  page.history = [user('u0', 'other')]
  FakeSocket.last.event(1, { type: 'branch_changed', report: { canMove: true } })
  await settle()
  FakeSocket.last.event(2, userEntry('u2', 'said since'))
  await settle()
  page.asked.at(-1)?.resolve()
  await settle()
  expect(rowsOf(page)).toEqual(['other', 'said since'])
})

test('a history that cannot be read is asked for again', async () => {
  const page = openPage([user('u1', 'one')])
  page.fails = 1
  FakeSocket.last.open('e')
  await settle()
  expect(page.session.problem.get()).toBe('The server failed.')
  await vi.advanceTimersByTimeAsync(1_000)
  FakeSocket.last.open('e')
  await settle()
  expect(FakeSocket.all).toHaveLength(2)
  expect(rowsOf(page)).toEqual(['one'])
  expect(page.session.problem.get()).toBe('')
})

/** A page that was cut off with these sent and nothing of it confirmed, and whose server is another one now. */
const inAnotherRun = async (ops: readonly Op[], history: readonly Message[]): Promise<readonly string[]> => {
  const page = openPage()
  FakeSocket.last.open('old')
  await settle()
  const ends = ops.map(op =>
    page.session.send(op).then(
      () => 'done',
      (error: ApiError) => error.kind,
    ),
  )
  FakeSocket.last.close()
  page.history = history
  await vi.advanceTimersByTimeAsync(1_000)
  FakeSocket.last.open('new')
  await settle()
  for (const { id } of FakeSocket.last.heard) FakeSocket.last.tell({ kind: 'ack', id, ok: true })
  await settle()
  const said = FakeSocket.last.heard.map(({ op }) => (op.type === 'submit' ? String(op.content) : op.type))
  return [...(await Promise.all(ends)), '|', ...said]
}

test.each([
  ['words that are not in the history are said again', [submit('u1', 'hi')], [], ['done', '|', 'hi']],
  ['words that are in the history are not', [submit('u1', 'hi')], [user('u1', 'hi')], ['done', '|']],
  [
    'a command is not run twice',
    [{ type: 'shell', command: 'make', id: 'x' } satisfies Op],
    [],
    ['offline', '|'],
  ],
])('after a kill of the server, %s', async (_, ops, history, expected) => {
  expect(await inAnotherRun(ops, history)).toEqual(expected)
})

test('after a cut everything is sent again: the same run knows what it has done', async () => {
  const page = openPage()
  FakeSocket.last.open('e')
  await settle()
  const done = page.session.send({ type: 'shell', command: 'make', id: 'x' })
  const [first] = FakeSocket.last.heard
  FakeSocket.last.close()
  await vi.advanceTimersByTimeAsync(1_000)
  FakeSocket.last.open('e', { resumed: true })
  await settle()
  expect(FakeSocket.last.heard).toEqual([first])
  FakeSocket.last.tell({ kind: 'ack', id: first?.id ?? '', ok: true })
  await settle()
  await done
})

test('words that waited for their turn when the server was killed are said to the next one, in their order', async () => {
  const page = openPage()
  FakeSocket.last.open('old')
  await settle()
  const sent = ['waits', 'is heard', '/compact'].map((text, at) => page.session.send(submit(`u${at}`, text)))
  for (const { id } of FakeSocket.last.heard) FakeSocket.last.tell({ kind: 'ack', id, ok: true })
  FakeSocket.last.event(1, userEntry('u1', 'is heard'))
  await settle()
  await Promise.all(sent)
  const late = page.session.send(submit('u9', 'not confirmed'))
  FakeSocket.last.close()
  page.history = [user('u1', 'is heard')]
  await vi.advanceTimersByTimeAsync(1_000)
  FakeSocket.last.open('new', { readAfter: 'u1' })
  await settle()
  expect(FakeSocket.last.heard.map(({ op }) => op)).toEqual([
    submit('u0', 'waits'),
    submit('u9', 'not confirmed'),
  ])
  for (const { id } of FakeSocket.last.heard) FakeSocket.last.tell({ kind: 'ack', id, ok: true })
  await settle()
  await late
  // It is the same run now, and it has them.
  FakeSocket.last.close()
  await vi.advanceTimersByTimeAsync(1_000)
  FakeSocket.last.open('new', { resumed: true })
  await settle()
  expect(FakeSocket.last.heard).toEqual([])
})

test('a session that another program has open is not tried for ever: who has it is said, and both ways on are there', async () => {
  const sent: unknown[] = []
  const api = {
    key: 'k',
    get: async () => ({ id: 's', open: false }),
    ask: async () => [],
    send: async (
      _method: string,
      _path: string,
      body: { readonly session: { readonly whenBusy?: string } },
    ) => {
      sent.push(body)
      if (body.session.whenBusy === 'refuse')
        throw new ApiError('busy', 'Session s is open in a terminal.', 'cli')
      return { session: { id: 'copy', open: true } }
    },
  } as unknown as Api
  const session = new Session({ api, id: 's', ui: () => undefined, signedOut: () => undefined })
  FakeSocket.last.close()
  await settle()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([session.problem.get(), session.busy.get(), FakeSocket.all.length]).toEqual([
    'Session s is open in a terminal.',
    'cli',
    1,
  ])
  expect(await session.copy()).toBe('copy')
  await session.takeOver()
  expect(sent.slice(1)).toEqual([
    { session: { kind: 'fork', which: 's' } },
    { session: { kind: 'resume', which: 's', whenBusy: 'take_over' } },
  ])
})

test('figures are asked for at once, and once more when something was used meanwhile', async () => {
  const page = openPage()
  FakeSocket.last.open('e')
  await settle()
  const read = vi.spyOn(page.session, 'readFigures').mockResolvedValue()
  page.session.figuresSoon()
  expect(read).toHaveBeenCalledTimes(1)
  for (let at = 0; at < 10; at++) page.session.figuresSoon()
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).toHaveBeenCalledTimes(2)
})
