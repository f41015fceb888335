import { CHANNEL_ORIGIN, type Message, PEER_ORIGIN } from '../message.ts'
import { goalText } from '../messages/engine/goals.ts'
import { savedText, type Text } from '../messages/localized-text.ts'

const SUMMARY = /\n<summary>((?:Background |后台)[^<]*)<\/summary>\n/
const UNMET =
  /^The goal of this session is not reached yet: [\s\S]*?\nThe check \((\d+) of at most (\d+)\) says:\n([\s\S]*)\nGo on working toward it\./
const REACHED =
  /^The goal of this session is reached and not checked any more: [\s\S]*\nThe last check says: ([\s\S]*)$/

/** How long a reason of the goal's check may be in a line. */
const SHOWN = 300

/**
 * What a live screen said where the model was set to work by something other than the person, or its goal ended: it is
 * told again of a conversation that is read from its file, where only the model's own text of it is left.
 */
export const turnCause = (message: Message): Text | undefined => {
  if (message.type === 'attachment') return goalReached(message.attachment)
  if (message.type !== 'user' || message.isMeta !== true) return undefined
  const shown = savedText(message.origin?.localized, '')
  if (shown !== '') return shown
  if (message.origin?.kind === CHANNEL_ORIGIN || message.origin?.kind === PEER_ORIGIN)
    return message.origin.cause
  const { content } = message.message
  if (typeof content !== 'string') return undefined
  if (message.origin?.kind === 'task-notification') {
    const summary = SUMMARY.exec(content)?.[1]
    return summary?.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  }
  const [, check, most, why] = UNMET.exec(content) ?? []
  return why === undefined
    ? undefined
    : goalText('not_yet', { round: Number(check), most: Number(most), why: oneLine(why) })
}

const goalReached = (attachment: {
  readonly kind: string
  readonly text: string
  readonly effects?: unknown
  readonly localized?: unknown
}): Text | undefined => {
  const shown = attachment.kind === 'goal_ended' ? savedText(attachment.localized, '') : ''
  if (shown !== '') return shown
  const why = attachment.kind === 'goal_ended' ? REACHED.exec(attachment.text)?.[1] : undefined
  if (why === undefined || !Array.isArray(attachment.effects)) return undefined
  const effects: readonly { readonly kind?: unknown; readonly detail?: unknown }[] = attachment.effects
  const count = Number.parseInt(String(effects.find(({ kind }) => kind === 'goal')?.detail), 10)
  return Number.isNaN(count) ? undefined : goalText('reached', { count, why: oneLine(why) })
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN)
