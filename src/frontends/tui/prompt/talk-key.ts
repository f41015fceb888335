/**
 * What presses of the key that talks mean. A terminal says that a key went down, again and again while it is held, and
 * never that it came up: a pause in the repeats is the end.
 */
export interface TalkKey {
  readonly phase: 'idle' | 'held' | 'locked'
  /** The last press. */
  readonly at: number
  readonly since: number
  /** The key was seen to repeat: it is being held. */
  readonly repeats: boolean
  /** Of the space bar: how many were typed that may be the beginning of a long press. */
  readonly spaces: number
}

export interface TalkStep {
  readonly key: TalkKey
  readonly does?: 'start' | 'stop'
  /** Spaces that were typed before it was clear that the bar is held. */
  readonly erase?: number
}

export const IDLE: TalkKey = {
  phase: 'idle',
  at: Number.NEGATIVE_INFINITY,
  since: 0,
  repeats: false,
  spaces: 0,
}

/** Keyboards wait this long at most before a held key repeats. */
const FIRST_REPEAT_MS = 800
/** Between repeats; a line over a slow network comes in bursts. */
const REPEAT_MS = 350
/** Nobody taps the bar this fast four times in a row. */
const FAST_MS = 110
const SPACES = 4
/** Nor is anything held that is over sooner: spaces that come at once were pasted. */
const LONG_MS = 250

export interface TalkPress {
  readonly at: number
  readonly mode: 'hold' | 'tap'
  /** The space bar types, too: what it means shows itself only after a while. `empty`: nothing stands in the prompt. */
  readonly key: 'space' | 'bound'
  readonly empty: boolean
}

export const pressed = (key: TalkKey, press: TalkPress): TalkStep => {
  if (key.phase === 'idle')
    return press.key === 'space' ? spacePressed(key, press) : { key: begin(press), does: 'start' }
  const gap = press.at - key.at
  const isRepeat = gap < REPEAT_MS || (!key.repeats && press.at - key.since < FIRST_REPEAT_MS)
  if (isRepeat) return { key: { ...key, at: press.at, repeats: true } }
  return { key: IDLE, does: 'stop' }
}

const begin = ({ at, mode }: TalkPress, spaces = 0): TalkKey => ({
  phase: mode === 'tap' ? 'locked' : 'held',
  at,
  since: at,
  repeats: spaces > 0,
  spaces: 0,
})

const spacePressed = (key: TalkKey, press: TalkPress): TalkStep => {
  const { at, mode, empty } = press
  if (mode === 'tap') return empty ? { key: begin(press), does: 'start' } : { key: IDLE }
  const gap = at - key.at
  // After a pause that a keyboard makes before it repeats, the space before it is the first of them.
  const { spaces, since } =
    key.spaces > 0 && gap <= FAST_MS
      ? { spaces: key.spaces + 1, since: key.since }
      : key.spaces > 0 && gap <= FIRST_REPEAT_MS
        ? { spaces: 2, since: key.at }
        : { spaces: 1, since: at }
  if (spaces < SPACES || at - since < LONG_MS) return { key: { ...IDLE, at, since, spaces } }
  return { key: begin(press, spaces), does: 'start', erase: spaces - 1 }
}

/** Something else was typed: spaces before it were spaces. */
export const interrupted = (key: TalkKey): TalkKey => (key.phase === 'idle' ? IDLE : key)

/** When to look again whether the key came up; undefined: nothing is to be awaited. */
export const dueAt = (key: TalkKey): number | undefined =>
  key.phase === 'held' ? key.at + (key.repeats ? REPEAT_MS : FIRST_REPEAT_MS) : undefined

/** A held key that no longer repeats came up; one that never did was tapped, and the next press ends it. */
export const awaited = (key: TalkKey, now: number): TalkStep => {
  const due = dueAt(key)
  if (due === undefined || now < due) return { key }
  return key.repeats ? { key: IDLE, does: 'stop' } : { key: { ...key, phase: 'locked' } }
}
