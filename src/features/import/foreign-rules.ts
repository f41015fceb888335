import { importText } from '../../protocol/messages/commands/imports.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'

export type Verdict = 'allow' | 'ask' | 'deny'

/** A rule of ours that forbids or asks at least as much and allows at most as much, or why there is none. */
export type WrittenRule = { readonly rule: string } | { readonly why: LocalizedText } | undefined

const SHELL = RULE_NAMES.shell

/** Words that a rule can hold without one of them meaning something. */
const PLAIN = /^[\w./@:=,+%-]+(?: [\w./@:=,+%-]+)*$/

/** A program that runs what it is given would make a rule for its name one for everything. */
const RUNS_ANYTHING = new Set(
  'bash sh zsh fish dash ksh csh pwsh powershell cmd python python2 python3 node deno bun ruby perl php lua osascript eval exec source command builtin xargs env sudo doas su nohup timeout nice watch find ssh docker podman npx pnpx bunx uvx pipx make awk gawk sed tee parallel'.split(
    ' ',
  ),
)

/** A pattern of commands (`git push *`), as other programs write it: a star stands for anything. */
export const commandRule = (pattern: string, verdict: Verdict): WrittenRule => {
  const text = pattern.trim().replace(/:\*$/, ' *')
  if (/^\*+$/.test(text)) return everyCommand(text, verdict)
  if (text === '' || /[()\p{Cc}]/u.test(text)) return refusal(pattern, verdict)
  if (verdict !== 'allow') return { rule: `${SHELL}(${text.replaceAll('?', '*')})` }
  const isPrefix = /\s*\*$/.test(text)
  const words = text.replace(/\s*\*$/, '')
  if (!PLAIN.test(words)) return refusal(pattern, verdict)
  const [program = '', ...rest] = words.split(' ')
  if (isPrefix && rest.length === 0 && RUNS_ANYTHING.has(baseOf(program))) return anyCommand(pattern)
  if (isPrefix && RUNS_ANYTHING.has(baseOf(program)) && rest.every(word => word.startsWith('-')))
    return anyCommand(pattern)
  return { rule: `${SHELL}(${words}${isPrefix ? ' *' : ''})` }
}

const baseOf = (program: string): string => program.split('/').at(-1) ?? program

const anyCommand = (rule: string): WrittenRule => ({ why: importText('any_command', { rule }) })

const everyCommand = (rule: string, verdict: Verdict): WrittenRule => {
  if (verdict === 'allow') return anyCommand(rule)
  return verdict === 'ask' ? undefined : { why: importText('denies_the_rest', { rule }) }
}

const refusal = (rule: string, verdict: Verdict): WrittenRule => ({
  why: importText(verdict === 'allow' ? 'not_plain' : 'deny_not_written', { rule }),
})

/** A rule for a kind of call as a whole, or for what matches. Nothing is allowed by it: reading is already, the rest asks. */
export const kindRule = (
  kind: 'read' | 'write' | 'network' | 'web-search' | 'shell',
  pattern: string | undefined,
  verdict: Verdict,
): WrittenRule => {
  const name = RULE_NAMES[kind]
  const rule = pattern === undefined ? name : `${name}(${pattern})`
  if (verdict === 'allow') return kind === 'read' ? undefined : { why: importText('widens', { what: rule }) }
  if (pattern !== undefined && (pattern === '' || /[()\p{Cc}]/u.test(pattern))) return refusal(rule, verdict)
  return { rule }
}

/** Rules of Codex: calls of `prefix_rule` with a `pattern` of words (a list stands for either) and a `decision`. */
export const readPrefixRules = (
  text: string,
): readonly { readonly pattern: string; readonly verdict: Verdict }[] =>
  [...withoutComments(text).matchAll(/\bprefix_rule\s*\(/g)].flatMap(({ index = 0 }) => {
    const call = text.length === 0 ? '' : withoutComments(text).slice(index)
    const list = /\bpattern\s*=\s*\[/.exec(call)
    const [, decision = 'allow'] = /\bdecision\s*=\s*["'](\w+)["']/.exec(untilNext(call)) ?? []
    const words = list ? listAt(call, list.index + list[0].length) : undefined
    const verdict = VERDICTS.get(decision)
    if (!words || !verdict) return []
    return combined(words).map(each => ({ pattern: `${each.join(' ')} *`, verdict }))
  })

const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['allow', 'allow'],
  ['prompt', 'ask'],
  ['forbidden', 'deny'],
])

/** A comment ends with its line; a sign within quotes begins none. */
const withoutComments = (text: string): string =>
  text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*/g, (_, quoted?: string) => quoted ?? '')

/** The call itself, and not what belongs to the one behind it. */
const untilNext = (call: string): string => {
  const next = call.indexOf('prefix_rule', 'prefix_rule'.length)
  return next === -1 ? call : call.slice(0, next)
}

const LIST_PART = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\[)|(\])|,)/y

/** Strings and lists of strings up to the bracket that closes; undefined: something else stands there. */
const listAt = (text: string, start: number): readonly (readonly string[])[] | undefined => {
  const words: string[][] = []
  let inner: string[] | undefined
  LIST_PART.lastIndex = start
  for (;;) {
    const found = LIST_PART.exec(text)
    if (!found) return undefined
    const [, quoted, opens, closes] = found
    if (quoted !== undefined) {
      const word = quoted.slice(1, -1).replace(/\\(.)/g, '$1')
      if (inner) inner.push(word)
      else words.push([word])
    } else if (opens) {
      if (inner) return undefined
      inner = []
    } else if (closes) {
      if (!inner) return words
      words.push(inner)
      inner = undefined
    }
  }
}

const MOST_RULES = 100

/** Every way through the alternatives. */
const combined = (words: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  words.reduce<readonly (readonly string[])[]>(
    (all, choices) => all.flatMap(each => choices.map(word => [...each, word])).slice(0, MOST_RULES),
    [[]],
  )
