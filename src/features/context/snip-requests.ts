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

/**
 * What may be left out, oldest first: replies with their results. What a person said, summaries, and what changed
 * something always stay.
 */
const piecesToSnip = (view: readonly Message[]): readonly Piece[] =>
  piecesOf(view)
    .filter(piece => piece.some(message => message.type === 'assistant') && !piece.some(tellsOfEffect))
    .map(piece => piece.filter(mayGo))
    .flatMap(piece => {
      const [first] = piece
      if (!first) return []
      const uuids = piece.map(({ uuid }) => uuid)
      return [{ id: first.uuid.slice(0, ID_CHARS), tokens: sumTokens(piece), text: lineOf(piece), uuids }]
    })

const mayGo = (message: Message): boolean =>
  message.type === 'assistant' ||
  (message.type === 'user' && !message.isCompactSummary && !isPersons(message))

const lineOf = (piece: readonly Message[]): string => {
  const replies = piece.filter(message => message.type === 'assistant')
  const words = replies.map(({ message }) => plainText(message.content)).join(' ')
  const calls = replies.flatMap(({ message }) =>
    toolUses(message.content).map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
  )
  const line = [words.trim(), ...calls].filter(text => text !== '').join(' · ')
  return line.replace(/\s+/g, ' ').slice(0, LINE_CHARS)
}

/** The pieces of a conversation, and which messages a choice among them names. */
export const outlineOf = (view: readonly Message[]): readonly OutlineItem[] =>
  piecesToSnip(view).map(({ id, tokens, text }) => ({ id, tokens, text }))

/** The last piece is what is being worked on: it cannot be meant. `from` and `to` may be ids of the list or uuids. */
export const chooseSnip = (
  view: readonly Message[],
  ranges: readonly { readonly from: string; readonly to?: string | undefined }[],
): { readonly removed: readonly string[]; readonly answer: SnipAnswer } => {
  const pieces = piecesToSnip(view).slice(0, -1)
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
