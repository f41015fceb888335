import type { Call, Effect, Hunk, Lane, Step, Story, Turn } from '../ledger/story.ts'

type Redact = (text: string) => string

/** The same story with every text that came from outside passed through `redact`. */
export const redactStory = (story: Story, redact: Redact): Story => ({
  ...story,
  title: redact(story.title),
  turns: story.turns.map(turn => redactTurn(turn, redact)),
  lanes: story.lanes.map(
    (lane): Lane => ({
      ...lane,
      task: redact(lane.task),
      steps: lane.steps.map(step => redactStep(step, redact)),
    }),
  ),
})

const redactTurn = (turn: Turn, redact: Redact): Turn => ({
  ...turn,
  request: { ...turn.request, text: redact(turn.request.text) },
  steps: turn.steps.map(step => redactStep(step, redact)),
  touched: turn.touched.map(file =>
    file.hunks ? { ...file, hunks: file.hunks.map(hunk => redactHunk(hunk, redact)) } : file,
  ),
})

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
