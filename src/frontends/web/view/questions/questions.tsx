import { useContext } from 'preact/hooks'
import type { PermissionAnswer, PermissionRequest } from '../../../../protocol/permission.ts'
import { readPlan, readQuestions } from '../../state/asked.ts'
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
    <section class="questions" aria-label={words.questions}>
      <Card key={request.id} request={request} answer={answer} />
      {others.length > 0 && <p class="dim">{words.moreQuestions(others.length)}</p>}
    </section>
  )
}

const cardFor = ({ toolName, input }: PermissionRequest) => {
  if (toolName === 'AskUserQuestion' && readQuestions(input)) return AskCard
  return toolName === 'ExitPlanMode' && readPlan(input) !== undefined ? PlanCard : PermissionCard
}
