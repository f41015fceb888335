import { type StoryOutline, stepsOfLane, type TurnOutline, taskOf } from '../ledger/story-outline.ts'

/** The session as one JSON value, a step at a time. */
export function* jsonPieces(story: StoryOutline): Generator<string, void, void> {
  const { turns, lanes, [Symbol.dispose]: _dispose, ...head } = story
  yield `${JSON.stringify(head).slice(0, -1)},"lanes":[`
  for (const [at, lane] of lanes.entries()) {
    const { turns: _, replies, ...numbers } = lane
    yield `${comma(at)}${JSON.stringify({ ...numbers, task: taskOf(lane) }).slice(0, -1)},"steps":[`
    yield* listPieces(stepsOfLane(lane))
    yield `],"replies":${JSON.stringify(replies)}}`
  }
  yield '],"turns":['
  for (const [at, turn] of turns.entries()) {
    yield comma(at)
    yield* turnPieces(turn)
  }
  yield ']}\n'
}

function* turnPieces(turn: TurnOutline): Generator<string, void, void> {
  const { number, request, replies, aside, startedAt, endedAt } = turn
  yield `${JSON.stringify({ number, request: { ...request, text: turn.text() } }).slice(0, -1)},"steps":[`
  yield* listPieces(turn.steps())
  yield '],"touched":['
  yield* listPieces(turn.touched())
  yield `],${JSON.stringify({ replies, aside, startedAt, endedAt }).slice(1)}`
}

function* listPieces(values: Iterable<unknown>): Generator<string, void, void> {
  let count = 0
  for (const value of values) yield `${comma(count++)}${JSON.stringify(value)}`
}

const comma = (at: number): string => (at === 0 ? '' : ',')
