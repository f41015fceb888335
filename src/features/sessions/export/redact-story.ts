import type { Call, Effect, Hunk, Step, Touched } from '../ledger/story.ts'
import type { CallFacts, StoryOutline, TurnOutline } from '../ledger/story-outline.ts'

type Redact = (text: string) => string

/** The same story with every text that came from outside passed through `redact`, when it is read. */
export const redactStory = (story: StoryOutline, redact: Redact): StoryOutline => ({
  ...story,
  title: redact(story.title),
  turns: story.turns.map(turn => redactTurn(turn, redact)),
  lanes: story.lanes.map(lane => ({ ...lane, turns: lane.turns.map(turn => redactTurn(turn, redact)) })),
  ...(story.received
    ? {
        received: story.received.map(({ from, text, ...message }) => ({
          ...message,
          from: redact(from),
          text: redact(text),
        })),
      }
    : {}),
})

const redactTurn = (turn: TurnOutline, redact: Redact): TurnOutline => ({
  ...turn,
  text: () => redact(turn.text()),
  *steps() {
    for (const step of turn.steps()) yield redactStep(step, redact)
  },
  *touched() {
    for (const file of turn.touched()) yield redactTouched(file, redact)
  },
  *facts() {
    for (const call of turn.facts()) yield redactFacts(call, redact)
  },
  hunks: call => turn.hunks(call).map(hunk => redactHunk(hunk, redact)),
})

const redactTouched = (file: Touched, redact: Redact): Touched => ({
  ...file,
  path: redact(file.path),
  ...(file.hunks ? { hunks: file.hunks.map(hunk => redactHunk(hunk, redact)) } : {}),
})

const redactFacts = (call: CallFacts, redact: Redact): CallFacts =>
  call.write ? { ...call, write: { ...call.write, path: redact(call.write.path) } } : call

const redactStep = (step: Step, redact: Redact): Step => {
  switch (step.kind) {
    case 'call':
      return { ...step, call: redactCall(step.call, redact) }
    case 'image':
      return step
    case 'text':
    case 'thinking':
    case 'notice':
    case 'attachment':
    case 'said':
      return { ...step, text: redact(step.text) }
  }
}

const redactCall = (call: Call, redact: Redact): Call => ({
  ...call,
  subject: redact(call.subject),
  input: redact(call.input),
  result: redact(call.result),
  effect: redactEffect(call.effect, redact),
})

const redactEffect = (effect: Effect, redact: Redact): Effect =>
  effect.kind === 'write'
    ? { ...effect, path: redact(effect.path), hunks: effect.hunks.map(hunk => redactHunk(hunk, redact)) }
    : effect

/** As one text first: a key block runs over lines. Marks that a redaction over lines took away are put back. */
const redactHunk = (hunk: Hunk, redact: Redact): Hunk => {
  const bare = hunk.lines.map(line => line.slice(1)).join('\n')
  const clean = redact(bare)
  if (clean === bare) return hunk
  const lines = clean.split('\n')
  if (lines.length === hunk.lines.length)
    return { ...hunk, lines: lines.map((line, i) => `${hunk.lines[i]?.[0] ?? ' '}${line}`) }
  const mark = hunk.lines.some(line => line.startsWith('+')) ? '+' : '-'
  return { ...hunk, lines: lines.map(line => `${mark}${line}`) }
}
