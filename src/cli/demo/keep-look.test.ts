import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { keepLook } from './keep-look.ts'

const kept = (home: string): unknown => JSON.parse(readFileSync(join(home, '.capstan/settings.json'), 'utf8'))

test('how the screen looks comes along; what runs a program or may run stays at home', () => {
  const [own, demo] = [makeDirectory(), makeDirectory()]
  mkdirSync(join(own, '.capstan/themes'), { recursive: true })
  writeFileSync(
    join(own, '.capstan/settings.json'),
    `{ // mine
      "uiLanguage": "zh", "theme": "light", "editorMode": "vim",
      "hooks": {}, "statusLine": { "type": "command", "command": "x" },
      "permissions": { "allow": ["Bash"] }, "env": { "A": "1" } }`,
  )
  writeFileSync(join(own, '.capstan/keybindings.json'), '{}')
  writeFileSync(join(own, '.capstan/themes/mine.json'), '{}')
  keepLook({ HOME: own }, demo)
  expect(kept(demo)).toEqual({ uiLanguage: 'zh', theme: 'light', editorMode: 'vim' })
  expect(readFileSync(join(demo, '.capstan/keybindings.json'), 'utf8')).toBe('{}')
  expect(readFileSync(join(demo, '.capstan/themes/mine.json'), 'utf8')).toBe('{}')
})

test('the locale speaks where no setting does, and settings that are damaged are no obstacle', () => {
  const [own, demo] = [makeDirectory(), makeDirectory()]
  mkdirSync(join(own, '.capstan'))
  writeFileSync(join(own, '.capstan/settings.json'), '{"theme": ')
  keepLook({ HOME: own, LANG: 'zh_CN.UTF-8' }, demo)
  expect(kept(demo)).toMatchObject({ uiLanguage: 'zh' })
  keepLook({ LANG: 'zh_CN.UTF-8' }, demo)
  expect(kept(demo)).toEqual({ uiLanguage: 'zh' })
})
