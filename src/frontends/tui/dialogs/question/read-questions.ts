import { field, listField, textField } from '../../../../lib/values/read-field.ts'

export interface AskedOption {
  readonly label: string
  readonly description: string
  readonly preview?: string
}

export interface AskedQuestion {
  readonly question: string
  readonly header: string
  readonly options: readonly AskedOption[]
  readonly several: boolean
}

/** The questions out of what the tool was given; undefined when there is nothing that can be asked. */
export const readQuestions = (input: unknown): readonly AskedQuestion[] | undefined => {
  const given = listField(input, 'questions')
  const questions = given.flatMap(readQuestion)
  return questions.length > 0 && questions.length === given.length ? questions : undefined
}

const readQuestion = (value: unknown): readonly AskedQuestion[] => {
  const question = textField(value, 'question')
  const options = listField(value, 'options').flatMap(readOption)
  if (question === undefined || options.length === 0) return []
  const header = textField(value, 'header') ?? question
  return [{ question, header, options, several: field(value, 'multiSelect') === true }]
}

const readOption = (value: unknown): readonly AskedOption[] => {
  const label = textField(value, 'label')
  if (label === undefined) return []
  const preview = textField(value, 'preview')
  return [
    {
      label,
      description: textField(value, 'description') ?? '',
      ...(preview === undefined ? {} : { preview }),
    },
  ]
}
