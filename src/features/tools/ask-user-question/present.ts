import { field, listField, textField } from '../../../lib/values/read-field.ts'
import type { Present, QuestionsBody } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

/** The name under which others put questions to the person. */
export const ASK_TOOL = 'AskUserQuestion'

export const present: Present = (input, output) => {
  const [first, ...more] = listField(input, 'questions')
  const question = textField(first, 'question')
  const text = textField(first, 'header') ?? question ?? ''
  return {
    kind: 'other',
    subject: summary(more.length === 0 ? text : `${text} +${more.length}`),
    title: [question ?? toolsText('ask_question')],
    body: {
      type: 'questions',
      questions: listField(input, 'questions').map(each => textField(each, 'question') ?? ''),
      ...answersIn(output),
    },
  }
}

const answersIn = (output: unknown): Pick<QuestionsBody, 'answers' | 'response'> => {
  const questions = listField(output, 'questions')
  if (questions.length === 0) return {}
  const response = textField(output, 'response')
  return {
    answers: questions.map(each => {
      const question = textField(each, 'question') ?? ''
      const answer = textField(field(output, 'answers'), question)
      const note = textField(field(field(output, 'annotations'), question), 'notes')
      return {
        question,
        ...(answer === undefined ? {} : { answer }),
        ...(note === undefined ? {} : { note }),
      }
    }),
    ...(response === undefined ? {} : { response }),
  }
}
