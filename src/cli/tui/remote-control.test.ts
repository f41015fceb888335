import { expect, test } from 'vitest'
import { RemoteControl } from './remote-control.ts'

test('disableRemoteControl: the conversation on the screen is not served', async () => {
  const remote = new RemoteControl({
    env: {},
    version: '1.0.0',
    configHome: '/nowhere',
    cwd: '/nowhere',
    isOff: () => true,
    voice: () => undefined,
  })
  await expect(remote.start()).rejects.toThrow(/disableRemoteControl/)
})
