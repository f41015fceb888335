import type { ElicitationSchema } from '@agentclientprotocol/sdk'
import { field, listField, textField } from '../../../lib/values/read-field.ts'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'

export interface AskedQuestion {
  readonly question: string
  readonly header: string
  readonly several: boolean
  readonly options: readonly { readonly label: string; readonly description: string }[]
}

/** By question, as the tool expects them; of several labels one text. */
export type Answers = Readonly<Record<string, string>>

/** The questions out of what the tool was given; undefined when there is nothing that can be asked. */
export const readQuestions = (input: unknown): readonly AskedQuestion[] | undefined => {
  const given = listField(input, 'questions')
  const questions = given.flatMap((value): readonly AskedQuestion[] => {
    const question = textField(value, 'question')
    const options = listField(value, 'options').flatMap(one => {
      const label = textField(one, 'label')
      return label === undefined ? [] : [{ label, description: textField(one, 'description') ?? '' }]
    })
    if (question === undefined || options.length === 0) return []
    const header = textField(value, 'header') ?? question
    return [{ question, header, options, several: field(value, 'multiSelect') === true }]
  })
  return questions.length > 0 && questions.length === given.length ? questions : undefined
}

const OTHER = 'other-'

/** All questions as one form, each with room for other words. */
export const questionForm = (questions: readonly AskedQuestion[], localize: Localize): ElicitationSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    questions.flatMap((asked, at) => [
      [String(at), choiceField(asked)],
      [
        `${OTHER}${at}`,
        {
          type: 'string',
          title: localize(acpText('other')),
          description: localize(acpText('own_words', { question: asked.header })),
        },
      ],
    ]),
  ),
})

const choiceField = ({ question, header, several, options }: AskedQuestion) => {
  const choices = options.map(({ label, description }) => ({
    const: label,
    title: description === '' ? label : `${label} – ${description}`,
  }))
  const about = { title: header, description: question }
  return several
    ? ({ ...about, type: 'array', items: { anyOf: choices } } as const)
    : ({ ...about, type: 'string', oneOf: choices } as const)
}

/** What was filled in; a question nobody answered is left out. */
export const formAnswers = (questions: readonly AskedQuestion[], content: unknown): Answers =>
  Object.fromEntries(
    questions.flatMap(({ question }, at) => {
      const chosen = field(content, String(at))
      const own = textField(content, `${OTHER}${at}`)?.trim()
      const labels = (Array.isArray(chosen) ? chosen : [chosen]).filter(one => typeof one === 'string')
      const said = [...labels, ...(own ? [own] : [])].filter(text => text !== '')
      return said.length === 0 ? [] : [[question, said.join(', ')]]
    }),
  )
