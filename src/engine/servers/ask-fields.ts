import type { ElicitAnswer, Elicitation, ElicitedField } from '../../features/mcp/elicitation.ts'
import { ASK_TOOL } from '../../features/tools/ask-user-question/present.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import {
  askedBecause,
  because,
  type PermissionAnswer,
  type PermissionRequest,
  titled,
} from '../../protocol/permission.ts'

type Form = Extract<Elicitation, { readonly requestedSchema: unknown }>

interface Asked {
  readonly key: string
  readonly field: ElicitedField
  readonly question: string
}

const MAX_FIELDS = 20

/** What a server wants to know from the person, as questions the front ends can put: up to four at a time. */
export const formRequests = (
  server: string,
  form: Form,
  newId: () => string,
): readonly { readonly request: PermissionRequest; readonly asked: readonly Asked[] }[] => {
  const fields = Object.entries(form.requestedSchema.properties).slice(0, MAX_FIELDS)
  const required = new Set(form.requestedSchema.required)
  const asked = fields.map(([key, field]): Asked => {
    const words = field.title ?? key
    const about = field.description === undefined ? '' : ` (${field.description})`
    return { key, field, question: `${words}${about}${required.has(key) ? '' : ' – optional'}` }
  })
  const groups = asked.flatMap((_, at) => (at % 4 === 0 ? [asked.slice(at, at + 4)] : []))
  const why = questionText('server_asks', { server, message: form.message })
  return groups.map(group => ({
    asked: group,
    request: {
      id: newId(),
      toolName: ASK_TOOL,
      toolUseId: newId(),
      input: { questions: group.map(each => toQuestion(server, form.message, each)) },
      decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: false },
      details: { ...titled(why), ...askedBecause(why), saves: [] },
    },
  }))
}

const toQuestion = (server: string, message: string, { field, question }: Asked) => {
  const choices = choicesOf(field)
  const options =
    choices.length >= 2
      ? choices.slice(0, 4).map(({ label }) => ({ label, description: '' }))
      : [
          ...(field.default === undefined
            ? []
            : [{ label: String(field.default), description: 'as suggested' }]),
          { label: SKIP, description: 'say nothing about it' },
        ]
  return {
    question: `${server}: ${message} – ${question}`,
    header: (field.title ?? 'Question').slice(0, 12),
    options: options.length === 1 ? [...options, { label: 'Cancel', description: 'stop here' }] : options,
    multiSelect: field.type === 'array',
  }
}

const SKIP = 'Skip'

const choicesOf = (field: ElicitedField): readonly { readonly value: string; readonly label: string }[] => {
  if (field.type === 'boolean')
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
  const source = field.items ?? field
  const named = source.oneOf ?? field.items?.anyOf
  if (named) return named.map(each => ({ value: each.const, label: each.title ?? each.const }))
  return (source.enum ?? []).map((value, at) => ({ value, label: source.enumNames?.[at] ?? value }))
}

/** What the person said, in the types the server wants; `undefined` when they want none of it. */
export const valuesFrom = (
  asked: readonly Asked[],
  answer: PermissionAnswer | undefined,
): NonNullable<ElicitAnswer['content']> | undefined => {
  if (answer?.behavior !== 'allow') return undefined
  const { answers = {} } = (answer.updatedInput ?? {}) as { readonly answers?: Record<string, string> }
  const said = Object.values(answers)
  if (said.includes('Cancel')) return undefined
  return Object.fromEntries(
    asked.flatMap(({ key, field, question }) => {
      const text = Object.entries(answers).find(([about]) => about.endsWith(`– ${question}`))?.[1]
      const value = text === undefined || text === SKIP ? undefined : toValue(field, text)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

const toValue = (field: ElicitedField, text: string): string | number | boolean | string[] | undefined => {
  const choices = choicesOf(field)
  const meantBy = (label: string): string => choices.find(each => each.label === label)?.value ?? label
  switch (field.type) {
    case 'boolean':
      return meantBy(text) === 'true' || /^(?:y|yes|true|1)$/i.test(text)
    case 'number':
    case 'integer': {
      const number = Number(text)
      return Number.isFinite(number) ? number : undefined
    }
    case 'array':
      return text.split(', ').map(meantBy)
    default:
      return meantBy(text)
  }
}
