import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { PlanBody, QuestionsBody } from '../../../../protocol/messages/presentation.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { shownText } from '../call-title.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import type { View } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import { liveOutput } from './output-view.ts'
import type { BodyView } from './tool-view.ts'

/** What the person was asked and said. */
export const questionsView: BodyView<QuestionsBody> = {
  result: ({ body: { answers, response } }, view) =>
    answers && [
      ...answers.flatMap(given => answerLines(given, view)),
      ...(response === undefined ? [] : wrapAnsi(safeLine(response), view.width)),
    ],
}

const answerLines = (
  { question, answer, note }: NonNullable<QuestionsBody['answers']>[number],
  view: View,
): readonly Line[] => {
  const { theme, words } = view
  const shown =
    answer === undefined
      ? theme.paint('dim', words.transcript.noAnswer)
      : theme.paint('accent', safeLine(answer))
  return [
    ...wrapAnsi(`${safeLine(question)} ${shown}`, view.width),
    ...(note === undefined ? [] : wrapAnsi(theme.paint('dim', `  ${safeLine(note)}`), view.width)),
  ]
}

/** The plan, as it was approved. */
export const planView: BodyView<PlanBody> = {
  result: ({ item, body: { approved } }, view) => {
    const outcome = item.presentation?.outcome
    if (outcome === undefined) return undefined
    const said = shownText(outcome, view)
    return approved === undefined
      ? wrapAnsi(view.theme.paint('dim', said), view.width)
      : [said, '', ...renderMarkdown(approved, view)]
  },
  /** A plan that was refused is what one wants to see when one goes on talking about it. */
  live: ({ item, body: { proposed } }, view) =>
    proposed === undefined ? liveOutput(item, view) : renderMarkdown(proposed, view),
}
