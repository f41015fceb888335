import { basename } from 'node:path'
import type { Entry, MessageEntry, PeerMessageEntry } from '../../../protocol/entry.ts'
import { FactsFold } from '../folds/facts.ts'
import { titleOf } from '../folds/title.ts'
import { isSessionId } from '../project-key.ts'
import { BranchFinder } from './branch-finder.ts'
import type { StoryLimits } from './clip-text.ts'
import { agentFiles, type SessionRecord } from './read-records.ts'
import { SessionLines } from './session-lines.ts'
import type { ReceivedMessage, Reply, Story } from './story.ts'
import { StoryBuilder } from './story-builder.ts'
import { collectStory, type LaneOutline, type StoryOutline, type TurnOutline } from './story-outline.ts'
import type { TurnSource } from './turn-reader.ts'

const EVERYTHING: StoryLimits = { maxText: 200_000 }

/** The whole session as a story; a damaged file gives what can be read of it. Throws SessionError when none can. */
export const readStory = (path: string, limits: StoryLimits = EVERYTHING): Story => {
  using story = openStory(path, limits)
  return collectStory(story)
}

/** The session as a story whose texts stay in the file, however long it is. Throws SessionError when it can't be read. */
export const openStory = (path: string, limits: StoryLimits = EVERYTHING): StoryOutline => {
  const lines = new SessionLines()
  try {
    const reading = new Reading()
    for (const { record, number } of lines.read(path)) reading.take(record, number)
    for (const file of agentFiles(path)) {
      const agentId = basename(file, '.jsonl').slice('agent-'.length)
      for (const { record, number } of lines.read(file)) reading.takeAgent(agentId, record, number)
    }
    return {
      ...reading.finish(path, { limits, entry: number => lines.entry(number) }),
      [Symbol.dispose]: () => lines[Symbol.dispose](),
    }
  } catch (error) {
    lines[Symbol.dispose]()
    throw error
  }
}

class Reading {
  readonly #main = new StoryBuilder()
  readonly #agents = new Map<string, StoryBuilder>()
  readonly #branch = new BranchFinder()
  readonly #received: ReceivedMessage[] = []
  readonly #facts = new FactsFold()
  #last: MessageEntry | undefined
  #startedAt = ''
  #endedAt = ''
  #damaged = 0

  take(record: SessionRecord, number = -1): void {
    if (record.kind === 'damage') this.#damaged++
    if (record.kind === 'foreign' && record.uuid !== undefined)
      this.#branch.add({ uuid: record.uuid, parentUuid: record.parentUuid ?? null, kind: 'link' })
    if (record.kind !== 'entry') return
    const { entry } = record
    this.#facts.take(entry)
    if (entry.type === 'peer-message') this.#received.push(receivedIn(entry))
    if (isMessage(entry)) this.#takeMessage(entry, number)
    else this.#main.take(entry, number)
  }

  takeAgent(agentId: string, record: SessionRecord, number = -1): void {
    if (record.kind === 'damage') this.#damaged++
    if (record.kind === 'entry') this.#agent(agentId).take(record.entry, number)
  }

  finish(path: string, source: Omit<TurnSource, 'removed'>): Omit<StoryOutline, typeof Symbol.dispose> {
    const { facts } = this.#facts
    const own = [...this.#agents].map(([agentId, builder]) => ({
      agentId,
      own: builder.finish(() => true, source),
    }))
    const { turns, lanes } = withAgents(this.#main.finish(this.#branch.finish(), source), own)
    const name = basename(path, '.jsonl')
    return {
      path,
      sessionId: isSessionId(name) ? name : (this.#last?.sessionId ?? name),
      title: titleOf(facts.title) ?? '',
      cwd: facts.cwd ?? this.#last?.cwd ?? '',
      gitBranch: this.#last?.gitBranch ?? '',
      version: this.#last?.version ?? '',
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      turns,
      lanes,
      ...(this.#received.length === 0 ? {} : { received: this.#received }),
      booked: facts.cost,
      ...(facts.cache ? { cache: facts.cache.book } : {}),
      damaged: this.#damaged,
    }
  }

  #takeMessage(entry: MessageEntry, number: number): void {
    if (entry.isSidechain) {
      this.#agent(entry.agentId ?? 'agent').take(entry, number)
      return
    }
    this.#last = entry
    if (this.#startedAt === '' || entry.timestamp < this.#startedAt) this.#startedAt = entry.timestamp
    if (entry.timestamp > this.#endedAt) this.#endedAt = entry.timestamp
    const { uuid, parentUuid, logicalParentUuid } = entry
    this.#branch.add({ uuid, parentUuid, logicalParentUuid, kind: 'message' })
    this.#main.take(entry, number)
  }

  #agent(agentId: string): StoryBuilder {
    const known = this.#agents.get(agentId)
    if (known !== undefined) return known
    const made = new StoryBuilder()
    this.#agents.set(agentId, made)
    return made
  }
}

const receivedIn = ({ timestamp, from, text, outcome }: PeerMessageEntry): ReceivedMessage => ({
  timestamp,
  from,
  text,
  outcome,
})

const isMessage = (entry: Entry): entry is MessageEntry => 'uuid' in entry

interface AgentTurns {
  readonly agentId: string
  readonly own: readonly TurnOutline[]
}

/**
 * What an agent's calls used in the end stands in the file of the session, its replies in a file of its own: each call
 * counts once, with the agent that made it. What no agent's file knows stays with its turn.
 */
const withAgents = (
  turns: readonly TurnOutline[],
  agents: readonly AgentTurns[],
): Pick<StoryOutline, 'turns' | 'lanes'> => {
  const booked = Map.groupBy(
    turns.flatMap(turn => turn.replies.filter(({ source }) => source === 'agent')),
    ({ id }) => id,
  )
  const claimed = new Set<Reply>()
  const take = (reply: Reply): readonly Reply[] => {
    const found = booked.get(reply.id)
    if (!found) return [{ ...reply, source: 'agent' }]
    booked.set(reply.id, [])
    for (const each of found) claimed.add(each)
    return found
  }
  const lanes = agents.map(({ agentId, own }) => laneOf({ agentId, own }, turns, take))
  const rest = (turn: TurnOutline): TurnOutline => ({
    ...turn,
    replies: turn.replies.filter(reply => !claimed.has(reply)),
  })
  return { turns: claimed.size === 0 ? turns : turns.map(rest), lanes }
}

/** An agent belongs to the turn that was running when it began. */
const laneOf = (
  { agentId, own }: AgentTurns,
  turns: readonly TurnOutline[],
  take: (reply: Reply) => readonly Reply[],
): LaneOutline => {
  const startedAt = own.map(turn => turn.startedAt).find(at => at !== '') ?? ''
  const around = turns.findLast(turn => turn.startedAt !== '' && turn.startedAt <= startedAt) ?? turns[0]
  return {
    agentId,
    turn: around?.number ?? 1,
    turns: own,
    replies: own.flatMap(turn => turn.replies.flatMap(take)),
    startedAt,
    endedAt: own.at(-1)?.endedAt ?? startedAt,
  }
}
