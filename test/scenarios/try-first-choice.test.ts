import { expect, test } from 'vitest'
import { chooseTryFirst } from '../../src/host/sandbox/options.ts'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'

const at = {
  ...{ home: '/h', configHome: '/h/.capstan', proxy: undefined },
  bridge: () => ({ command: ['bridge'], files: [] }) as const,
}

test('commands are tried where the person wants it and trusts the folder; elsewhere they are told, once a start', async () => {
  const warned: string[] = []
  const choose = async (settings: object, trusted: boolean) =>
    (await chooseTryFirst({ settings, trusted }, at, ({ text }: LocalizedText) => void warned.push(text)))
      .tryFirst
  expect([await choose({}, true), await choose({ tryFirst: false }, true), warned]).toEqual([
    undefined,
    undefined,
    [],
  ])
  expect((await choose({ tryFirst: true, sandbox: { enabled: false } }, true))?.settings).toEqual({
    enabled: false,
  })
  expect([await choose({ tryFirst: true }, false), warned.length]).toEqual([undefined, 1])
  expect(warned[0]).toContain('capstan trust --yes')
})
