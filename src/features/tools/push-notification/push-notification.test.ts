import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToPerson } from '../../../protocol/person.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import { pushNotificationTool } from './push-notification.ts'

const place = (
  settings: Readonly<Record<string, unknown>>,
  { watching = true, code = 0, ...more }: Partial<ToolCall> & { watching?: boolean; code?: number } = {},
) => {
  const told: ToPerson[] = []
  const ran: (readonly string[])[] = []
  const made = makeToolCall()
  const call: ToolCall = {
    ...made,
    ...more,
    person: { tell: what => void told.push(what), watching, setting: key => settings[key] },
    processes: {
      ...made.processes,
      program: async ({ file, args }) => {
        ran.push([file, ...args])
        return { code, stdout: new Uint8Array(), stderr: '', cut: false, timedOut: false }
      },
    },
  }
  const push = async (message = 'All\n done') => (await runTool(pushNotificationTool, { message }, call)).text
  return { told, ran, push }
}

test('whoever watches is called by the terminal, and nothing else is started', async () => {
  const { told, ran, push } = place({})
  expect(await push()).toBe('Sent (terminal).')
  expect([told, ran]).toEqual([[{ kind: 'notification', text: 'All done', toolUseId: 'toolu_test' }], []])
})

test('where nobody watches the desktop is asked, and a failure is told', async () => {
  const { ran, push } = place({}, { watching: false })
  expect(await push()).toBe('Sent (desktop).')
  expect(ran[0]?.at(-1)).toContain('All done')
  expect(await place({}, { watching: false, code: 1 }).push()).toMatch(
    /^Nobody could be reached; go on without\. Failed: desktop: .*ended with 1/,
  )
})

test('a webhook of the settings gets the message', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
    request.on('end', () => response.writeHead(bodies.length > 1 ? 500 : 204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const notifyWebhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const { push } = place({ notifyWebhook })
  expect(await push()).toBe('Sent (terminal, webhook).')
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ title: 'Capstan', text: 'All done', message: 'All done' })
  expect(await push()).toBe('Sent (terminal). Failed: webhook: the address answered 500.')
  server.closeAllConnections()
  server.close()
})

test('where the person is called at their terminal alone, nothing else is tried', async () => {
  const off = { agentPushNotifEnabled: false, notifyWebhook: 'http://hooks.invalid/x' }
  expect(await place(off).push()).toBe('Sent (terminal).')
  const { ran, push } = place(off, { watching: false })
  expect(await push()).toBe('Nobody could be reached; go on without.')
  expect(ran).toEqual([])
})

test('a webhook is reached through the proxy of the environment', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const http = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const web = { hosts: () => [], now: () => 0, userAgent: 'x', save: () => '', proxy: { http } }
  const { push } = place({ notifyWebhook: 'http://hooks.invalid/x' }, { web })
  expect(await push()).toBe('Sent (terminal, webhook).')
  expect(asked).toEqual(['http://hooks.invalid/x'])
  proxy.closeAllConnections()
  proxy.close()
})

test('notifications that are switched off stay off', async () => {
  const { told, push } = place({ preferredNotifChannel: 'notifications_disabled' })
  await expect(push()).rejects.toThrow('switched notifications off')
  expect(told).toEqual([])
})
