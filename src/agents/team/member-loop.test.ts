import { afterEach, expect, test, vi } from 'vitest'
import { BEAT_MS, type Mail, type Presence, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'
import { writeTeamMessage } from '../../protocol/agents/team-message.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { mailText } from './mail-text.ts'
import { MemberLoop } from './member-loop.ts'

afterEach(() => void vi.useRealTimers())

/** A backend of which only presence matters. */
const withPresence = (list: () => Promise<readonly Partial<Presence>[]>): TeamBackend =>
  ({
    presence: () => ({ beat: async () => undefined, leave: async () => undefined, list }),
    mailbox: () => ({
      watch: async () => () => undefined,
      receive: async () => [],
      mark: async () => undefined,
      send: async () => [],
    }),
    tasks: () => ({ watch: async () => () => undefined, list: async () => [], release: async () => [] }),
  }) as never

const open = async (list: () => Promise<readonly Partial<Presence>[]>) => {
  vi.useFakeTimers()
  const gone = vi.fn()
  const logged: string[] = []
  const loop = new MemberLoop({
    backend: withPresence(list),
    team: 'crew',
    name: 'ann',
    leader: 'lead',
    say: () => undefined,
    keepsWorking: async () => undefined,
    leaderGone: gone,
    newId: () => 'id',
    log: line => void logged.push(line),
  })
  await loop.start()
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  return { loop, gone, logged }
}

test.each([
  ['is there', [{ name: 'lead', isAlive: true }], 0],
  ['is dead', [{ name: 'lead', isAlive: false }], 1],
  ['has left', [{ name: 'ann', isAlive: true }], 1],
])('a member whose leader %s knows it with its next beat', async (_, present, times) => {
  const { loop, gone } = await open(async () => present)
  expect(gone).toHaveBeenCalledTimes(times)
  await loop[Symbol.asyncDispose]()
})

test('a member that cannot reach its team takes nobody for dead', async () => {
  const { loop, gone, logged } = await open(() =>
    Promise.reject(new TeamError('unreachable', verbatim('cut off'))),
  )
  expect(gone).not.toHaveBeenCalled()
  expect(logged.join()).toContain('cut off')
  await loop[Symbol.asyncDispose]()
})

test('a member that somebody speaks to while it rests looks for nothing more until it rests again', async () => {
  const { loop } = await open(async () => [])
  void loop.rest({ reason: 'available', text: '' })
  await expect.poll(() => loop.isResting).toBe(true)
  loop.works()
  expect([loop.isResting, loop.wake({ text: 'x' })]).toEqual([false, false])
  await loop[Symbol.asyncDispose]()
})

/** A member that writes to a leader who reads everything; its mail comes when the test says so. */
const writing = async (keeps: (string | undefined)[] = []) => {
  const sent: string[] = []
  const inbox: Mail[] = []
  let arrived = () => undefined as unknown
  const backend = withPresence(async () => [])
  const mailbox = {
    ...backend.mailbox('crew'),
    watch: async (_name: string, seen: () => void) => {
      arrived = seen
      return () => undefined
    },
    receive: async () => inbox.splice(0),
    send: async (mail: { readonly from: string; readonly text: string }) =>
      void sent.push(mailText(mail as Mail).text),
  }
  const loop = new MemberLoop({
    backend: { ...backend, mailbox: () => mailbox } as never,
    ...{ team: 'crew', name: 'ann', leader: 'lead' },
    say: () => undefined,
    keepsWorking: async () => keeps.shift(),
    newId: () => 'id',
  })
  await loop.start()
  const receive = async (text: string): Promise<void> => {
    inbox.push({ id: `m${text.length}`, from: 'lead', to: 'ann', text } as never)
    arrived()
    await expect.poll(() => inbox.length).toBe(0)
  }
  return { loop, sent, receive }
}

const STOP = writeTeamMessage({ type: 'shutdown_request', requestId: 'r' })

test('the last words of a member that was asked to stop while it worked are in what it answers', async () => {
  const { loop, sent, receive } = await writing()
  await receive(STOP)
  expect(await loop.rest({ reason: 'available', text: 'Task 3 is done.' })).toBeUndefined()
  expect(sent.join()).toContain('It agreed to stop and ends with its turn. Its last words:\nTask 3 is done.')
})

test('words of a turn after which a member has to go on are told with those of the next', async () => {
  const { loop, sent, receive } = await writing(['not yet', undefined])
  expect(await loop.rest({ reason: 'available', text: 'First.' })).toEqual({ text: 'not yet' })
  void loop.rest({ reason: 'available', text: 'Second.' })
  await expect.poll(() => loop.isResting).toBe(true)
  expect(sent.join()).toContain('Its last words:\nFirst.\n\nSecond.')
  await receive(STOP)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).not.toContain('First.')
})

test('words that are cut say so', async () => {
  const { loop, sent } = await writing()
  void loop.rest({ reason: 'available', text: 'x'.repeat(4_010) })
  await expect.poll(() => loop.isResting).toBe(true)
  expect(sent.join()).toContain('x\n[10 more characters are not shown: ask for them.]')
  await loop[Symbol.asyncDispose]()
})

test('what is told of the end of a turn stays true when the member is at work again', async () => {
  const { loop, sent } = await writing()
  void loop.rest({ reason: 'available', text: 'Done.' })
  await expect.poll(() => loop.isResting).toBe(true)
  expect(sent.join()).toContain('Its turn ended; a message or a free task starts the next.')
  expect(sent.join()).not.toMatch(/\bwaits\b/)
  await loop[Symbol.asyncDispose]()
})
