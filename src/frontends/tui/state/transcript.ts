import type { Item, ToolItem } from './item.ts'
import { isFinished } from './tool-item.ts'
import type { Transcript } from './ui-state.ts'

export const EMPTY_TRANSCRIPT: Transcript = { done: [], live: [], generation: 0 }

/** An item at the end; finished ones go over to `done` as soon as nothing before them is open. */
export const append = (transcript: Transcript, item: Item): Transcript =>
  settle({ ...transcript, live: [...transcript.live, item] })

/** The live item with that id, changed. Unknown ids change nothing. */
export const change = (transcript: Transcript, id: string, how: (item: Item) => Item): Transcript => {
  const at = transcript.live.findIndex(item => item.id === id)
  const found = transcript.live[at]
  if (!found) return transcript
  const changed = how(found)
  return changed === found ? transcript : settle({ ...transcript, live: transcript.live.with(at, changed) })
}

export const changeTool = (
  transcript: Transcript,
  id: string,
  how: (item: ToolItem) => ToolItem,
): Transcript => change(transcript, id, item => (item.kind === 'tool' ? how(item) : item))

/** What was on its way and will not come any more. */
export const without = (transcript: Transcript, drop: (item: Item) => boolean): Transcript =>
  transcript.live.some(drop)
    ? settle({ ...transcript, live: transcript.live.filter(item => !drop(item)) })
    : transcript

/** Nothing is open any more: the turn is over. A call that had not arrived whole was never made. */
export const closeAll = (transcript: Transcript, now: number): Transcript =>
  settle({
    ...transcript,
    live: transcript.live
      .filter(item => item.kind !== 'tool' || item.state !== 'arriving')
      .map(item => closed(item, now)),
  })

const closed = (item: Item, now: number): Item => {
  switch (item.kind) {
    case 'assistant':
    case 'thinking':
      return item.ended ? item : { ...item, ended: true }
    case 'tool':
      if (isFinished(item)) return item
      return item.state === 'denied'
        ? { ...item, text: '', endedAt: now }
        : { ...item, state: 'interrupted', endedAt: now }
    case 'shell':
      return item.state === 'running' ? { ...item, state: 'failed' } : item
    case 'banner':
    case 'user':
    case 'mention':
    case 'notice':
    case 'command':
    case 'compaction':
    case 'agent':
    case 'ending':
      return item
  }
}

const settle = (transcript: Transcript): Transcript => {
  const open = transcript.live.findIndex(item => !isOver(item))
  const count = open === -1 ? transcript.live.length : open
  if (count === 0) return transcript
  return {
    ...transcript,
    done: [...transcript.done, ...transcript.live.slice(0, count)],
    live: transcript.live.slice(count),
  }
}

const isOver = (item: Item): boolean => {
  switch (item.kind) {
    case 'assistant':
    case 'thinking':
      return item.ended
    case 'tool':
      return isFinished(item)
    case 'shell':
      return item.state !== 'running'
    case 'banner':
    case 'user':
    case 'mention':
    case 'notice':
    case 'command':
    case 'compaction':
    case 'agent':
    case 'ending':
      return true
  }
}
