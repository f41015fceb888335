import { afterEach, expect, test, vi } from 'vitest'
import { BEAT_MS, type Presence, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'
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
  const { loop, gone, logged } = await open(() => Promise.reject(new TeamError('unreachable', 'cut off')))
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
