import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import type { ExplainedPart } from '../../../protocol/permission.ts'
import { findGuard } from '../guard-shell.ts'
import { findRestriction, type ShellCase } from '../judge-shell.ts'
import type { Part } from '../shell/reading.ts'
import { readingOf } from './decide-alone.ts'
import { besideCommand } from './reason.ts'

const MAX_STARTED = 8

const spelled = (command: SimpleCommand): string => command.words.map(word => word.raw).join(' ')

const RUNNERS =
  /^(?:env|sudo|doas|watch|setsid|ionice|flock|xargs|timeout|time|nice|nohup|stdbuf|command|builtin|exec|(?:ba|da|z|k|a|rba)?sh|eval|find)$/

/** The value of an option may look like a command: it counts for rules that restrict, but nobody wants to read it. */
const isGuess = (view: SimpleCommand, outer: readonly string[], all: readonly string[]): boolean => {
  if (RUNNERS.test(view.words[0]?.text ?? '')) return false
  const own = spelled(view)
  const at = outer.findIndex(text => text.endsWith(` ${own}`))
  const before = outer[at]?.slice(0, -own.length).trimEnd().split(' ').at(-1) ?? ''
  const later = all.some(text => text !== own && own.endsWith(` ${text}`))
  return /^(?:-[^=]*|flock|timeout)$/.test(before) && later
}

/** What a wrapper that changes nothing stands before is the command itself. */
const isItself = (view: SimpleCommand, part: Part): boolean => {
  const { command, via } = unwrap(part.command)
  return via.length > 0 && !via.includes('xargs') && view.words.length >= command.words.length
}

/** The commands that a wrapper, a shell or an action would start: which rules restrict them is found inside. */
export const explainStarted = (
  part: Part,
  one: ShellCase,
  verdict: ExplainedPart['verdict'],
): readonly ExplainedPart[] => {
  const views = part.views.slice(1)
  const texts = views.map(spelled)
  const own = spelled(part.command)
  const found = new Map<string, ExplainedPart>()
  for (const view of views) {
    const text = spelled(view)
    // A form of the command that reads like it, because nothing in it is known, is the command itself.
    if (text === '' || found.has(text) || text === own) continue
    const only: ShellCase = {
      ...one,
      reading: readingOf(one.reading, [
        { ...part, views: [view], touched: [], unknown: [], redirects: [], mentions: [], texts: [] },
      ]),
    }
    const denied = findRestriction(only, 'deny')
    const hit = denied ?? findRestriction(only, 'ask') ?? findGuard(only)
    if (!hit && (isItself(view, part) || isGuess(view, [own, ...texts], texts))) continue
    const program = part.command.words[0]?.text
    const started =
      program === undefined ? explainText('it_starts_it') : explainText('starts_it', { program })
    found.set(text, {
      text,
      verdict: denied ? 'deny' : hit || verdict !== 'allow' ? 'ask' : 'allow',
      why: hit
        ? explainText('starts_it_and', { started, why: besideCommand(hit.why, part.command.text) })
        : started,
      ...(hit?.rule ? { rule: hit.rule } : {}),
    })
  }
  const all = [...found.values()]
  if (all.length <= MAX_STARTED) return all
  const left = all.length - MAX_STARTED
  return [
    ...all.slice(0, MAX_STARTED),
    { text: '…', verdict, why: explainText('more_commands', { count: left }) },
  ]
}
