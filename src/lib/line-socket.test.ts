import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { joinLines, serveLines } from './line-socket.ts'

const open = async () => {
  const heard: unknown[] = []
  const server = await serveLines({
    secret: 'key',
    onOpen: () => heard.push('open'),
    onLine: value => heard.push(value),
    onClose: () => heard.push('close'),
  })
  return { heard, server }
}

test('what is said arrives in order, and the end is heard', async () => {
  const { heard, server } = await open()
  const sender = joinLines(server.path, 'key', () => undefined)
  sender.say({ a: 1 })
  sender.say('x'.repeat(100_000))
  await sender.close()
  await expect.poll(() => heard).toEqual(['open', { a: 1 }, 'x'.repeat(100_000), 'close'])
  server[Symbol.dispose]()
  expect(existsSync(dirname(server.path))).toBe(false)
})

test('who does not know the secret is not heard', async () => {
  const { heard, server } = await open()
  const lost = Promise.withResolvers<void>()
  joinLines(server.path, 'guess', lost.resolve).say({ a: 1 })
  await lost.promise
  expect(heard).toEqual([])
  server[Symbol.dispose]()
})

test('whoever speaks learns that the listener is gone, or was never there', async () => {
  const { server } = await open()
  const lost = Promise.withResolvers<void>()
  const sender = joinLines(server.path, 'key', lost.resolve)
  server[Symbol.dispose]()
  await lost.promise
  sender.say('to nobody')
  const never = Promise.withResolvers<void>()
  joinLines('/nowhere/s', 'key', never.resolve)
  await never.promise
})
