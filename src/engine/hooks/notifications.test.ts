import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import { createNotifications } from './notifications.ts'
import type { Hooks } from './part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = (wake: boolean) => {
  const said: unknown[] = []
  const hooks: Pick<Hooks, 'fire' | 'isSet'> = {
    isSet: () => true,
    fire: async (_event, fields) => {
      said.push((fields as { readonly notification_type?: string }).notification_type)
      return { context: [], messages: [] }
    },
  }
  return { said, notifications: createNotifications({ hooks, wake }) }
}
const END = {} as never

test('hooks hear of a question after six seconds, unless it was answered before', () => {
  const { said, notifications } = open(true)
  const settle = notifications.asked({ message: 'x' })
  vi.advanceTimersByTime(5_900)
  settle()
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual([])
  notifications.asked({ message: 'x' })
  notifications.asked({ message: 'y', agent: true })
  vi.advanceTimersByTime(6_000)
  expect(said).toEqual(['permission_prompt', 'agent_needs_input'])
})

test('hooks hear that nobody says anything a minute after a turn, where somebody could', async () => {
  const { said, notifications } = open(true)
  await notifications.turnEnded?.(END)
  vi.advanceTimersByTime(59_000)
  await notifications.turnStarts?.({ said: [] })
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual([])
  await notifications.turnEnded?.(END)
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual(['idle_prompt'])
  const alone = open(false)
  await alone.notifications.turnEnded?.(END)
  vi.advanceTimersByTime(60_000)
  expect(alone.said).toEqual([])
})

test('hooks hear that a background agent has ended, once each time', () => {
  const { said, notifications } = open(true)
  const tell = (status: AgentInfo['status'], background = true) =>
    notifications.ofAgent({ id: 'a', name: 'x', description: 'd', status, background } as AgentInfo)
  tell('completed', false)
  tell('running')
  expect(said).toEqual([])
  tell('completed')
  tell('completed')
  expect(said).toEqual(['agent_completed'])
  tell('running')
  tell('failed')
  expect(said).toEqual(['agent_completed', 'agent_completed'])
})
