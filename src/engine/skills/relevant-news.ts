import { relevantSkills } from '../../features/skills/relevant-skills.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { LISTING } from '../session-file/skill-records.ts'
import type { ModelSkill } from './skill-origins.ts'

const says = modelTexts('relevant_skills', {
  heading: {
    en: 'Skills that may fit what was just asked (call them with the Skill tool):',
    zh: '可能适合当前请求的技能（用 Skill 工具调用）：',
  },
  fromServer: { en: ' (offered by an MCP server: its words)', zh: '（由 MCP 服务器提供：是它的话）' },
})

const KIND = 'relevant_skills'

export interface RelevantTo {
  readonly said: string
  readonly skills: readonly ModelSkill[]
  /** How long a description may be. */
  readonly each: number
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** Skills that a message is about and that the list had no room to describe, each once while the thread remembers it. */
export const relevantNews = (
  { said, skills, each, language }: RelevantTo,
  view: readonly Message[],
): readonly Attachment[] => {
  const told = namedIn(view)
  const listed = linesIn(view)
  const unknown = skills.filter(skill => {
    return !skill.nameOnly && !told.has(skill.name) && !listed.has(lineOf(skill, each))
  })
  const found = relevantSkills(said, unknown)
  if (found.length === 0) return []
  const foreign = forModel(says('fromServer'), language)
  const lines = found.map(skill => `${lineOf(skill, each)}${skill.origin === 'server' ? foreign : ''}`)
  const heading = forModel(says('heading'), language)
  return [{ kind: KIND, text: [heading, ...lines].join('\n'), skills: found.map(({ name }) => name) }]
}

const lineOf = ({ name, description, whenToUse = '' }: ModelSkill, each: number): string => {
  const about = `${description} ${whenToUse}`.replace(/\s+/g, ' ').trim()
  const shown =
    about.length > each
      ? `${about
          .slice(0, each - 1)
          .toWellFormed()
          .trimEnd()}…`
      : about
  return inertTags(shown === '' ? `- ${name}` : `- ${name}: ${shown}`)
}

const namedIn = (view: readonly Message[]): ReadonlySet<unknown> =>
  new Set(
    view.flatMap(message => {
      if (message.type !== 'attachment' || message.attachment.kind !== KIND) return []
      const { skills } = message.attachment
      return Array.isArray(skills) ? (skills as readonly unknown[]) : []
    }),
  )

const linesIn = (view: readonly Message[]): ReadonlySet<string> =>
  new Set(
    view.flatMap(message =>
      message.type === 'attachment' && message.attachment.kind === LISTING
        ? message.attachment.text.split('\n')
        : [],
    ),
  )
