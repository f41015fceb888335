import { field, listField, textField } from '../../../lib/values/read-field.ts'

export interface AskedQuestion {
  readonly question: string
  readonly header: string
  readonly several: boolean
  readonly options: readonly { readonly label: string; readonly description: string }[]
}

/** The questions out of what the tool was given; undefined when there is nothing that can be asked. */
export const readQuestions = (input: unknown): readonly AskedQuestion[] | undefined => {
  const given = listField(input, 'questions')
  const questions = given.flatMap((each): readonly AskedQuestion[] => {
    const question = textField(each, 'question')
    const options = listField(each, 'options').flatMap(option => {
      const label = textField(option, 'label')
      return label === undefined ? [] : [{ label, description: textField(option, 'description') ?? '' }]
    })
    if (question === undefined || options.length === 0) return []
    return [
      {
        question,
        options,
        header: textField(each, 'header') ?? '',
        several: field(each, 'multiSelect') === true,
      },
    ]
  })
  return questions.length > 0 && questions.length === given.length ? questions : undefined
}

export const readPlan = (input: unknown): string | undefined => {
  const plan = textField(input, 'plan')
  return plan === undefined || plan.trim() === '' ? undefined : plan
}
