import type { JsonRecord } from '../json-shape.ts'
import type { ReplyMatcher, Scenario, ScriptedReply } from './scenario.ts'
import { resultText, systemText, textOf, type WireBody, wireMessages } from './wire-body.ts'

/** The scenario has no reply for a request. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  readonly kind = 'no_reply'
}

/** Picks replies in order and remembers which are used up. */
export const createReplyPicker = (scenario: Scenario): ((body: WireBody, index: number) => ScriptedReply) => {
  const used = new Map<ScriptedReply, number>()
  const isLeft = (reply: ScriptedReply): boolean =>
    reply.repeat === true || (used.get(reply) ?? 0) < (reply.times ?? 1)

  return (body, index) => {
    const question = readQuestion(body, index)
    const reply = scenario.replies.find(each => isLeft(each) && matches(each.when ?? {}, question))
    if (!reply) throw new NoReplyError(describeMiss(scenario, question, isLeft))
    used.set(reply, (used.get(reply) ?? 0) + 1)
    return reply
  }
}

interface Question {
  readonly index: number
  readonly model: string
  readonly system: string
  readonly text: string
  readonly results: readonly { readonly text: string; readonly tool: string; readonly isError: boolean }[]
}

const readQuestion = (body: WireBody, index: number): Question => {
  const messages = wireMessages(body)
  const last = messages.findLast(message => message.role === 'user')?.blocks ?? []
  const results = last.filter(block => block['type'] === 'tool_result')
  const names = results.length > 0 ? toolNames(messages.flatMap(message => message.blocks)) : new Map()
  return {
    index,
    model: String(body['model']),
    system: systemText(body),
    text: textOf(last),
    results: results.map(block => ({
      text: resultText(block),
      tool: names.get(block['tool_use_id']) ?? '',
      isError: block['is_error'] === true,
    })),
  }
}

const toolNames = (blocks: readonly JsonRecord[]): ReadonlyMap<unknown, string> =>
  new Map(
    blocks.filter(block => block['type'] === 'tool_use').map(block => [block['id'], String(block['name'])]),
  )

const matches = (when: ReplyMatcher, question: Question): boolean => {
  if (when.requestIndex !== undefined && when.requestIndex !== question.index) return false
  if (when.model !== undefined && !holds(when.model, question.model)) return false
  if (when.system !== undefined && !holds(when.system, question.system)) return false
  if (when.lastUserText !== undefined && !holds(when.lastUserText, question.text)) return false
  const wanted = when.toolResult
  if (!wanted) return true
  return question.results.some(
    result =>
      (wanted.tool === undefined || wanted.tool === result.tool) &&
      (wanted.isError === undefined || wanted.isError === result.isError) &&
      (wanted.contains === undefined || holds(wanted.contains, result.text)),
  )
}

const PATTERN = /^\/(.+)\/([dimsuvy]*)$/s

const holds = (wanted: string | RegExp, text: string): boolean => {
  if (typeof wanted !== 'string') return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(text)
  const pattern = PATTERN.exec(wanted)
  return pattern ? new RegExp(pattern[1] ?? '', pattern[2]).test(text) : text.includes(wanted)
}

const describeMiss = (
  scenario: Scenario,
  question: Question,
  isLeft: (reply: ScriptedReply) => boolean,
): string => {
  const left = scenario.replies.flatMap((reply, at) =>
    isLeft(reply) ? [`replies[${at}] wants ${describeMatcher(reply.when)}`] : [],
  )
  const tools = question.results.map(result => `${result.tool}: ${shorten(result.text)}`)
  return [
    `Scenario ${scenario.name ?? '(unnamed)'} has no reply for request ${question.index} to ${question.model}.`,
    `Last user text: ${shorten(question.text)}.`,
    tools.length > 0 ? `Tool results: ${tools.join('; ')}.` : '',
    left.length > 0 ? `Left: ${left.join('; ')}.` : 'All replies are used up.',
  ]
    .filter(line => line !== '')
    .join(' ')
}

const describeMatcher = (when: ReplyMatcher | undefined): string =>
  JSON.stringify(when ?? {}, (_, value) => (value instanceof RegExp ? String(value) : value))

const shorten = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
