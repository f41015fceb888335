import { createPinyin, type Pinyin } from '../../../../lib/text/pinyin.ts'
import { COMMAND_GROUPS, type CommandGroup, type CommandInfo } from '../../../../protocol/command-info.ts'
import { groupOf, isCommon } from '../../../../protocol/extensions/everyday-commands.ts'
import type { CompletionSource, Suggestion } from '../completion-source.ts'
import { once } from '../editor/once.ts'
import { matchName, type NameMatch } from './match-name.ts'

/**
 * `/` at the beginning: commands, by their names and other names.
 *
 * @param known when the list is there; it comes with the conversation, and people type before that
 */
export const createCommandSource = (
  commands: () => readonly CommandInfo[],
  known?: () => Promise<unknown>,
): CompletionSource => {
  const pinyin = once(createPinyin)
  return {
    name: 'command',
    find(text, caret) {
      const typed = /^\/[^\s/]*/.exec(text)?.[0]
      if (typed === undefined || caret === 0 || caret > typed.length) return undefined
      // A second slash makes it a path.
      if (text[typed.length] === '/') return undefined
      return { from: 0, to: typed.length, query: text.slice(1, caret) }
    },
    suggest: (query, { limit, again = () => {}, unfolded = false }) => {
      if (commands().length === 0) void known?.().then(again)
      return query === ''
        ? listCommands(commands(), unfolded ? 'all' : 'common')
        : suggestCommands(query, commands(), pinyin).slice(0, limit)
    },
  }
}

/** What helps a newcomer stands first. */
const GROUP_ORDER: readonly CommandGroup[] = ['help', ...COMMAND_GROUPS.filter(group => group !== 'help')]

/** Where nothing is typed yet: by group, the rare ones behind one line. */
const listCommands = (commands: readonly CommandInfo[], which: 'all' | 'common'): readonly Suggestion[] => {
  const shown = which === 'all' ? commands : commands.filter(isCommon)
  const rest = commands.length - shown.length
  const grouped = GROUP_ORDER.flatMap(group =>
    shown
      .filter(command => groupOf(command) === group)
      .map(command => ({ ...describe(command, { matched: [], certain: false }), group })),
  )
  return rest === 0 ? grouped : [...grouped, { insert: '/', label: '…', folded: rest }]
}

/** `/` after a blank: only what can stand in the middle of a text, such as skills. Without any it says nothing. */
export const createSkillSource = (skills: () => readonly CommandInfo[]): CompletionSource => ({
  name: 'skill',
  find(text, caret) {
    const typed = /\s\/([\w:-]*)$/.exec(text.slice(Math.max(0, caret - 100), caret))
    if (!typed || skills().length === 0) return undefined
    const query = typed[1] ?? ''
    const behind = /^[\w:-]*/.exec(text.slice(caret))?.[0].length ?? 0
    return { from: caret - query.length - 1, to: caret + behind, query }
  },
  suggest: (query, { limit }) =>
    suggestCommands(query, skills())
      .slice(0, limit)
      .map(({ submits: _submits, uncertain: _uncertain, ...rest }) => ({
        ...rest,
        insert: `${rest.insert.trimEnd()} `,
      })),
})

interface Ranked {
  readonly command: CommandInfo
  readonly score: number
  readonly suggestion: Suggestion
}

/** In the order of the list where they fit alike. */
const suggestCommands = (
  query: string,
  commands: readonly CommandInfo[],
  pinyin?: () => Pinyin,
): readonly Suggestion[] => {
  const sounds = pinyin && isChinese(commands) && LETTERS.test(query) ? pinyin() : undefined
  const beginning = commands.filter(command => namesOf(command).some(name => isBeginning(query, name)))
  return commands
    .flatMap((command): readonly Ranked[] => {
      const own = matchName(query, command.name)
      const other = (command.aliases ?? [])
        .flatMap(alias => {
          const match = sounds ? matchSound(query, alias, sounds) : matchName(query, alias)
          return match && query !== '' ? [{ alias, score: match.score - 1 }] : []
        })
        .sort((a, b) => b.score - a.score)[0]
      if (!own && !other) return []
      const byAlias = other !== undefined && other.score > (own?.score ?? Number.NEGATIVE_INFINITY)
      const matched = byAlias ? [] : (own?.matched ?? [])
      const certain = isCertain(query, command, beginning)
      const whole = byAlias && isSame(query, other.alias)
      const suggestion = describe(command, {
        ...{ matched, certain, whole },
        ...(byAlias ? { alias: other.alias } : {}),
      })
      return [{ command, score: byAlias ? other.score : (own?.score ?? 0), suggestion }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ suggestion }) => suggestion)
}

const LETTERS = /^[a-z]{2,}$/i
const HAN = /\p{Script=Han}/u

/** A list in Chinese: who reads it may type how names sound. */
const isChinese = (commands: readonly CommandInfo[]): boolean =>
  commands.some(({ description }) => HAN.test(description))

const WHOLE = 900
const PART = 500

const matchSound = (query: string, alias: string, pinyin: Pinyin): NameMatch | undefined => {
  const found = pinyin.matches(query, alias)
  if (found === undefined) return matchName(query, alias)
  const whole = found === 'start' && query.length === [...alias].length
  return { score: (whole ? WHOLE : PART) - alias.length, matched: [] }
}

const namesOf = ({ name, aliases = [] }: CommandInfo): readonly string[] => [name, ...aliases]

const isSame = (query: string, name: string): boolean => name.toLowerCase() === query.toLowerCase()

const isBeginning = (query: string, name: string): boolean =>
  query !== '' && name.toLowerCase().startsWith(query.toLowerCase())

/**
 * Whether what was typed means this command: its name, or the beginning of it. What ends, clears or starts something
 * must be the only one that begins so.
 */
const isCertain = (query: string, command: CommandInfo, beginning: readonly CommandInfo[]): boolean => {
  const names = namesOf(command)
  if (names.some(name => isSame(query, name))) return true
  if (!names.some(name => isBeginning(query, name))) return false
  return command.destructive || command.skill ? beginning.length === 1 : true
}

const describe = (
  command: CommandInfo,
  match: {
    readonly matched: readonly number[]
    readonly certain: boolean
    readonly whole?: boolean
    readonly alias?: string
  },
): Suggestion => {
  const hint = command.argumentHint ?? ''
  const alias = match.alias === undefined ? '' : ` (${match.alias})`
  // A dialog asks for what is missing; whoever typed another name of it out wants to run it, as with its own.
  const submits = hint === '' || command.panel !== undefined || match.whole === true
  return {
    // What takes arguments waits for them.
    insert: hint === '' ? `/${command.name}` : `/${command.name} `,
    label: `/${command.name}${alias}`,
    ...(hint === '' ? {} : { hint }),
    detail: command.description,
    matched: match.matched.map(at => at + 1),
    ...(submits ? { submits } : {}),
    ...(submits && !match.certain ? { uncertain: true } : {}),
  }
}

/** How the arguments look, right behind a command and its blank. */
export const argumentHint = (text: string, commands: readonly CommandInfo[]): string | undefined => {
  const name = /^\/(\S+) $/.exec(text)?.[1]
  if (name === undefined) return undefined
  return commands.find(command => command.name === name || command.aliases?.includes(name))?.argumentHint
}
