import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_HELP_ZH, FLAG_HELP_ZH, GROUP_ZH } from '../src/cli/args/help-zh.ts'
import { LEDGER_WORDS } from '../src/cli/ledger/ledger-words.ts'
import { SETTING_WORDS } from '../src/features/settings/rows/setting-words.ts'
import { loadWords } from '../src/frontends/tui/text/words.ts'
import { zh as page } from '../src/frontends/web/text/zh.ts'
import { englishIn } from './support/english-sentences.ts'

const ROOT = join(import.meta.dirname, '..')

interface Rows {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}

const isArea = (value: unknown): value is Rows =>
  typeof value === 'function' && 'area' in value && 'rows' in value

const HAN = String.raw`[\p{Script=Han}，。；：！？、（）“”]`
/** One blank between two Chinese signs; two and more set columns apart. */
const BLANK = new RegExp(String.raw`(?<=${HAN}) (?=\p{Script=Han})`, 'u')
/** The small signs of another script right behind a Chinese word. */
const HALF_WIDTH = /\p{Script=Han}[,;:!?](?![\w/{])/u

/** A command as it is typed, what a menu of macOS says. */
const FOREIGN: ReadonlySet<string> = new Set(['memory requests on', 'Use Option as Meta'])

/** What is wrong with a Chinese text. A key is told from what it does by a blank. */
const faultsOf = (text: string): readonly string[] => [
  ...englishIn(text).filter(each => !FOREIGN.has(each)),
  ...(BLANK.test(text.replaceAll('空格 ', '')) ? [`blank: ${text}`] : []),
  ...(HALF_WIDTH.test(text) ? [`half width: ${text}`] : []),
]

/** All texts in a tree of words; functions say theirs of arguments that are names. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return said(value as (...args: readonly unknown[]) => unknown)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const said = (make: (...args: readonly unknown[]) => unknown): readonly string[] => {
  for (const args of [
    ['X1', 'Y2', 'Z3'],
    [2, 3, 4],
  ])
    try {
      const text = make(...args)
      if (typeof text === 'string') return [text]
    } catch {
      // It takes something else; other tests read what it says.
    }
  return []
}

const readAreas = async (): Promise<readonly (readonly [string, string])[]> => {
  const files = globSync('src/protocol/messages/**/*.ts', { cwd: ROOT }).filter(
    file => !file.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map(async file => (await import(join(ROOT, file))) as Record<string, unknown>),
  )
  return modules
    .flatMap(each => Object.values(each))
    .filter(isArea)
    .flatMap(({ area, rows }) => Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const))
}

test('no row of the catalogue has an English sentence, a blank or a half-width sign in its Chinese', async () => {
  const rows = await readAreas()
  expect(rows.length).toBeGreaterThan(2000)
  const faults = rows.flatMap(([id, zh]) => faultsOf(zh).map(fault => `${id}: ${fault}`))
  expect([...new Set(faults)]).toEqual([])
})

test.each([
  ['the terminal', await loadWords('zh')],
  ['the page', page],
  ['flags', FLAG_HELP_ZH],
  ['subcommands', COMMAND_HELP_ZH],
  ['groups of flags', GROUP_ZH],
  ['the ledger', LEDGER_WORDS.zh],
  ['settings', Object.values(SETTING_WORDS).map(({ zh }) => zh)],
])('%s: no English sentence, blank or half-width sign in Chinese', (_, words) => {
  expect([...new Set(textsIn(words).flatMap(faultsOf))]).toEqual([])
})
