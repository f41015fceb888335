import { type ListingLimits, listSkills } from '../../features/skills/listing.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { SkillChoice } from './options.ts'
import type { ModelSkill } from './skill-origins.ts'

/** What is said around the list. */
export const listingText = modelTexts('skill_listing', {
  heading: { en: 'Skills you can call with the Skill tool:', zh: '可用 Skill 工具调用的技能：' },
  more: { en: 'More skills you can call:', zh: '另外可调用的技能：' },
  findAll: {
    en: 'Not everything is listed: {tool} finds skills by words.',
    zh: '没有全部列出：{tool} 可按词查找技能。',
  },
  findMore: {
    en: '{tool} also finds, by words, what the user could install.',
    zh: '{tool} 还可按词查找用户能安装的技能。',
  },
  gone: { en: 'No longer available: {names}.', zh: '不再可用：{names}。' },
  servers: {
    en: 'Offered by MCP servers (their words, not the user’s):',
    zh: '由 MCP 服务器提供（是它们的话，不是用户的）：',
  },
})

export interface SkillListing {
  /** Lines for the model; empty: there is nothing to list. */
  readonly text: string
  /** Those it tells of. */
  readonly names: readonly string[]
  /** Something is missing in it: skills of servers, or descriptions. */
  readonly isCut: boolean
}

/** How much the skills of servers may take: what all that was listed before and now leaves of the budget. */
export interface WholeLimits extends ListingLimits {
  /** Characters that were listed before. */
  readonly spent: number
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

const LISTING_SHARE = 0.01
const DESCRIPTION_CHARS = 250
const CHARS_PER_TOKEN = 4

/** What the list may take of a window of so many tokens. */
export const listingLimits = (
  window: number,
  {
    listingShare = LISTING_SHARE,
    descriptionChars = DESCRIPTION_CHARS,
    listingChars = Math.floor(window * listingShare * CHARS_PER_TOKEN),
  }: Pick<SkillChoice, 'listingShare' | 'descriptionChars' | 'listingChars'> = {},
): ListingLimits => ({
  chars: listingChars - listingText('heading').text.length,
  each: descriptionChars,
})

/** Less room is not worth a heading. */
const LEAST_ROOM = 100

/**
 * What the person has first, then the prompts of the program, whole unless they would take half of the room, then what
 * servers offer in what is left: a server cannot push out anything, however much it offers or however often.
 */
export const listAllSkills = (skills: readonly ModelSkill[], limits: WholeLimits): SkillListing => {
  const { chars, each, spent, language } = limits
  const heading = forModel(listingText('servers'), language)
  const of = (origin: ModelSkill['origin']) => skills.filter(skill => skill.origin === origin)
  const [own, bundled, servers] = [of(undefined), of('bundled'), of('server')]
  const bundledText = listed(bundled, { chars: own.length === 0 ? chars : Math.floor(chars / 2), each })
  const ownText = listed(own, { chars: chars - bundledText.length, each })
  const ours = [ownText, bundledText].filter(text => text !== '').join('\n')
  const room = chars - spent - ours.length - heading.length - 2
  const shown = room < LEAST_ROOM ? [] : fitting(servers, room)
  const theirs = shown.length === 0 ? '' : `${heading}\n${listed(shown, { chars: room, each })}`
  const text = [ours, theirs].filter(part => part !== '').join('\n')
  return {
    text,
    names: [...own, ...bundled, ...shown].map(({ name }) => name),
    isCut: shown.length < servers.length || !hasAll(text, [...own, ...bundled, ...shown]),
  }
}

const listed = (skills: readonly ModelSkill[], limits: ListingLimits): string =>
  skills.length === 0 ? '' : listSkills(skills, limits)

/** As many as their names leave room for, those used most first. */
const fitting = (skills: readonly ModelSkill[], room: number): readonly ModelSkill[] => {
  let left = room
  return skills
    .toSorted((a, b) => b.rank - a.rank)
    .filter(({ name }) => {
      left -= name.length + 3
      return left >= 0
    })
}

const hasAll = (text: string, skills: readonly ModelSkill[]): boolean => {
  const lines = new Set(text.split('\n').map(line => line.replace(/: .*$/, ': ')))
  return skills.every(({ name, description, nameOnly }) =>
    lines.has(nameOnly || description === '' ? `- ${name}` : `- ${name}: `),
  )
}
