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

/** What declares a prompt is for the model. */
const FOR_MODEL = /^(?:export )?const (?:\w*PROMPT\w*|promptFor\w*)\b/

/** Every declaration of every command, without comments and prompts. */
const sources = (): readonly string[] => {
  const folder = join(import.meta.dirname, '..')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('zh'))
    .map(file => readFileSync(join(folder, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
    .flatMap(source => source.split(/^(?=(?:export )?(?:const|interface|type) )/m))
    .filter(declaration => !FOR_MODEL.test(declaration))
    .map(declaration => declaration.replaceAll(/kind: 'submit',\s+text: `[^`]*`/g, ''))
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

test('counts and details inside a line are told in Chinese: /compact, /cache and /insights', () => {
  expect(commandTextInChinese('Kept verbatim: 3 to-dos, 1 effect.')).toBe(
    '原样保留：3 项待办，1 条操作记录。',
  )
  expect(
    commandTextInChinese(
      '12:00:01 expired: 20 minutes since the previous request; 4,096 tokens again, $0.02',
    ),
  ).toBe('12:00:01 expired：距上次请求 20 分钟；重复 4,096 token，$0.02')
  expect(
    commandTextInChinese(
      'The last 30 days here: 2 sessions, 5 turns, 3 min of work, $0.10 or more, +3 -1 lines.',
    ),
  ).toBe('此处最近 30 天：2 个会话，5 轮，3 min 工作时间，至少 $0.10，+3 -1 行。')
})

const COUNTED = [
  'session',
  'turn',
  'plan',
  'message',
  'effect',
  'refusal',
  'to-do',
  'request',
  'day',
  'old result',
]
const LEADS = ['Describes this project for later', 'Waits a few', 'see the', 'Reads 2 files of earlier', 'v2']

test('words of others that end like a count stay as they are, alone, in a list and in a table', () => {
  for (const lead of LEADS)
    for (const noun of COUNTED.flatMap(each => [each, `${each}s`])) {
      const words = `${lead} ${noun}`
      expect(commandTextInChinese(words)).toBe(words)
      expect(commandTextInChinese(`| name |\n| --- |\n| ${words} |`)).toBe(`名称\n${words}`)
    }
  expect(commandTextInChinese('What you like or more')).toBe('What you like or more')
})

test.each([
  ['1,204 sessions', '1,204 个会话'],
  ['1 turn', '1 轮'],
  ['$0.10 or more', '至少 $0.10'],
  ['<$0.01 or more', '至少 <$0.01'],
  ['12 days', '12 天'],
])('the count %s is told in Chinese', (english, chinese) => {
  expect(commandTextInChinese(english)).toBe(chinese)
})
