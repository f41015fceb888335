import type { VNode } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { listField, textField } from '../../../../lib/values/read-field.ts'
import type { PermissionMode } from '../../../../protocol/permission.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { readPlan } from '../../state/asked.ts'
import { answerTo } from '../../state/choices.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext } from '../session-context.ts'
import type { CardProps } from './card-props.ts'
import { WordsForm } from './words-form.tsx'

/** A plan to be approved, and how to go on with it. */
export const PlanCard = ({ request, answer }: CardProps) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const [more, setMore] = useState(false)
  const plan = readPlan(request.input) ?? ''
  const approve = (mode: PermissionMode): void =>
    void answer({
      behavior: 'allow',
      updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
    })
  const afresh = async (): Promise<void> => {
    await session.send({ type: 'approve_plan', mode: 'acceptEdits' })
    await answer({ behavior: 'deny', message: '', interrupt: true })
    await session.send({ type: 'submit', content: '/clear', when: 'end' })
    await session.send({ type: 'submit', content: words.planBegin(plan), when: 'end' })
  }
  const offersEdits = request.decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  return (
    <fieldset class="card ask" aria-labelledby="question-title">
      <h2 id="question-title" tabIndex={-1}>
        {request.agent ? words.agentAsks(escapeLine(request.agent.name), words.planTitle) : words.planTitle}
      </h2>
      <div class="plan">
        <Markdown text={plan} />
      </div>
      <Prompts input={request.input} />
      {more ? (
        <WordsForm
          label={words.planNoPlaceholder}
          send={text => void answer(answerTo({ kind: 'instead' }, text))}
          back={() => setMore(false)}
        />
      ) : (
        <div class="choices">
          {offersEdits && (
            <Option
              label={words.planEdits}
              detail={words.planEditsDetail}
              choose={() => approve('acceptEdits')}
            />
          )}
          <Option label={words.planAsk} choose={() => approve('default')} />
          <Option label={words.planNo} choose={() => setMore(true)} />
          {!request.agent && (
            <Option label={words.planAfresh} detail={words.planAfreshDetail} choose={() => void afresh()} />
          )}
        </div>
      )}
    </fieldset>
  )
}

const Option = ({
  label,
  detail,
  choose,
}: {
  readonly label: string
  readonly detail?: string
  choose(): void
}) => (
  <button type="button" class="choice" onClick={choose}>
    <span>
      {label}
      {detail !== undefined && <small>{detail}</small>}
    </span>
  </button>
)

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
