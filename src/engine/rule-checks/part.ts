import { existsSync } from 'node:fs'
import type { GoalNews } from '../../protocol/agents/goal.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import type { Part } from '../scope.ts'
import type { RuleBook, RuleChecksOptions, RunRule } from './options.ts'

export interface RuleChecks extends Part {
  lend(run: RunRule, record: (attachment: Attachment) => Promise<void>): void
  /** The model is done: the checks of rules that its edits concern are run. What it should hear, once in a turn. */
  judge(signal: AbortSignal): Promise<GoalNews | undefined>
}

/** Rules of instruction files that say how they are checked: edits are held against them, and their commands run. */
export const createRuleChecks = (at: RuleChecksOptions): RuleChecks => {
  const book: RuleBook = { held: new Map(), denied: new Map() }
  /** Results of calls that nobody has looked at. */
  let edits: Message[] = []
  let ofTurn: string[] = []
  let isTold = false
  /** Found at the end of the turn, and not in the session file yet. */
  let ended: Attachment[] = []
  let run: RunRule | undefined
  let record: ((attachment: Attachment) => Promise<void>) | undefined
  let began = ''
  const load = () => import('./hold-rules.ts')
  const editsOfAgents = agentEditReader(at)
  return {
    lend(running, recording) {
      run = running
      record = recording
    },
    turnStarts({ said }) {
      isTold = false
      ofTurn = []
      began = said.at(-1)?.timestamp ?? ''
    },
    recorded(message) {
      if (message.type === 'user' && message.effects?.some(({ kind }) => kind === 'write'))
        edits.push(message)
    },
    restarted() {
      edits = []
      ended = []
    },
    news: [
      {
        name: 'rules',
        async collect() {
          if (edits.length === 0) return []
          const seen = edits
          edits = []
          const { holdEdits } = await load()
          const { paths, broken } = holdEdits(at, book, seen)
          ofTurn.push(...paths)
          return broken
        },
      },
    ],
    async judge(signal) {
      if (!run || at.live.mode === 'plan') return undefined
      const theirs = await editsOfAgents(began)
      if (ofTurn.length === 0 && theirs.length === 0) return undefined
      const { holdEdits, runRules, newsOf, noteOf } = await load()
      const { paths: more, broken } = holdEdits(at, book, theirs)
      const paths = [...ofTurn, ...more]
      const failed = await runRules(at, { book, paths, run }, signal)
      // What passed is checked again only after another edit.
      ofTurn = failed.length === 0 ? [] : paths
      const found = [...broken, ...failed]
      const [first] = found
      if (!first || signal.aborted) return undefined
      // Within a turn nothing comes between its requests but what the loop puts there.
      ended.push(...found)
      if (isTold) {
        at.emit(noteOf(first))
        return undefined
      }
      isTold = true
      return newsOf(first)
    },
    async turnEnded() {
      const told = ended
      ended = []
      if (!record || told.length === 0) return
      const { inShort } = await load()
      for (const each of told) await record(inShort(each, at.config.prompt.promptLanguage))
    },
    commandHost: () => ({ ruleChecks: async () => (await load()).countRules(at, book) }),
  }
}

/** Agents' threads are told of nothing here: what they wrote since is in their files, and is given once. */
const agentEditReader = ({ config: { session, place } }: RuleChecksOptions) => {
  const seen = new Set<string>()
  return async (since: string) => {
    const { path } = session
    if (path === undefined || since === '' || !existsSync(path.replace(/\.jsonl$/, ''))) return []
    const { agentEdits } = await import('./hold-rules.ts')
    return agentEdits(path, { cwd: place.cwd, since, seen })
  }
}
