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

/** Every sentence that stands in a source, with X for what varies. */
const saidIn = (source: string): readonly string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`((?:[^`\\$]|\\.|\$\{[^{}`]*\})*)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .flatMap(text =>
      text
        .replace(/\$\{[^}]*\}/g, 'X')
        .replaceAll('\\\\', '\\')
        .split(/\\n|\n/),
    )
    .filter(text => /^[A-Z].*[a-z]{2,} [a-z]{2,}.*[.:?]$/.test(text))

const sources = (): readonly string[] => {
  const folder = join(import.meta.dirname, '..')
  return ['', 'later']
    .flatMap(sub => readdirSync(join(folder, sub)).map(name => join(folder, sub, name)))
    .filter(file => /[a-z]\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
    .filter(source => !/PROMPT|promptFor/.test(source))
}

test('every sentence a command says has words in Chinese', () => {
  const said = sources().flatMap(saidIn)
  expect(said.length).toBeGreaterThan(60)
  expect(said.filter(text => !HAN.test(commandTextInChinese(text)))).toEqual([])
})

test('a table is told in Chinese columns, and what nobody knows stays as it is', () => {
  const table = '| limit for | limit |\n| --- | ---: |\n| this run | $5.00 |\n\nStop one with /stop <id>.'
  expect(commandTextInChinese(table)).toBe('范围      上限\n本次运行  $5.00\n\n用 /stop <id> 停止。')
  expect(commandTextInChinese('Something of an extension.')).toBe('Something of an extension.')
})
