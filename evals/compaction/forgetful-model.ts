import type { Scenario, ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import type { Model, ModelRequest } from '../../src/protocol/model.ts'
import { FINISH, PLANTED_SESSION } from './planted-session.ts'

/** A summary as a tired model writes it: the gist, and hardly anything that was planted. */
const MEDIOCRE_SUMMARY =
  '<summary>The user works on an invoice tool. Several files were changed, some commands were run and the layout was discussed at length. The work is going on.</summary>'

export interface ForgetfulModel extends Model {
  /** Requests of the conversation itself, in order. */
  readonly requests: readonly ModelRequest[]
  readonly summaries: number
}

/**
 * Plays the session, sums it up badly, and then goes on from nothing but what the request says: it does every step of
 * the checklist that the request does not show as done.
 */
export const createForgetfulModel = (): ForgetfulModel => {
  const session = createScriptedModel({ replies: PLANTED_SESSION.flatMap(turn => turn.replies) })
  const requests: ModelRequest[] = []
  let summaries = 0
  let finishing = false
  return {
    requests,
    get summaries() {
      return summaries
    },
    stream(request, signal) {
      if (request.source === 'compact') {
        summaries += 1
        return play({ text: MEDIOCRE_SUMMARY }).stream(request, signal)
      }
      requests.push(request)
      const begins = !finishing && lastText(request).includes(FINISH)
      finishing ||= begins
      if (!finishing) return session.stream(request, signal)
      return play(begins ? goOn(request) : { text: 'The release is finished.' }).stream(request, signal)
    },
  }
}

const play = (reply: ScriptedReply): Model => createScriptedModel({ replies: [reply] } satisfies Scenario)

const goOn = (request: ModelRequest): ScriptedReply => {
  const text = textOf(request)
  const [checklist = ''] = /Release steps, [^\n]*/.exec(text) ?? []
  const commands = Array.from(checklist.matchAll(/bash steps\/run\.sh [\w-]+/g), ([command]) => command)
  const missing = commands.filter(command => !text.includes(`ran: ${command}`))
  return {
    tools: [
      ...missing.map(command => ({ name: 'Bash', input: { command } })),
      { name: 'Recall', input: { query: 'sha256sum parts.csv' } },
    ],
  }
}

/** All that a request says, as the model reads it. */
export const textOf = (request: ModelRequest): string =>
  request.messages
    .flatMap(({ content }) => content)
    .map(block => {
      if (block.type === 'text') return block.text
      if (block.type !== 'tool_result') return ''
      return typeof block.content === 'string'
        ? block.content
        : block.content.map(inner => (inner.type === 'text' ? inner.text : '')).join('\n')
    })
    .join('\n')

const lastText = ({ messages }: ModelRequest): string =>
  (messages.at(-1)?.content ?? []).map(block => (block.type === 'text' ? block.text : '')).join('\n')
