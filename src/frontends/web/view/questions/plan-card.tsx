import type { VNode } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { listField, textField } from '../../../../lib/values/read-field.ts'
import type { PermissionAnswer, PermissionMode } from '../../../../protocol/permission.ts'
import { readPlan } from '../../state/asked.ts'
import { answerTo } from '../../state/choices.ts'
import {
  approvePlan,
  type PlanChoice,
  type PlanOption,
  planChoices,
  planMessage,
} from '../../state/plan-choices.ts'
import { commentsText, type SectionComments, sectionsOf } from '../../state/plan-sections.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import type { CardProps } from './card-props.ts'
import { ChoiceButton } from './choice-button.tsx'
import { NoteField } from './note-field.tsx'
import { PlanText } from './plan-text.tsx'
import { WordsForm } from './words-form.tsx'

/** A plan to be approved, and how to go on with it; a note goes with whichever answer is chosen. */
export const PlanCard = ({ request, answer }: CardProps) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const [step, setStep] = useState<'choosing' | 'changing' | 'answered'>('choosing')
  const [note, setNote] = useState<string>()
  const [comments, setComments] = useState<SectionComments>({})
  const plan = readPlan(request.input) ?? ''
  const sections = useMemo(() => sectionsOf(plan), [plan])
  const said = (words: string): string => commentsText(sections, comments, words)
  const options = planChoices(request, words, useModeBefore())
  const sendAnswer = (given: PermissionAnswer): Promise<void> => {
    setStep('answered')
    return answer(given).then(() => setStep('choosing'))
  }
  const afresh = async (): Promise<void> => {
    await session.send({ type: 'approve_plan', mode: 'acceptEdits' })
    await sendAnswer({ behavior: 'deny', message: '', interrupt: true })
    await session.send({ type: 'submit', content: '/clear', when: 'end' })
    await session.send({ type: 'submit', content: planMessage(plan, said(note ?? ''), words), when: 'end' })
  }
  const choose = (choice: PlanChoice): void => {
    if (choice.kind === 'more') setStep('changing')
    else if (choice.kind === 'afresh') void afresh()
    else void sendAnswer(approvePlan(request, choice, said(note ?? '')))
  }
  return (
    <fieldset
      class="card ask"
      aria-labelledby="question-title"
      onKeyDown={event => {
        if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey)
          return
        const option = options.find(({ hotkey }) => hotkey === event.key)
        if (!option || step !== 'choosing') return
        event.preventDefault()
        choose(option.value)
      }}
    >
      <h2 id="question-title" tabIndex={-1}>
        {request.agent ? words.agentAsks(escapeLine(request.agent.name), words.planTitle) : words.planTitle}
      </h2>
      <PlanText {...{ sections, comments }} change={setComments} />
      <Prompts input={request.input} />
      {step === 'changing' ? (
        <WordsForm
          label={words.planNoPlaceholder}
          initial={note ?? ''}
          send={text => void sendAnswer(answerTo({ kind: 'instead' }, said(text)))}
          back={() => setStep('choosing')}
        />
      ) : (
        <Answers {...{ options, note, setNote, choose }} disabled={step === 'answered'} />
      )}
    </fieldset>
  )
}

/** The mode that planning began in, once that is known; where it cannot be had, there is no such answer. */
const useModeBefore = (): PermissionMode | undefined => {
  const session = useContext(SessionContext)
  const { api } = useContext(UiContext)
  const [mode, setMode] = useState<PermissionMode>()
  useEffect(() => {
    api.ask(session.id, 'state').then(
      state => setMode(state.modeBefore),
      () => undefined,
    )
  }, [api, session])
  return mode
}

/** The answers, below the note that goes with one of them. */
const Answers = ({
  options,
  note,
  disabled,
  setNote,
  choose,
}: {
  readonly options: readonly PlanOption[]
  readonly note: string | undefined
  readonly disabled: boolean
  setNote(note: string): void
  choose(choice: PlanChoice): void
}) => {
  const words = useWords()
  return (
    <div class="choices">
      {note !== undefined && <NoteField label={words.notePlaceholder} note={note} change={setNote} />}
      {options.map(option => (
        <ChoiceButton
          key={option.hotkey}
          option={option}
          disabled={disabled}
          choose={() => choose(option.value)}
        />
      ))}
      {note === undefined && (
        <button type="button" class="quiet note" disabled={disabled} onClick={() => setNote('')}>
          {words.addNote}
        </button>
      )}
    </div>
  )
}

/** Kinds of commands that are wanted with it. */
const Prompts = ({ input }: { readonly input: unknown }) => {
  const words = useWords()
  const prompts = listField(input, 'allowedPrompts')
  if (prompts.length === 0) return null
  return (
    <div class="reasons">
      <p class="warn">{words.planPrompts}</p>
      <ul>{prompts.map(drawPrompt)}</ul>
    </div>
  )
}

const drawPrompt = (each: unknown): VNode => (
  <li>
    {escapeLine(textField(each, 'tool') ?? '')}: {escapeLine(textField(each, 'prompt') ?? '', 300)}
  </li>
)
