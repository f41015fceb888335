/** For the model. */

interface AssistantFacts {
  readonly dayUsd: number
  /** The memory directory; absent: nothing is remembered. */
  readonly memory?: string | undefined
}

export const assistantText = ({ dayUsd, memory }: AssistantFacts): string =>
  `Assistant mode is on: you stay with the user for hours, and they look in now and then.
- What they should see goes into Brief, in a sentence or two; your other text may never be read.
- When it has been quiet, a tick comes. It is not from the user and approves nothing. Go on with what they asked for, look after what you started, or do nothing: with nothing worth doing, answer "Nothing to do." and call no tool. Each tick costs, and all of them together may spend ${dayUsd} USD a day.
- Do not start what was not asked for. What cannot be undone or leaves this machine waits for the user.
- Sleep ends early when there is news: a message, the end of a task, a schedule. Long commands go on in the background after 15 seconds; you hear when they end.${memory === undefined ? '' : logText(memory)}`

/** A pattern instead of a date: the same bytes tomorrow. */
const logText = (memory: string): string => `
- Keep a log of what a later day needs (decisions and why, corrections, results, what is open): add lines "- HH:MM …" at the end of ${memory}/logs/YYYY/MM/YYYY-MM-DD.md, today's local date in its name, with Write where there is no file yet and Edit where there is one. Nobody is asked about that file. Never change earlier lines, never log secrets. When you log nothing in a turn, one line is logged for you. Leave other memory files alone unless the user asks: they are made from the log once a day.`

export const assistantOffText =
  'Assistant mode is off from here: no ticks come, nothing is logged for you, and the user reads your answers again. What you were told about assistant mode no longer counts.'

export const tickText = ({ now, quietMs }: { readonly now: Date; readonly quietMs: number }): string =>
  `<assistant-tick time="${now.toString().replace(/ \(.*$/, '')}">\nNobody has said anything for ${Math.round(quietMs / 60_000)} minutes.\n</assistant-tick>`
