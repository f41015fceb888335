import { useContext, useMemo, useState } from 'preact/hooks'
import type { PermissionAnswer, PermissionRequest } from '../../../../protocol/permission.ts'
import { readPlan, readQuestions } from '../../state/asked.ts'
import { isForPrompt, QuestionGuard } from '../../state/question-guard.ts'
import { useWords } from '../../text/words.ts'
import { ApiError } from '../../wire/api.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { AskCard } from './ask-card.tsx'
import { PermissionCard } from './permission-card.tsx'
import { PlanCard } from './plan-card.tsx'

/** What waits for an answer, the oldest first. */
export const Questions = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const requests = useStore(session.state, state => state.requests)
  const [request, ...others] = requests
  const { guard, isOpen } = useGuard(request?.id)
  useWhen([request?.id], () => {
    // Who is typing goes on typing; a key meant for the prompt must not answer.
    const typing =
      document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
    if (request && !typing) document.getElementById('question-title')?.focus()
    // Answered: back to where one was before it.
    else if (!request && document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches)
      document.getElementById('prompt')?.focus()
  })
  if (!request) return null
  const answer = async (given: PermissionAnswer): Promise<void> => {
    try {
      await session.send({ type: 'answer_permission', id: request.id, answer: given })
    } catch (error) {
      const isOld = error instanceof ApiError && error.kind === 'answered'
      ui.tell(
        isOld
          ? words.answeredElsewhere
          : error instanceof Error
            ? error.message || words.offline
            : String(error),
      )
    }
  }
  const Card = cardFor(request)
  return (
    <section
      class="questions"
      aria-label={words.questions}
      onKeyDownCapture={event => {
        if (isField(event.target) || !isForPrompt(event, guard.left > 0)) return
        // The key types where the focus is after this.
        event.stopPropagation()
        document.getElementById('prompt')?.focus()
      }}
    >
      <fieldset disabled={!isOpen}>
        <Card key={request.id} request={request} answer={answer} />
      </fieldset>
      {others.length > 0 && <p class="dim">{words.moreQuestions(others.length)}</p>}
    </section>
  )
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Whether the question takes an answer yet: not right after it appeared, nor while somebody types. */
const useGuard = (id: string | undefined): { readonly guard: QuestionGuard; readonly isOpen: boolean } => {
  const guard = useMemo(() => new QuestionGuard(() => performance.now()), [])
  const [openId, setOpen] = useState<string>()
  useWhen([guard], () => {
    const typed = (event: KeyboardEvent): void => {
      if (!MODIFIERS.has(event.key)) guard.typed()
    }
    addEventListener('keydown', typed, { capture: true })
    return () => removeEventListener('keydown', typed, { capture: true })
  })
  useWhen([id], () => {
    if (id === undefined) return
    guard.appeared()
    let timer = 0
    const look = (): void => {
      if (guard.left === 0) setOpen(id)
      else timer = window.setTimeout(look, guard.left)
    }
    look()
    return () => clearTimeout(timer)
  })
  return { guard, isOpen: openId === id }
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab'])

const cardFor = ({ presentation, input }: PermissionRequest) => {
  const body = presentation?.body
  if (body?.type === 'questions' && readQuestions(input)) return AskCard
  const isPlan = body?.type === 'plan' && body.proposed !== undefined
  return isPlan && readPlan(input) !== undefined ? PlanCard : PermissionCard
}
