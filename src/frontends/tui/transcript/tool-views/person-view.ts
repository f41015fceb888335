import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { field, listField, textField } from '../../../../lib/values/read-field.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { View } from '../look.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

/** What the person was asked and said. */
export const askView: ToolView = {
  subject: input => {
    const [first, ...more] = listField(input, 'questions')
    const text = safeLine(textField(first, 'header') ?? textField(first, 'question') ?? '')
    return more.length === 0 ? text : `${text} +${more.length}`
  },
  result: (item, view) => {
    const questions = listField(item.output, 'questions')
    if (questions.length === 0) return undefined
    const given = { answers: field(item.output, 'answers'), notes: field(item.output, 'annotations') }
    const said = textField(item.output, 'response')
    return [
      ...questions.flatMap(question => answerLines(textField(question, 'question') ?? '', given, view)),
      ...(said === undefined ? [] : wrapAnsi(safeLine(said), view.width)),
    ]
  },
}

const answerLines = (
  question: string,
  given: { readonly answers: unknown; readonly notes: unknown },
  view: View,
): readonly Line[] => {
  const { theme, words } = view
  const answer = textField(given.answers, question)
  const note = textField(field(given.notes, question), 'notes')
  const shown =
    answer === undefined
      ? theme.paint('dim', words.transcript.noAnswer)
      : theme.paint('accent', safeLine(answer))
  return [
    ...wrapAnsi(`${safeLine(question)} ${shown}`, view.width),
    ...(note === undefined ? [] : wrapAnsi(theme.paint('dim', `  ${safeLine(note)}`), view.width)),
  ]
}

/** What the model is told belongs to it: the person is told what the mode means for them. */
export const enterPlanView: ToolView = {
  name: (_, view) => view.words.transcript.planModeName,
  subject: () => '',
  result: (item, view) =>
    item.output === undefined
      ? undefined
      : wrapAnsi(view.theme.paint('dim', view.words.transcript.planMode), view.width),
}

/** The plan, as it was approved. */
export const planView: ToolView = {
  name: (_, view) => view.words.transcript.planName,
  subject: (input, view) =>
    safeLine(textField(input, 'planFilePath') ?? '').replace(`${view.cwd ?? ''}/`, ''),
  result: (item, view) => {
    const plan = textField(item.output, 'plan')
    if (plan === undefined) return undefined
    const { transcript } = view.words
    const edited = field(item.output, 'planWasEdited') === true
    return [edited ? transcript.planEdited : transcript.planApproved, '', ...renderMarkdown(plan, view)]
  },
  /** A plan that was refused is what one wants to see when one goes on talking about it. */
  live: (item, view) => renderMarkdown(textField(item.input, 'plan') ?? '', view),
}
