import { expect, test } from 'vitest'
import { COMMANDS } from '../src/features/commands/index.ts'
import { createCommandSource } from '../src/frontends/tui/input/completion/command-source.ts'
import type { Suggestion } from '../src/frontends/tui/input/completion-source.ts'
import { EVERYDAY_COMMANDS } from '../src/protocol/extensions/everyday-commands.ts'

const source = createCommandSource(() => COMMANDS)
const suggest = (query: string, unfolded = false): readonly Suggestion[] =>
  source.suggest(query, {
    limit: 100,
    signal: new AbortController().signal,
    unfolded,
  }) as readonly Suggestion[]

/** What Enter does where nobody moved the pointer: the text that is sent, or nothing. */
const entered = (query: string): string | undefined => {
  const [first] = suggest(query)
  if (!first) return undefined
  const name = first.insert.trim()
  return (first.submits && !first.uncertain) || name === `/${query}` ? name : undefined
}

const NAMES = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(each => ({ each, name })))
const BEGINNINGS = [...new Set(NAMES.flatMap(({ each }) => [...each].map((_, at) => each.slice(0, at + 1))))]

test('a whole name or alias means that command, whatever else begins so', () => {
  expect(NAMES.filter(({ each, name }) => suggest(each)[0]?.insert.trim() !== `/${name}`)).toEqual([])
})

test('the beginning of a name runs nothing destructive unless nothing else begins so', () => {
  const surprises = BEGINNINGS.filter(query => {
    const sent = entered(query)
    const command = COMMANDS.find(({ name }) => `/${name}` === sent)
    if (!command?.destructive || NAMES.some(({ each }) => each === query)) return false
    const others = NAMES.filter(({ each, name }) => each.startsWith(query) && name !== command.name)
    return others.length > 0
  })
  expect(surprises).toEqual([])
})

test('letters that only stand somewhere in a name run nothing', () => {
  const inside = BEGINNINGS.map(query => query.slice(1)).filter(
    query => query !== '' && !NAMES.some(({ each }) => each.startsWith(query)),
  )
  expect(inside.filter(query => entered(query) !== undefined)).toEqual([])
})

test.each([
  ['mod', '/model'],
  ['the', '/theme'],
  ['conf', '/config'],
  ['cont', '/context'],
  ['sta', '/status'],
  ['clea', '/clear'],
  ['cl', '/clear'],
  ['fo', undefined],
  ['c', undefined],
  ['xt', undefined],
  ['add', undefined],
  ['', undefined],
])('Enter on /%s sends %j', (query, sent) => {
  expect(entered(query)).toBe(sent)
})

test('the list is grouped, each group once, and the rare ones are behind one line', () => {
  const short = suggest('')
  const groups = (list: readonly Suggestion[]): readonly unknown[] =>
    list.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
  expect(groups(short)).toEqual([
    'help',
    'conversation',
    'context',
    'work',
    'permissions',
    'setup',
    undefined,
  ])
  expect(short.at(-1)).toMatchObject({ folded: COMMANDS.length - EVERYDAY_COMMANDS.size })
  expect(short).toHaveLength(EVERYDAY_COMMANDS.size + 1)
  const whole = suggest('', true)
  expect(groups(whole)).toEqual(['help', 'conversation', 'context', 'work', 'permissions', 'setup'])
  expect(whole.map(({ label }) => label).toSorted()).toEqual(
    COMMANDS.map(({ name }) => `/${name}`).toSorted(),
  )
})
