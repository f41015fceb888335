import { type ReactNode, useMemo } from 'react'
import type { PermissionRequest } from '../../../../protocol/permission.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { type Press, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { type Live, useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { titleOf } from '../title-of.ts'
import { useReply } from '../use-reply.ts'
import { tabLines } from './question-lines.ts'
import { QuestionPage } from './question-page.tsx'
import {
  answersOf,
  goToTab,
  isAtOwn,
  isSingle,
  notesOf,
  pageOf,
  type QuestionState,
  questionOf,
  startQuestions,
} from './question-state.ts'
import { readQuestions } from './read-questions.ts'
import { Summary } from './summary.tsx'

/** What the model wants to know of the person: one page per question, then a summary. */
export const QuestionDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const questions = useMemo(() => readQuestions(request.input) ?? [], [request])
  const state = useLive(() => startQuestions(questions))
  const reply = useReply(request)
  const send = (answered: QuestionState, response = ''): void => {
    const annotations = notesOf(answered)
    reply({
      behavior: 'allow',
      updatedInput: {
        ...(request.input as object),
        answers: answersOf(answered),
        ...(response.trim() === '' ? {} : { response: response.trim() }),
        ...(annotations ? { annotations } : {}),
      },
    })
  }
  const decline = (): void => reply({ behavior: 'deny', message: '', interrupt: true })
  const single = isSingle(state.shown)
  useKeys('Tabs', press => changeTab(press, state), !single && !pageOf(state.shown)?.noting)
  const question = questionOf(state.shown)
  const hints = [
    words.hintChoose,
    ...(question?.several ? [words.hintMark] : []),
    ...(question ? [words.hintNote] : []),
    ...(single ? [] : [words.hintTabs]),
    words.hintDecline,
  ].join(' · ')
  return (
    <DialogFrame
      title={titleOf(request, single ? safeLine(question?.header ?? '') : words.questionsTitle, ui.words)}
      hints={ui.typing() ? words.guardHint : hints}
    >
      <Lines
        lines={tabLines(state.shown, {
          theme: ui.theme,
          words: ui.words,
          width: ui.width - 2,
          plain: ui.look().plain,
        })}
      />
      {question ? (
        <QuestionPage key={state.shown.tab} state={state} send={() => send(state.now())} decline={decline} />
      ) : (
        <Summary state={state.shown} send={response => send(state.now(), response)} decline={decline} />
      )}
    </DialogFrame>
  )
}

/** The arrows belong to the words while some are being typed. */
const changeTab = ({ action, key }: Press, state: Live<QuestionState>): boolean => {
  const now = state.now()
  const step = action === 'tabs:next' ? 1 : action === 'tabs:previous' ? -1 : 0
  if (step === 0) return false
  if (key?.name !== 'tab' && isAtOwn(now) && pageOf(now)?.own !== '') return false
  state.set(goToTab(now, now.tab + step))
  return true
}
