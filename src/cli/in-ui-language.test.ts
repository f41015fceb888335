import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../test/support/tool-call.ts'
import { systemText } from '../protocol/messages/cli/system.ts'
import { inUiLanguage } from './in-ui-language.ts'

const SENTENCE = systemText('open', { path: '/a/b', reason: systemText('disk_full'), code: 'ENOSPC' })

test('what ends the program is said in the language of the settings, and in English where there are none', async () => {
  const home = makeDirectory()
  expect(await inUiLanguage(SENTENCE, { HOME: home })).toBe(
    "Can't open /a/b: the disk is full. Free some space (ENOSPC).",
  )
  mkdirSync(join(home, '.capstan'))
  writeFileSync(join(home, '.capstan/settings.json'), '{"uiLanguage":"zh"}')
  expect(await inUiLanguage(SENTENCE, { HOME: home })).toBe(
    '无法打开 /a/b：磁盘已满。请清理一些空间（ENOSPC）。',
  )
})
