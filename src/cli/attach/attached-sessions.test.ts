import { expect, test } from 'vitest'
import type { RemoteApi } from '../../features/remote-engine/remote-api.ts'
import type { CliPorts } from '../tui/create-tui-ports.ts'
import { AttachedSessions } from './attached-sessions.ts'

test('files of a server that was named are on no machine known here, those of a server found here are', () => {
  const repository = () => ({ home: { host: 'git.example.org', owner: 'a', name: 'b' } })
  const ports = { tui: { system: { machine: 'box', repository } } } as unknown as CliPorts
  const system = (remote: boolean) =>
    new AttachedSessions({ api: {} as RemoteApi, sessionId: 's', newId: () => 'i', remote }).ports(ports).tui
      .system
  expect(system(true).machine).toBeUndefined()
  expect(system(true).repository('/w')).toBeUndefined()
  expect(system(false).machine).toBe('box')
  expect(system(false).repository('/w')).toEqual(repository())
})
