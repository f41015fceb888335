import type { Message } from '../../protocol/message.ts'

/** What was fetched or asked for can be had again; everything else must not be done twice. */
const HARMLESS: readonly string[] = ['fetch']

/** The result tells of something that changed the world: it stays in sight, or the work might be done again. */
export const tellsOfEffect = (message: Message): boolean =>
  message.type === 'user' && (message.effects ?? []).some(({ kind }) => !HARMLESS.includes(kind))
