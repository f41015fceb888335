import type { PermissionOption, ToolCall } from '@agentclientprotocol/sdk'
import { errorText } from '../../../lib/error-text.ts'
import { field, textField } from '../../../lib/values/read-field.ts'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import { messageFields } from '../../../protocol/messages/localized-text.ts'
import type { PermissionAnswer, PermissionRequest } from '../../../protocol/permission.ts'
import type { ClientPort } from '../client-port.ts'
import type { PathNames } from '../path-names.ts'
import type { ToolCalls } from '../updates/tool-calls.ts'
import { askedCall } from './asked-call.ts'
import { PARTS_ID, partCalls, partChoices, partsAnswer, partsOption, withParts } from './change-parts.ts'
import { type Choice, ONE_OF_KIND, permissionChoices, REJECTED, STOPPED } from './permission-options.ts'
import {
  type Answers,
  type AskedQuestion,
  formAnswers,
  questionForm,
  readQuestions,
} from './person-questions.ts'
import { planChoices, planContent } from './plan-question.ts'

interface Asking {
  readonly client: ClientPort
  readonly sessionId: string
  readonly calls: Pick<ToolCalls, 'describe'>
  readonly names: PathNames
  /** The language of what the person reads. */
  readonly localize: Localize
}

/** Puts the questions of a session to the person at the client. Whatever is not a clear yes is a no. */
export class ClientQuestions {
  readonly #asking: Asking
  readonly #open = new Map<string, AbortController>()

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** The answer; undefined when the question was withdrawn meanwhile. */
  async ask(request: PermissionRequest): Promise<PermissionAnswer | undefined> {
    const controller = new AbortController()
    this.#open.set(request.id, controller)
    try {
      return await this.#put(request, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return undefined
      return {
        behavior: 'deny',
        ...messageFields(acpText('cannot_ask', { reason: errorText(error) })),
        failed: true,
      }
    } finally {
      this.#open.delete(request.id)
    }
  }

  /** Nobody waits for the answer any more. */
  withdraw(id: string): void {
    this.#open.get(id)?.abort()
  }

  async #put(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    const body = request.presentation?.body
    const questions = body?.type === 'questions' ? readQuestions(request.input) : undefined
    if (questions) return await this.#askPerson(request, questions, signal)
    const { client, localize } = this.#asking
    const call = askedCall(request, this.#asking)
    const plan =
      body?.type === 'plan' && body.proposed !== undefined ? planContent(request.input, localize) : undefined
    const choices = plan
      ? planChoices(request, localize)
      : permissionChoices(request, { localize, listed: client.abilities.listsOptions })
    const parts = client.abilities.listsOptions ? partsOption(request, localize) : undefined
    const options = withParts(optionsOf(choices), parts)
    const chosen = await this.#choose(plan ? { ...call, content: plan } : call, options, signal)
    if (parts && chosen?.id === PARTS_ID)
      return withWords(await this.#chooseParts(call, request, signal), chosen.note)
    const answer = choices.find(({ option }) => option.optionId === chosen?.id)?.answer ?? STOPPED
    return withWords(answer, chosen?.note)
  }

  /** Each part of a change by itself; leaving one of them unanswered stops all of it. */
  async #chooseParts(
    call: ToolCall,
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const { localize } = this.#asking
    const taken: number[] = []
    for (const [at, part] of partCalls(call, request, localize).entries()) {
      const id = (await this.#choose(part, partChoices(localize), signal))?.id
      if (id === undefined) return STOPPED
      if (id === ONE_OF_KIND.allow_once) taken.push(at)
    }
    return partsAnswer(taken)
  }

  /** The option, with a note; undefined when the person, or the client for them, chose none. */
  async #choose(
    toolCall: ToolCall,
    options: PermissionOption[],
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly note: string | undefined } | undefined> {
    const { client, sessionId } = this.#asking
    const { outcome, _meta } = await client.askPermission({ sessionId, toolCall, options }, signal)
    const note = textField(field(_meta, 'capstan'), 'note')
    return outcome.outcome === 'selected' ? { id: outcome.optionId, note } : undefined
  }

