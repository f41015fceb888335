import * as z from 'zod'
import type { CallEffect } from '../../../protocol/context.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, flag, listOf, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { ASK_USER_QUESTION_PROMPT } from './prompt.ts'

const MAX_HEADER = 12

const option = fields({
  label: someText('1 to 5 words'),
  description: someText('What it means'),
  preview: someText('Text or code to look at').optional(),
})
const question = fields({
  question: someText(),
  header: someText(`Label, at most ${MAX_HEADER} characters`).refine(
    text => [...text].length <= MAX_HEADER,
    `must be at most ${MAX_HEADER} characters`,
  ),
  options: listOf(option, { min: 2, max: 4 }).refine(
    options => areDistinct(options.map(({ label }) => label)),
    'labels must differ',
  ),
  multiSelect: flag('Several may be chosen').optional(),
})
/** By question; several labels of one answer are joined. */
const answers = z.preprocess(
  value =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, answer]) => [
            key,
            Array.isArray(answer) ? answer.join(', ') : answer,
          ]),
        )
      : value,
  z.record(z.string(), z.string()).describe('Left out: the person fills it in'),
)
const input = fields({
  questions: listOf(question, { min: 1, max: 4 }).refine(
    questions => areDistinct(questions.map(one => one.question)),
    'questions must differ',
  ),
  answers: answers.optional(),
  response: z.string().describe('Left out, too').optional(),
})

type Input = z.infer<typeof input>
interface AskOutput {
  readonly questions: Input['questions']
  readonly answers: Readonly<Record<string, string>>
  /** Said instead of or beside the answers. */
  readonly response?: string
}

export const askUserQuestionTool: Tool<Input, AskOutput> = {
  name: 'AskUserQuestion',
  description: ASK_USER_QUESTION_PROMPT,
  input,
  access: () => [{ kind: 'person' }],
  fromModel: ({ questions }) => ({
    questions: questions.map(one => ({ ...one, multiSelect: one.multiSelect ?? false })),
  }),
  run: withoutProgress(async given => {
    const { questions, response } = given
    const known = new Set(questions.map(one => one.question))
    const said = Object.entries(given.answers ?? {}).filter(
      ([about, text]) => known.has(about) && text.trim() !== '',
    )
    if (said.length === 0 && !response?.trim())
      throw new ToolError(
        'Nobody answered. Go on with the choice that is easiest to undo and say which one you took, or end your turn with the question.',
      )
    return { questions, answers: Object.fromEntries(said), ...(response?.trim() ? { response } : {}) }
  }),
  show: output => [{ type: 'text', text: describe(output) }],
  effects: ({ questions }, output) =>
    output
      ? answersOf(output)
      : questions.map(one => ({ kind: 'answer', text: one.question, outcome: 'interrupted' })),
}

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

/** The person's own words, each with what it answers. */
const answersOf = ({ questions, answers: said, response }: AskOutput): readonly CallEffect[] => [
  ...questions.flatMap(({ question: text }): readonly CallEffect[] => {
    const detail = said[text]
    return detail === undefined ? [] : [{ kind: 'answer', text, outcome: 'done', detail }]
  }),
  ...(response === undefined
    ? []
    : [{ kind: 'answer', text: 'Asked to choose', outcome: 'done', detail: response } as const]),
]

const describe = ({ questions, answers: said, response }: AskOutput): string =>
  [
    'The person answered:',
    ...questions.map(one => `- ${one.question} ${said[one.question] ?? '(no answer)'}`),
    ...(response === undefined ? [] : [`They said: ${response}`]),
  ].join('\n')
