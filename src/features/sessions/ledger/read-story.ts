import { basename } from 'node:path'
import type { Entry, MessageEntry } from '../../../protocol/entry.ts'
import { foldFacts, NO_FACTS, type SessionFacts } from '../folds/facts.ts'
import { titleOf } from '../folds/title.ts'
import { isSessionId } from '../project-key.ts'
import { buildTree, chooseLeaf, pathTo, type TreeNode } from '../tree.ts'
import type { StoryLimits } from './clip-text.ts'
import { agentFiles, readRecords, type SessionRecord } from './read-records.ts'
import type { Lane, Reply, Story, Turn } from './story.ts'
import { StoryBuilder } from './story-builder.ts'

const EVERYTHING: StoryLimits = { maxText: 200_000 }

/** The whole session as a story; a damaged file gives what can be read of it. Throws SessionError when none can. */
export const readStory = (path: string, limits: StoryLimits = EVERYTHING): Story => {
  const reading = new Reading(limits)
  for (const record of readRecords(path)) reading.take(record)
  for (const file of agentFiles(path)) {
    const agentId = basename(file, '.jsonl').slice('agent-'.length)
    for (const record of readRecords(file)) reading.takeAgent(agentId, record)
  }
  return reading.finish(path)
}

class Reading {
  readonly #main: StoryBuilder
  readonly #agents = new Map<string, StoryBuilder>()
  readonly #nodes: TreeNode[] = []
  readonly #limits: StoryLimits
  #facts: SessionFacts = NO_FACTS
  #last: MessageEntry | undefined
  #startedAt = ''
  #endedAt = ''
  #damaged = 0

  constructor(limits: StoryLimits) {
    this.#limits = limits
    this.#main = new StoryBuilder(limits)
  }

  take(record: SessionRecord): void {
    if (record.kind === 'damage') this.#damaged++
    if (record.kind === 'foreign' && record.uuid !== undefined)
      this.#nodes.push({
        uuid: record.uuid,
        parentUuid: record.parentUuid ?? null,
        type: 'link',
        isSidechain: false,
      })
    if (record.kind !== 'entry') return
    const { entry } = record
    this.#facts = foldFacts(this.#facts, entry)
    if (isMessage(entry)) this.#takeMessage(entry)
    else this.#main.take(entry)
  }

  takeAgent(agentId: string, record: SessionRecord): void {
    if (record.kind === 'damage') this.#damaged++
    if (record.kind === 'entry') this.#agent(agentId).take(record.entry)
  }

  finish(path: string): Story {
    const tree = buildTree(this.#nodes)
    const leaf = chooseLeaf(tree)
    const way = new Set(leaf === undefined ? [] : pathTo(tree, leaf).nodes.map(node => node.uuid))
    const told = this.#main.finish(uuid => way.has(uuid))
    const own = [...this.#agents].map(([agentId, builder]) => ({ agentId, own: builder.finish(() => true) }))
    const { turns, lanes } = withAgents(told, own)
    const name = basename(path, '.jsonl')
    return {
      path,
      sessionId: isSessionId(name) ? name : (this.#last?.sessionId ?? name),
      title: titleOf(this.#facts.title) ?? '',
      cwd: this.#facts.cwd ?? this.#last?.cwd ?? '',
      gitBranch: this.#last?.gitBranch ?? '',
      version: this.#last?.version ?? '',
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      turns,
      lanes,
      booked: this.#facts.cost,
      ...(this.#facts.cache ? { cache: this.#facts.cache.book } : {}),
      damaged: this.#damaged,
    }
  }

  #takeMessage(entry: MessageEntry): void {
    if (entry.isSidechain) {
      this.#agent(entry.agentId ?? 'agent').take(entry)
      return
    }
    this.#last = entry
    if (this.#startedAt === '' || entry.timestamp < this.#startedAt) this.#startedAt = entry.timestamp
    if (entry.timestamp > this.#endedAt) this.#endedAt = entry.timestamp
    this.#nodes.push({
      uuid: entry.uuid,
      parentUuid: entry.parentUuid,
      type: entry.type,
      isSidechain: false,
      ...(typeof entry.logicalParentUuid === 'string' ? { logicalParentUuid: entry.logicalParentUuid } : {}),
    })
    this.#main.take(entry)
  }

  #agent(agentId: string): StoryBuilder {
    const known = this.#agents.get(agentId)
    if (known !== undefined) return known
    const made = new StoryBuilder(this.#limits)
    this.#agents.set(agentId, made)
    return made
  }
}

const isMessage = (entry: Entry): entry is MessageEntry => 'uuid' in entry

interface AgentTurns {
  readonly agentId: string
  readonly own: readonly Turn[]
}

/**
 * What an agent's calls used in the end stands in the file of the session, its replies in a file of its own: each call
 * counts once, with the agent that made it. What no agent's file knows stays with its turn.
 */
const withAgents = (
  turns: readonly Turn[],
  agents: readonly AgentTurns[],
): Pick<Story, 'turns' | 'lanes'> => {
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
  const rest = (turn: Turn): Turn => ({ ...turn, replies: turn.replies.filter(reply => !claimed.has(reply)) })
  return { turns: claimed.size === 0 ? turns : turns.map(rest), lanes }
}

/** An agent belongs to the turn that was running when it began. */
const laneOf = (
  { agentId, own }: AgentTurns,
  turns: readonly Turn[],
  take: (reply: Reply) => readonly Reply[],
): Lane => {
  const startedAt = own.map(turn => turn.startedAt).find(at => at !== '') ?? ''
  const around = turns.findLast(turn => turn.startedAt !== '' && turn.startedAt <= startedAt) ?? turns[0]
  return {
    agentId,
    turn: around?.number ?? 1,
    task: own[0]?.request.text ?? '',
    steps: own.flatMap(turn => turn.steps),
    replies: own.flatMap(turn => turn.replies.flatMap(take)),
    startedAt,
    endedAt: own.at(-1)?.endedAt ?? startedAt,
  }
}
