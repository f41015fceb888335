import { type ReactNode, useState } from 'react'
import { useUi } from '../../ui/ui.ts'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { WordsField } from '../words-field.tsx'
import { summaryLines } from './question-lines.ts'
import { answersOf, type QuestionState } from './question-state.ts'

/** All answers once more, before they are sent. */
export const Summary = ({
  state,
  send,
  decline,
}: {
  readonly state: QuestionState
  send(response: string): void
  decline(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const [writing, setWriting] = useState(false)
  const lines = summaryLines(state, { theme: ui.theme, words: ui.words, width: ui.width - 2 })
  const none = Object.keys(answersOf(state)).length === 0
  return (
    <>
      <Lines lines={[...lines, '']} />
      {writing ? (
        <WordsField
          label="❯"
          placeholder={words.respondPlaceholder}
          send={text => (text.trim() === '' ? setWriting(false) : send(text))}
          back={() => setWriting(false)}
        />
      ) : (
        <SelectList
          options={numbered([
            { value: 'send', label: words.send, disabled: none },
            { value: 'respond', label: words.respond },
          ])}
          onChoose={what => (what === 'send' ? send('') : setWriting(true))}
          onCancel={decline}
        />
      )}
    </>
  )
}
