import { Text } from 'ink'
import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../lib/ansi-text.ts'
import { safeText } from '../transcript/safe-text.ts'
import { useUi } from '../ui/ui.ts'
import { useKeys } from '../ui/use-keys.ts'
import { Lines } from '../widgets/lines.tsx'
import type { Answer } from './use-answer.ts'

/** What depends on an answer; until it is there, or when it fails, that is said in words. */
export const Answered = <T,>({
  answer,
  close,
  children,
}: {
  readonly answer: Answer<T>
  close(): void
  children(value: T): ReactNode
}): ReactNode =>
  answer.state === 'ready' ? children(answer.value) : <Unanswered answer={answer} close={close} />

const Unanswered = ({
  answer,
  close,
}: {
  readonly answer: Exclude<Answer<unknown>, { readonly state: 'ready' }>
  close(): void
}): ReactNode => {
  const { theme, words, width } = useUi()
  useKeys('Settings', ({ action, key }) => {
    if (answer.state !== 'failed' || (action !== 'settings:retry' && key?.text !== 'r')) return false
    answer.again()
    return true
  })
  useKeys('Select', press => {
    if (press.action !== 'select:cancel' && press.key?.name !== 'escape') return false
    close()
    return true
  })
  if (answer.state !== 'failed')
    return (
      <Text wrap="truncate">
        {theme.paint('dim', answer.state === 'starting' ? words.panels.starting : words.panels.loading)}
      </Text>
    )
  const text = theme.paint('bad', words.panels.failed(safeText(words.localize(answer.why))))
  return <Lines lines={wrapAnsi(text, width - 2)} />
}