  async #askPerson(
    request: PermissionRequest,
    questions: readonly AskedQuestion[],
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const answers = this.#asking.client.abilities.forms
      ? await this.#fillIn(request, questions, signal)
      : await this.#chooseEach(request, questions, signal)
    if ('behavior' in answers) return answers
    return { behavior: 'allow', updatedInput: { ...(request.input as object), answers: answers.given } }
  }

  async #fillIn(
    request: PermissionRequest,
    questions: readonly AskedQuestion[],
    signal: AbortSignal,
  ): Promise<PermissionAnswer | { readonly given: Answers }> {
    const { client, sessionId } = this.#asking
    const message = questions.map(({ question }) => question).join('\n')
    const requestedSchema = questionForm(questions, this.#asking.localize)
    const { toolUseId: toolCallId } = request
    const response = await client.elicit(
      { mode: 'form', sessionId, toolCallId, message, requestedSchema },
      signal,
    )
    if (response.action === 'accept') return { given: formAnswers(questions, response['content']) }
    return response.action === 'decline' ? REJECTED : STOPPED
  }

  /** One question after another, each answered by choosing; of several choices one at a time. */
  async #chooseEach(
    request: PermissionRequest,
    questions: readonly AskedQuestion[],
    signal: AbortSignal,
  ): Promise<PermissionAnswer | { readonly given: Answers }> {
    const choose = this.#asking.client.abilities.listsOptions ? this.#chooseInList : this.#chooseByYes
    const given: Record<string, string> = {}
    for (const asked of questions) {
      const chosen = await choose.call(this, request, asked, signal)
      if (chosen === undefined) return STOPPED
      if (chosen.length > 0) given[asked.question] = chosen.join(', ')
    }
    return { given }
  }

  async #chooseInList(
    request: PermissionRequest,
    asked: AskedQuestion,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    const chosen: string[] = []
    for (;;) {
      const call = this.#questionCall(request, asked, asked.question)
      const id = (await this.#choose(call, questionOptions(asked, chosen, this.#asking.localize), signal))?.id
      if (id === undefined) return undefined
      const label = asked.options[Number(id)]?.label
      if (label !== undefined) chosen.push(label)
      if (label === undefined || !asked.several || chosen.length === asked.options.length) return chosen
    }
  }

  /** A client that binds a key to each kind would answer with a choice it never showed: it is asked about one at a time. */
  async #chooseByYes(
    request: PermissionRequest,
    asked: AskedQuestion,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    const chosen: string[] = []
    for (const option of asked.options) {
      const title = `${asked.question} ${choiceName(option)}`
      const call = this.#questionCall(request, { ...asked, options: [option] }, title)
      const id = (await this.#choose(call, yesOrNo(option, this.#asking.localize), signal))?.id
      if (id === undefined) return undefined
      if (id === ONE_OF_KIND.allow_once) chosen.push(option.label)
      if (chosen.length > 0 && !asked.several) break
    }
    return chosen
  }

  #questionCall(request: PermissionRequest, asked: AskedQuestion, title: string): ToolCall {
    const { presentation } = request
    return {
      ...this.#asking.calls.describe({
        ...request,
        id: request.toolUseId,
        name: request.toolName,
        input: { questions: [asked] },
        ...(presentation ? { presentation: { ...presentation, title: [title] } } : {}),
      }),
      rawInput: request.input,
    }
  }
}

const optionsOf = (choices: readonly Choice[]): PermissionOption[] => choices.map(({ option }) => option)

const choiceName = ({ label, description }: AskedQuestion['options'][number]): string =>
  description === '' ? label : `${label} – ${description}`

const yesOrNo = (option: AskedQuestion['options'][number], localize: Localize): PermissionOption[] => [
  { optionId: ONE_OF_KIND.allow_once, name: choiceName(option), kind: 'allow_once' },
  { optionId: ONE_OF_KIND.reject_once, name: localize(acpText('not_this')), kind: 'reject_once' },
]

const questionOptions = (
  { options, several }: AskedQuestion,
  chosen: readonly string[],
  localize: Localize,
): PermissionOption[] => [
  ...options.flatMap((option, at): readonly PermissionOption[] =>
    chosen.includes(option.label)
      ? []
      : [{ optionId: String(at), name: choiceName(option), kind: 'allow_once' }],
  ),
  several && chosen.length > 0
    ? { optionId: 'done', name: localize(acpText('done', { chosen: chosen.join(', ') })), kind: 'allow_once' }
    : { optionId: 'skip', name: localize(acpText('skip')), kind: 'reject_once' },
]

/** Clients that let the person add a note send it beside the answer. */
const withWords = (answer: PermissionAnswer, note = ''): PermissionAnswer => {
  if (note.trim() === '') return answer
  return answer.behavior === 'allow' ? { ...answer, note } : { ...answer, message: note }
}
