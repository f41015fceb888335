import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseArgs } from '../src/cli/args/parse-args.ts'
import { REPOSITORY } from './support/run-program.ts'

const PAGES = ['README.md', ...readdirSync(join(REPOSITORY, 'docs')).map(name => join('docs', name))].filter(
  name => name.endsWith('.md'),
)

const FENCED = /^```[^\n]*\n([\s\S]*?)^```/gm
const INLINE = /`((?:[A-Z_]+=\S+ )*capstan (?:\\.|[^`])*)`/g
const LINE = /^\s*((?:[A-Z_]+=\S+ )*capstan .*)$/gm
/** A word of a command, a stretch in quotes, or what ends the command: a comment, a pipe, a redirection, a gap. */
const PIECE = /"((?:\\.|[^"])*)"|'([^']*)'|(\s{2,}|\s#\s|\s[|<>]\s)|([^\s"']+)/g

/** What stands for `<id>`, `<message uuid>` and the like: fits where a UUID is wanted, too. */
const ANY = '00000000-0000-4000-8000-000000000000'

/** The arguments of `capstan …`, without what is only named (`[session]`, `…`) and what follows the command. */
const argumentsOf = (line: string): readonly string[] => {
  const words: string[] = []
  for (const [, double, single, end, bare] of line
    .replaceAll('\\|', '|')
    .replaceAll(/<[a-z][^>]*>/g, ANY)
    .matchAll(PIECE)) {
    if (end !== undefined) break
    words.push(double ?? single ?? bare ?? '')
  }
  return words.slice(words.indexOf('capstan') + 1).filter(word => !/^\[.*|.*\]$|^…$/.test(word))
}

const commandsOf = (page: string): readonly string[] => {
  const text = readFileSync(join(REPOSITORY, page), 'utf8')
  const fenced = [...text.matchAll(FENCED)].flatMap(([, block = '']) => [...block.matchAll(LINE)])
  const inline = [...text.replaceAll(FENCED, '').matchAll(INLINE)]
  return [...fenced, ...inline].map(([, line = '']) => line)
}

/** Why a command cannot be run as it is written; undefined: it can. */
const faultOf = (line: string): string | undefined => {
  const parsed = parseArgs(argumentsOf(line))
  if (parsed.kind === 'usage_error') return parsed.message
  if (parsed.kind !== 'run' || !parsed.options.print || parsed.options.prompt !== undefined) return undefined
  // A flag with several values takes the prompt behind it for one of them.
  const { allowedTools, disallowedTools, tools = [], addDir, mcpConfig = [] } = parsed.options
  const lists = [allowedTools, disallowedTools, tools, addDir, mcpConfig]
  return lists.some(values => values.length > 1) ? 'a list flag took the prompt' : undefined
}

test('a flag that does not exist, and one that takes the prompt, are found', () => {
  expect(faultOf('capstan -p "x" --no-such-flag')).toContain('--no-such-flag')
  expect(faultOf('capstan -p --allowed-tools "Bash(npm test)" "/goal $ npm test"')).toBe(
    'a list flag took the prompt',
  )
  expect(faultOf(`capstan -p '/goal $ npm test' --allowed-tools "Bash(npm test)"   # why`)).toBeUndefined()
})

test('every command of the documentation is one the program takes', () => {
  const commands = PAGES.flatMap(page => commandsOf(page).map(line => ({ page, line })))
  expect(commands.length).toBeGreaterThan(150)
  const faults = commands.flatMap(({ page, line }) => {
    const fault = faultOf(line)
    return fault === undefined ? [] : [`${page}: ${line}: ${fault}`]
  })
  expect(faults).toEqual([])
})
