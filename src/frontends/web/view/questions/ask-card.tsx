import { useState } from 'preact/hooks'
import { labelled } from '../../../../lib/text/written-signs.ts'
import { type AskedQuestion, readQuestions } from '../../state/asked.ts'
import { answerTo } from '../../state/choices.ts'
import { useWords } from '../../text/words.ts'
import type { CardProps } from './card-props.ts'

interface Given {
  readonly chosen: readonly string[]
  readonly own: string
}
const NOTHING: Given = { chosen: [], own: '' }

/** Questions of the model, with its options and room for one's own words. */
export const AskCard = ({ request, answer }: CardProps) => {
  const words = useWords()
  const questions = readQuestions(request.input) ?? []
  const [given, setGiven] = useState<readonly Given[]>(questions.map(() => NOTHING))
  const answers = Object.fromEntries(
    questions.flatMap(({ question }, at) => {
      const { chosen, own } = given[at] ?? NOTHING
      const all = own.trim() === '' ? chosen : [...chosen, own.trim()]
      return all.length === 0 ? [] : [[question, all.join(', ')]]
    }),
  )
  const send = (): void =>
    void answer({ behavior: 'allow', updatedInput: { ...(request.input as object), answers } })
  return (
    <form
      class="card ask"
      aria-labelledby="question-title"
      onSubmit={event => {
        event.preventDefault()
        if (Object.keys(answers).length > 0) send()
      }}
    >
      <h2 id="question-title" tabIndex={-1}>
        {words.questionsTitle}
      </h2>
      {questions.map((question, at) => (
        <OneQuestion
          key={question.question}
          question={question}
          name={`${request.id}-${at}`}
          given={given[at] ?? NOTHING}
          change={next => setGiven(given.with(at, next))}
        />
      ))}
      <div class="row-of-buttons">
        <button type="button" onClick={() => void answer(answerTo({ kind: 'no' }))}>
          {words.skipQuestions}
        </button>
        <button type="submit" class="primary" disabled={Object.keys(answers).length === 0}>
          {words.answerAll}
        </button>
      </div>
    </form>
  )
}

const OneQuestion = ({
  question: { question, header, options, several },
  name,
  given,
  change,
}: {
  readonly question: AskedQuestion
  readonly name: string
  readonly given: Given
  change(next: Given): void
}) => {
  const words = useWords()
  const toggle = (label: string): void => {
    if (!several) return void change({ chosen: [label], own: '' })
    const without = given.chosen.filter(each => each !== label)
    change({ ...given, chosen: without.length < given.chosen.length ? without : [...given.chosen, label] })
  }
  return (
    <fieldset>
      <legend dir="auto">
        {header !== '' && <span class="tag">{header}</span>} {question}
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class="option">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            checked={given.chosen.includes(label)}
            onChange={() => toggle(label)}
          />
          <span dir="auto">
            {label}
            {description !== '' && <small>{description}</small>}
          </span>
        </label>
      ))}
      <input
        type="text"
        value={given.own}
        aria-label={words.other}
        placeholder={labelled(words.other, words.otherPlaceholder)}
        onInput={event => change({ chosen: several ? given.chosen : [], own: event.currentTarget.value })}
      />
    </fieldset>
  )
}
