import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { keepAlive } from './server.ts'

test('a client that answers stays, and one that fell silent is let go', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(sockets, 'listening')
  const answered = new Promise(resolve =>
    sockets.on('connection', socket => socket.on('pong', () => resolve(true))),
  )
  let ask = (): void => {}
  keepAlive(sockets, call => {
    ask = call
    return () => {}
  })
  const url = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  const [here, asleep] = [new WebSocket(url), new WebSocket(url, { autoPong: false })]
  await Promise.all([once(here, 'open'), once(asleep, 'open')])
  ask()
  await answered
  ask()
  const [code] = await once(asleep, 'close')
  expect([code, here.readyState]).toEqual([1006, WebSocket.OPEN])
  here.terminate()
  sockets.close()
})
