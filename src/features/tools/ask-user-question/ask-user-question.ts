import * as z from 'zod'
import type { CallEffect } from '../../../protocol/context.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, flag, listOf, must, someText, untold } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'
import { PREVIEW_HINTS } from './preview-hints.ts'

const says = modelTexts('askUserQuestion', {
  answer: { en: '- {text} {answer}', zh: '- {text} {answer}' },
  answered: { en: 'The person answered:', zh: '用户回答：' },
  unanswered: { en: '(no answer)', zh: '（没有回答）' },
  note: { en: '  Their note: {note}', zh: '  备注：{note}' },
  said: { en: 'They said: {text}', zh: '用户说：{text}' },
  nobody: {
    en: 'Nobody answered. Go on with the choice that is easiest to undo and say which one you took, or end your turn with the question.',
    zh: '没有人回答。选择最容易撤销的做法继续，并说明选了哪个；或者以这个问题结束你的回合。',
  },
})

const MAX_HEADER = 12

const option = fields({
  label: someText({ en: '1 to 5 words', zh: '1 到 5 个词' }),
  description: someText({ en: 'What it means', zh: '含义' }),
  preview: someText(PREVIEW_HINTS.text).optional(),
})
const question = fields({
  question: someText(),
  header: someText({
    en: `Label, at most ${MAX_HEADER} characters`,
    zh: `标签，最多 ${MAX_HEADER} 个字符`,
  }).refine(
    text => [...text].length <= MAX_HEADER,
    must({ en: `must be at most ${MAX_HEADER} characters`, zh: `最多 ${MAX_HEADER} 个字符` }),
  ),
  options: listOf(option, { min: 2, max: 4 }).refine(
    options => areDistinct(options.map(({ label }) => label)),
    must({ en: 'labels must differ', zh: 'label 不能重复' }),
  ),
  multiSelect: flag({ en: 'Several may be chosen', zh: '可多选' }).optional(),
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
  z.record(z.string(), z.string()),
)
/** What somebody added to an answer, as hosts of this family send it. */
const annotation = fields({
  notes: z.string().optional(),
  /** Of the option that was chosen; the model wrote it. */
  preview: z.string().optional(),
  unanswered: z.string().optional(),
})
const input = fields({
  questions: listOf(question, { min: 1, max: 4 }).refine(
    questions => areDistinct(questions.map(one => one.question)),
    must({ en: 'questions must differ', zh: 'question 不能重复' }),
  ),
  answers: untold(answers.optional()),
  response: untold(z.string().optional()),
  annotations: untold(z.record(z.string(), annotation).optional()),
})

type Input = z.infer<typeof input>
interface AskOutput {
  readonly questions: Input['questions']
  readonly answers: Readonly<Record<string, string>>
  /** Said instead of or beside the answers. */
  readonly response?: string
  /** By question. */
  readonly annotations?: Input['annotations']
}

export const askUserQuestionTool: Tool<Input, AskOutput> = {
  name: 'AskUserQuestion',
  present,
  groups: ['conversation', 'questions', 'dialog', 'direct'],
  description: {
    en: `Asks the person when the work depends on a choice only they can make and the project doesn't answer it. Put the option you advise first; each says what follows from it. They can always answer freely: no "Other".`,
    zh: '当工作取决于只有用户能做的选择、项目中又找不到答案时，向用户提问。每个选项写明后果，推荐的放在第一个。用户总能自由作答，不需要“其他”选项。',
  },
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
    const added = Object.entries(given.annotations ?? {}).filter(([about]) => known.has(about))
    const hasNotes = added.some(([, { notes }]) => notes?.trim())
    if (said.length === 0 && !hasNotes && !response?.trim()) throw new ToolError(says('nobody'))
    return {
      questions,
      answers: Object.fromEntries(said),
      ...(response?.trim() ? { response } : {}),
      ...(added.length > 0 ? { annotations: Object.fromEntries(added) } : {}),
    }
  }),
  show: (output, language) => lineBlocks(describe(output), language),
  effects: ({ questions }, output) =>
    output
      ? answersOf(output)
      : questions.map(one => ({ kind: 'answer', text: one.question, outcome: 'interrupted' })),
}

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

/** What was chosen, and what was added to it. */
const wordsOn = (
  { answers: said, annotations = {} }: AskOutput,
  question: string,
): { readonly answer?: string; readonly note?: string } => {
  const answer = said[question]
  const note = annotations[question]?.notes?.trim()
  return { ...(answer === undefined ? {} : { answer }), ...(note ? { note } : {}) }
}

/** The person's own words, each with what it answers. */
const answersOf = (output: AskOutput): readonly CallEffect[] => [
  ...output.questions.flatMap(({ question: text }): readonly CallEffect[] => {
    const { answer, note } = wordsOn(output, text)
    const detail = [answer, note].filter(part => part !== undefined).join('; ')
    return detail === '' ? [] : [{ kind: 'answer', text, outcome: 'done', detail }]
  }),
  ...(output.response === undefined
    ? []
    : [{ kind: 'answer', text: 'Asked to choose', outcome: 'done', detail: output.response } as const]),
]

const describe = (output: AskOutput): readonly Text[] => [
  says('answered'),
  ...output.questions.flatMap(({ question: text }) => {
    const { answer = says('unanswered'), note } = wordsOn(output, text)
    return [says('answer', { text, answer }), ...(note === undefined ? [] : [says('note', { note })])]
  }),
  ...(output.response === undefined ? [] : [says('said', { text: output.response })]),
]
