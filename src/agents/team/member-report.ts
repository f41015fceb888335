import { isObject } from '../../lib/is-object.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { PermissionDenial } from '../../protocol/permission.ts'
import type { CostState } from '../../protocol/usage.ts'

type Shown = Pick<AgentInfo, 'requests' | 'toolUses' | 'tokens' | 'lastAction'>

/** What a member in a process of its own tells the process of its leader, over a line that only these two know. */
export type MemberReport =
  | {
      readonly type: 'state'
      readonly status: 'running' | 'idle'
      readonly shown: Shown
      /** All it spent since it began. */
      readonly cost: CostState
    }
  /** A question of its own was answered where it is shown, or taken back. */
  | { readonly type: 'settled'; readonly id: string }
  /** Calls of its last turn, and of its agents, that were not allowed. */
  | { readonly type: 'denied'; readonly denials: readonly PermissionDenial[] }
  /** It is there; its process. */
  | { readonly type: 'here'; readonly pid: number }
  /** It ends in order. */
  | { readonly type: 'left' }

const TYPES: readonly string[] = [
  'state',
  'settled',
  'denied',
  'here',
  'left',
] satisfies MemberReport['type'][]

/** Undefined: no word of ours. Who speaks is this program; what is looked at is what another version may say otherwise. */
export const readReport = (value: unknown): MemberReport | undefined => {
  if (!isObject(value) || !TYPES.includes(String(value['type']))) return undefined
  if (value['type'] === 'state' && !(isObject(value['shown']) && isCost(value['cost']))) return undefined
  if (value['type'] === 'denied' && !isDenials(value['denials'])) return undefined
  return value as unknown as MemberReport
}

const isDenials = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (each: unknown) =>
      isObject(each) && typeof each['tool_name'] === 'string' && typeof each['tool_use_id'] === 'string',
  )

const isCost = (value: unknown): boolean =>
  isObject(value) && typeof value['totalCostUSD'] === 'number' && isObject(value['modelUsage'])
