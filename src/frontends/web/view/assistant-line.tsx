import { useContext } from 'preact/hooks'
import { inOneLine } from '../../../lib/text/written-signs.ts'
import { money } from '../state/money.ts'
import { useWords } from '../text/words.ts'
import { SessionContext, UiContext } from './session-context.ts'
import { useStore } from './use-store.ts'

/** What may begin without anybody typing: that it is on, when it checks in next, and the way to end it. */
export const AssistantLine = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const assistant = useStore(session.state, state => state.assistant)
  if (!assistant) return null
  const { nextAt, paused, usd, dayUsd } = assistant
  const at = nextAt === undefined ? '' : words.assistantNext(clockTime(new Date(nextAt)))
  const when = paused ? words.assistantPaused : at
  const end = (): void => {
    session
      .send({ type: 'set_assistant', enabled: false })
      .catch((error: unknown) => ui.tell(error instanceof Error ? error.message : String(error)))
  }
  return (
    <button type="button" class="quiet" title={words.assistantEnd} onClick={end}>
      {inOneLine(
        [words.assistantMode, when, words.assistantUsed(money(usd), money(dayUsd))].filter(
          text => text !== '',
        ),
      )}
    </button>
  )
}

const clockTime = (at: Date): string =>
  [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
