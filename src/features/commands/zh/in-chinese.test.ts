import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../index.ts'
import { commandInfoInChinese, commandTextInChinese } from './in-chinese.ts'

const HAN = /\p{Script=Han}/u

test('every command is described in Chinese', () => {
  const english = COMMANDS.filter(command => !HAN.test(commandInfoInChinese(command).description))
  expect(english.map(({ name }) => name)).toEqual([])
})

/** Every text that is shown or thrown as it stands, with A, B … for what varies. */
const saidIn = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /(?:text: |OpError\(\s*)(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`((?:[^`\\$]|\\.|\$\{[^{}`]*\})*)`)/g,
    ),
  ]
    .filter(([whole], _, __) => !whole.includes("kind: 'submit'"))
    .map(([, single, double, template]) =>
      (single ?? double ?? template ?? '')
        .replace(/\$\{[^}]*\}/g, 'X')
        .replaceAll('\\n\\n', '\n')
        .replaceAll('\\\\', '\\'),
    )
    .filter(text => /[a-z]{2,} [a-z]{2,}/.test(text))

test('what commands show or refuse with has words in Chinese', () => {
  const folder = join(import.meta.dirname, '..')
  const files = ['', 'later'].flatMap(sub =>
    readdirSync(join(folder, sub))
      .filter(name => /^[a-z-]+\.ts$/.test(name))
      .map(name => join(folder, sub, name)),
  )
  const sources = files.map(file => readFileSync(file, 'utf8').replace(/kind: 'submit', text: [^\n]*/g, ''))
  const said = sources.flatMap(saidIn)
  expect(said.length).toBeGreaterThan(80)
  expect(said.filter(text => !HAN.test(commandTextInChinese(text)))).toEqual([])
})

test('a table is told in Chinese columns, and what is exact stays', () => {
  expect(
    commandTextInChinese(
      '| limit for | limit |\n| --- | ---: |\n| this run | $5.00 |\n\nStop one with /stop <id>.',
    ),
  ).toBe('范围    上限\n本次运行  $5.00\n\n用 /stop <id> 停止。')
  expect(commandTextInChinese('Something of an extension.')).toBe('Something of an extension.')
})
