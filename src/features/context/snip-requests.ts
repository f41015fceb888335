import { type Message, plainText, toolUses } from '../../protocol/message.ts'
import { tellsOfEffect } from './effects-in.ts'
import { isPersons } from './is-persons.ts'
import { piecesOf } from './safe-cuts.ts'
import { sumTokens } from './tokens.ts'

/** Messages that belong together, as a list of the conversation shows them. */
export interface OutlineItem {
  /** Names it in a request to leave it out. */
  readonly id: string
  readonly tokens: number
  /** In one line. */
  readonly text: string
}

export interface SnipAnswer {
  readonly items: number
  readonly tokens: number
  /** Ids nobody knows, or of what may not be left out. */
  readonly refused: readonly string[]
}

const ID_CHARS = 8
const LINE_CHARS = 80

interface Piece extends OutlineItem {
  readonly uuids: readonly string[]
}

/** Smaller results are not worth a line beside what has to stay. */
const LEAST_RESULT_TOKENS = 200

/**
 * What may be left out, oldest first: replies with their results; of a reply that changed something, its large results
 * that tell of no change. What a person said, summaries, and what changed something always stay.
 */
const piecesToSnip = (view: readonly Message[]): readonly (readonly Piece[])[] =>
  piecesOf(view)
    .filter(piece => piece.some(message => message.type === 'assistant'))
    .map(piece => (piece.some(tellsOfEffect) ? resultsBeside(piece) : wholePiece(piece.filter(mayGo))))

const wholePiece = (piece: readonly Message[]): readonly Piece[] => {
  const [first] = piece
  if (!first) return []
  const uuids = piece.map(({ uuid }) => uuid)
  return [{ id: first.uuid.slice(0, ID_CHARS), tokens: sumTokens(piece), text: lineOf(piece), uuids }]
}

const resultsBeside = (piece: readonly Message[]): readonly Piece[] =>
  piece.flatMap(message => {
    const tokens = sumTokens([message])
    const callId = resultIn(message)
    if (callId === undefined || tellsOfEffect(message) || tokens < LEAST_RESULT_TOKENS) return []
    const calls = piece.flatMap(each => (each.type === 'assistant' ? toolUses(each.message.content) : []))
    const text = oneLine(calls.filter(({ id }) => id === callId).map(callText))
    return [{ id: message.uuid.slice(0, ID_CHARS), tokens, text, uuids: [message.uuid] }]
  })

/** The call whose result, and nothing else, a message holds. */
const resultIn = (message: Message): string | undefined => {
  if (message.type !== 'user' || typeof message.message.content === 'string') return undefined
  const [block, ...more] = message.message.content
  return block?.type === 'tool_result' && more.length === 0 ? block.tool_use_id : undefined
}

/** Of messages that are not wanted, the results of calls whose reply stays: these are cleared, not left out. */
export const resultsToClear = (
  view: readonly Message[],
  removed: readonly string[],
): ReadonlyMap<string, string> => {
  const wanted = new Set(removed)
  const stays = piecesOf(view).filter(piece =>
    piece.some(message => message.type === 'assistant' && !wanted.has(message.uuid)),
  )
  return new Map(
    stays.flat().flatMap(message => {
      const callId = wanted.has(message.uuid) ? resultIn(message) : undefined
      return callId === undefined ? [] : [[message.uuid, callId] as const]
    }),
  )
}

const mayGo = (message: Message): boolean =>
  message.type === 'assistant' ||
  (message.type === 'user' && !message.isCompactSummary && !isPersons(message))

const lineOf = (piece: readonly Message[]): string => {
  const replies = piece.filter(message => message.type === 'assistant')
  const words = replies.map(({ message }) => plainText(message.content)).join(' ')
  const calls = replies.flatMap(({ message }) => toolUses(message.content).map(callText))
  return oneLine([words.trim(), ...calls])
}

const callText = ({ name, input }: { readonly name: string; readonly input: unknown }): string =>
  `${name} ${JSON.stringify(input)}`

const oneLine = (parts: readonly string[]): string =>
  parts
    .filter(text => text !== '')
    .join(' · ')
    .replace(/\s+/g, ' ')
    .slice(0, LINE_CHARS)

/** The pieces of a conversation, and which messages a choice among them names. */
export const outlineOf = (view: readonly Message[]): readonly OutlineItem[] =>
  piecesToSnip(view)
    .flat()
    .map(({ id, tokens, text }) => ({ id, tokens, text }))

/** The last piece is what is being worked on: it cannot be meant. `from` and `to` may be ids of the list or uuids. */
export const chooseSnip = (
  view: readonly Message[],
  ranges: readonly { readonly from: string; readonly to?: string | undefined }[],
): { readonly removed: readonly string[]; readonly answer: SnipAnswer } => {
  const pieces = piecesToSnip(view).slice(0, -1).flat()
  const find = (id: string): number => pieces.findIndex(piece => piece.id === id || piece.uuids.includes(id))
  const refused = new Set<string>()
  const chosen = new Set<Piece>()
  for (const { from, to = from } of ranges) {
    const [first, last] = [find(from), find(to)]
    if (first === -1) refused.add(from)
    if (last === -1) refused.add(to)
    if (first === -1 || last === -1) continue
    for (const piece of pieces.slice(Math.min(first, last), Math.max(first, last) + 1)) chosen.add(piece)
  }
  const items = [...chosen]
  return {
    removed: items.flatMap(({ uuids }) => uuids),
    answer: {
      items: items.length,
      tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
      refused: [...refused],
    },
  }
}
