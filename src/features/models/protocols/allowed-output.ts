/** What servers say of an output limit that is too high, with the number they would take. */
const SAID: readonly RegExp[] = [
  /max_(?:completion_|output_)?tokens[^.]{0,80}(?:supports|generates?) at most (\d+)/i,
  /max_(?:completion_|output_)?tokens[^.]{0,60}(?:too large|invalid|exceed)[\s\S]{0,80}at most (\d+)/i,
  /max_(?:completion_|output_)?tokens[`'"]? must be less than or equal to [`'"]?(\d+)/i,
  /max_(?:completion_|output_)?tokens[`'"]? is \[1, ?(\d+)\]/i,
  /max_(?:completion_|output_)?tokens: \d+ > (\d+), which is the maximum/i,
  /maxOutputTokens[\s\S]{0,120}to (\d+) \(exclusive\)/i,
]

/** `(8000 > 4096 - 3000)`: of the window so much is left beside what was sent. */
const ROOM = /max_(?:completion_)?tokens[\s\S]{0,60}too large[\s\S]{0,200}\((\d+) > (\d+) - (\d+)\)/i
/** Less is no reply: the conversation has to be shortened. */
const LEAST = 256

/** How long a reply may be, when a refusal says that it was asked to be longer. */
export const allowedOutput = (message: string, asked: number): number | undefined => {
  const said = SAID.map(each => Number(each.exec(message)?.[1])).find(Number.isFinite)
  if (said !== undefined) return said > 0 && said < asked ? said : undefined
  const room = ROOM.exec(message)
  if (!room) return undefined
  const [window, sent] = [Number(room[2]), Number(room[3])]
  // Only as much as is left, and not more than leaves room for what comes later.
  const most = Math.min(window - sent, Math.floor(window / 4))
  return most >= LEAST && most < asked ? most : undefined
}
