import { OpError } from '../../protocol/op.ts'
import type { MoveReport, MoveRequest, SessionTree } from '../../protocol/session/session-tree.ts'
import type { Part } from '../scope.ts'
import type { BranchesOptions } from './options.ts'

/** The branches of the conversation. All but `tree` and a dry run are for when nothing else runs. */
export interface Branches extends Part {
  tree(): Promise<SessionTree>
  move(request: MoveRequest): Promise<MoveReport>
  /** Goes on from before an earlier message of the person, for another one in its place. */
  leaveFor(messageUuid: string): Promise<void>
}

/** What reads the file as a tree is loaded when somebody looks at branches. */
const load = () => import('./branch-moves.ts')

export const createBranches = (at: BranchesOptions): Branches => {
  const tree = async (): Promise<SessionTree> => (await load()).readTree(at)
  const move = async (request: MoveRequest): Promise<MoveReport> => (await load()).move(at, request)
  return {
    tree,
    move,
    leaveFor: async messageUuid => (await load()).leaveFor(at, messageUuid),
    answers: { tree },
    lookups: { earlier: async ({ boundary }) => (await load()).readEarlier(at, boundary) },
    ops: {
      async switch_branch(op) {
        const report = await at.alone(() => move({ ...op, what: op.what ?? 'both', to: 'end' }))
        if (!report.canMove) throw new OpError(report.localized ?? report.error)
      },
      bring_back: ({ messageUuid }) => at.alone(async () => (await load()).bringBack(at, messageUuid)),
    },
  }
}
