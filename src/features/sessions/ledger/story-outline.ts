import type { Hunk, Lane, Reply, Request, Step, Story, Touched, Turn } from './story.ts'

/** A session whose texts are still in its file: numbers are known, everything else is read when it is asked for. */
export interface StoryOutline extends Omit<Story, 'turns' | 'lanes'>, Disposable {
  readonly turns: readonly TurnOutline[]
  readonly lanes: readonly LaneOutline[]
}

export interface TurnOutline extends Omit<Turn, 'request' | 'steps' | 'touched'> {
  readonly request: Omit<Request, 'text'>
  /** Number of tool calls, those that a fork began with included. */
  readonly calls: number
  /** All of it was done in the session that a fork began with. */
  readonly copied: boolean
  /** What was asked. */
  text(): string
  steps(): Iterable<Step>
  touched(): Iterable<Touched>
  /** What its calls did, without their texts; calls that a fork began with are left out. */
  facts(): Iterable<CallFacts>
  /** What one call wrote, by its number. */
  hunks(call: number): readonly Hunk[]
}

export interface LaneOutline extends Omit<Lane, 'task' | 'steps'> {
  readonly turns: readonly TurnOutline[]
}

export interface CallFacts {
  readonly number: number
  readonly failed: boolean
  readonly at: string
  readonly endedAt: string | undefined
  readonly write?: {
    readonly path: string
    readonly created: boolean
    readonly added: number
    readonly removed: number
    /** Lines of all hunks. */
    readonly lines: number
  }
}

export const taskOf = ({ turns }: LaneOutline): string => turns[0]?.text() ?? ''

export function* stepsOfLane({ turns }: LaneOutline): Generator<Step, void, void> {
  for (const turn of turns) yield* turn.steps()
}

/** All of a story in memory. */
export const collectStory = ({ turns, lanes, [Symbol.dispose]: _, ...rest }: StoryOutline): Story => ({
  ...rest,
  turns: turns.map(collectTurn),
  lanes: lanes.map(({ turns: own, ...lane }) => ({
    ...lane,
    task: own[0]?.text() ?? '',
    steps: own.flatMap(turn => [...turn.steps()]),
  })),
})

const collectTurn = (turn: TurnOutline): Turn => ({
  number: turn.number,
  request: { uuid: turn.request.uuid, text: turn.text(), by: turn.request.by },
  steps: [...turn.steps()],
  replies: turn.replies,
  touched: [...turn.touched()],
  aside: turn.aside,
  startedAt: turn.startedAt,
  endedAt: turn.endedAt,
})

/** Model calls of a whole session in the order in which they were made. */
export const allReplies = (story: StoryOutline): readonly Reply[] =>
  [...story.turns.flatMap(turn => turn.replies), ...story.lanes.flatMap(lane => lane.replies)].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  )
