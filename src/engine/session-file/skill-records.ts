import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** What the origin of a message says that holds the text of a skill. */
export const SKILL_ORIGIN = 'skill'
export const LISTING = 'skill_listing'
const RESTORED = 'invoked_skill'

/** Names that a history tells the model of. */
export const listedIn = (messages: readonly Message[]): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const message of messages) {
    if (message.type !== 'attachment' || message.attachment.kind !== LISTING) continue
    for (const name of texts(message.attachment['skills'])) names.add(name)
    for (const name of texts(message.attachment['gone'])) names.delete(name)
  }
  return names
}

/** How much of a history lists skills. */
export const listedChars = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      message.type === 'attachment' && message.attachment.kind === LISTING
        ? sum + message.attachment.text.length
        : sum,
    0,
  )

/** A skill that was called, with what it said. */
export interface InvokedSkill {
  readonly name: string
  readonly text: string
}

/** The skill whose text a message brings. */
export const invokedBy = (message: Message): InvokedSkill | undefined => {
  if (message.type === 'attachment') {
    const { kind, text, skill } = message.attachment
    return kind === RESTORED && typeof skill === 'string' ? { name: skill, text } : undefined
  }
  if (message.type !== 'user') return undefined
  const { origin, message: said, toolUseResult } = message
  if (origin?.kind === SKILL_ORIGIN && origin.skill !== undefined && typeof said.content === 'string')
    return { name: origin.skill, text: said.content }
  const { commandName, status, text } = (toolUseResult ?? {}) as Readonly<Record<string, unknown>>
  return status === 'inline' && typeof commandName === 'string' && typeof text === 'string'
    ? { name: commandName, text }
    : undefined
}

/** The skill that a message says is not to be followed any longer. */
export const endedBy = (message: Message): string | undefined => {
  const name = message.type === 'attachment' ? message.attachment['endsSkill'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Whether a history says of a command that its instructions are in force; not of a skill that is called the same. */
export const isCommandInForce = (messages: readonly Message[], command: string): boolean => {
  const last = messages.findLast(message => {
    const invoked = invokedBy(message)
    return endedBy(message) === command || (invoked?.name === command && isOfCommand(invoked))
  })
  return last !== undefined && endedBy(last) === undefined
}

/** What a skill says stands in a frame with its name. */
export const isOfCommand = ({ text }: InvokedSkill): boolean => !/^[^<]*<skill name="/.test(text)

const TOKENS_EACH = 5_000
const TOKENS_IN_ALL = 25_000
const CHARS_PER_TOKEN = 4

/** What a compaction gives back of skills: those called last, each in the order they were called. */
export const restoredSkills = (
  invoked: readonly InvokedSkill[],
  language?: PromptLanguage,
): readonly Attachment[] => {
  let left = TOKENS_IN_ALL * CHARS_PER_TOKEN
  const kept: Attachment[] = []
  for (const { name, text } of invoked.toReversed()) {
    const most = Math.min(TOKENS_EACH * CHARS_PER_TOKEN, left)
    const shown = text.length > most ? `${text.slice(0, most)}\n${forModel(says('cut'), language)}` : text
    if (most < 200) break
    left -= Math.min(text.length, most)
    const intro = isIntroduced(text) ? '' : `${forModel(says('intro'), language)}\n`
    kept.unshift({ kind: RESTORED, skill: name, text: `${intro}${shown}` })
  }
  return kept
}

const says = modelTexts('restored_skills', {
  intro: {
    en: 'These instructions were given earlier in the conversation. Keep following them where they still apply:',
    zh: '以下指示是在此前的对话中给出的，仍适用之处请继续遵循：',
  },
  cut: { en: '[… cut; call the skill again for all of it]', zh: '[… 已截断；再次调用该技能可查看全文]' },
})

/** In either language: it may have been given back before, in the other one. */
const isIntroduced = (text: string): boolean =>
  (['en', 'zh'] as const).some(language => text.startsWith(forModel(says('intro'), language)))

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
