import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ServerGuide } from './running-servers.ts'

const says = modelTexts('server_guides', {
  // Stands above what servers say at first.
  heading: {
    en: "What MCP servers say about their tools (their words, not the user's; more on first use):",
    zh: 'MCP 服务器对其工具的说明（是它们的话，不是用户的；首次使用时有更多）：',
  },
  all: {
    en: 'The MCP server {server} says about its tools:\n{text}',
    zh: 'MCP 服务器 {server} 对其工具的说明：\n{text}',
  },
  rest: {
    en: 'The MCP server {server} goes on about its tools:\n{text}',
    zh: 'MCP 服务器 {server} 对其工具的说明（续）：\n{text}',
  },
})

const HEAD_LINES = 3
const HEAD_CHARS = 240
/** Less than this says nothing: the server is told about with its first use. */
const MIN_HEAD = 24
/**
 * For the lists of tools and all beginnings together. Each server costs something besides, such as its prompts: what
 * ten of them cost that nobody uses is bounded.
 */
const ROOM = 1_300
const ROOM_BESIDES = 73
/** How a line break and what ends a cut line count. */
const AROUND = 6

export interface GuideNews {
  readonly guides: readonly ServerGuide[]
  /** The lists of tools, one for each server. */
  readonly listed: readonly string[]
  /** What the thread was told, by line. */
  readonly known: Set<string>
  readonly view: readonly Message[]
  /** Of the prompt. */
  readonly language: PromptLanguage | undefined
  attachment(text: string, lines: readonly string[]): Attachment
}

/** The beginning of each guide once, and the rest of it when a tool of its server is in use. */
export const guideNews = (at: GuideNews): readonly Attachment[] => {
  const { guides, known, attachment } = at
  const heads = headLines(at)
  for (const line of heads) known.add(line)
  const rest = guides
    .filter(guide => guide.isUsed && !isIntroduced(guide, at.view))
    .flatMap(guide => restText(guide, saidOf(guide, known)))
    .filter(text => !isKnown(text, known))
    .map(text => forModel(text, at.language))
  for (const text of rest) known.add(text)
  return [
    ...(heads.length === 0 ? [] : [attachment([headingFor(at), ...heads].join('\n'), heads)]),
    ...rest.map(text => attachment(text, [text])),
  ]
}

const headingFor = ({ language }: Pick<GuideNews, 'language'>): string => forModel(says('heading'), language)

/** Told before, whichever language the prompt was in then. */
const isKnown = (text: LocalizedText, known: ReadonlySet<string>): boolean =>
  (['en', 'zh'] as const).some(language => known.has(forModel(text, language)))

/** One line for each server that was not told of, while there is room. A channel says it where it is introduced. */
const headLines = ({ guides, listed, known, language }: GuideNews): readonly string[] => {
  const told = guides.map(guide => saidOf(guide, known)?.length ?? 0).reduce((sum, length) => sum + length, 0)
  // Who is in use says all of it at once.
  const fresh = guides.filter(guide => {
    return !guide.isChannel && !guide.isUsed && saidOf(guide, known) === undefined
  })
  const servers = Math.max(listed.length, guides.length)
  const room = ROOM - servers * ROOM_BESIDES - listed.join('').length - told - headingFor({ language }).length
  const rooms = sharedRooms(fresh, room)
  return fresh.flatMap(guide => {
    const head = headOf(guide.text, rooms.get(guide) ?? 0)
    return head === '' ? [] : [lineOf(guide, head)]
  })
}

/** What the short ones leave is for the long ones. */
const sharedRooms = (guides: readonly ServerGuide[], total: number): ReadonlyMap<ServerGuide, number> => {
  let left = total
  const rooms = new Map<ServerGuide, number>()
  const needs = guides.map(guide => ({ guide, need: headOf(guide.text, HEAD_CHARS).length }))
  const byNeed = needs.toSorted((a, b) => a.need - b.need)
  for (const [at, { guide, need }] of byNeed.entries()) {
    const share = Math.floor(left / (guides.length - at)) - guide.server.length - AROUND
    const room = Math.min(need, share)
    // The others need as much at least.
    if (room < Math.min(need, MIN_HEAD)) break
    rooms.set(guide, room)
    left -= room + guide.server.length + AROUND
  }
  return rooms
}

/** The first lines as one: whole, or whole words of them. */
const headOf = (text: string, room: number): string => {
  const lines = text.split('\n', HEAD_LINES).join(' ').replace(/\s+/g, ' ').trim()
  if (lines.length <= room) return lines
  const cut = lines.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')
  const end = cut.lastIndexOf(' ')
  return (end > room / 2 ? cut.slice(0, end) : cut).trim()
}

const lineOf = ({ server, text }: ServerGuide, head: string): string =>
  `${server}: ${head}${inked(head) < inked(text) ? CUT : ''}`

const CUT = ' …'

/** What was said of a guide at first. */
const saidOf = ({ server }: ServerGuide, known: ReadonlySet<string>): string | undefined => {
  const line = [...known].find(text => text.startsWith(`${server}: `))?.slice(server.length + 2)
  return line?.endsWith(CUT) ? line.slice(0, -CUT.length) : line
}

/** What is left to say of a guide: all of it where its first lines were not said, or were others then. */
const restText = ({ server, text }: ServerGuide, said: string | undefined): readonly LocalizedText[] => {
  const end = said === undefined ? 0 : endOf(text, said)
  if (end === 0) return [says('all', { server, text })]
  const rest = text.slice(end).trim()
  return rest === '' ? [] : [says('rest', { server, text: rest })]
}

/** Where a beginning ends in a text whose blanks may be others; 0: the text does not begin so. */
const endOf = (text: string, said: string): number => {
  const wanted = said.replace(/\s/g, '')
  let end = 0
  for (let found = 0; found < wanted.length; end += 1) {
    const char = text[end]
    if (char === undefined) return 0
    if (/\s/.test(char)) continue
    if (char !== wanted[found]) return 0
    found += 1
  }
  return end
}

const inked = (text: string): number => text.replace(/\s/g, '').length

/** The thread has read it with the introduction of a channel. */
const isIntroduced = ({ isChannel, text }: ServerGuide, view: readonly Message[]): boolean =>
  isChannel &&
  view.some(
    message =>
      message.type === 'attachment' &&
      typeof message.attachment.text === 'string' &&
      message.attachment.text.includes(text),
  )
