import { isObject } from '../../lib/is-object.ts'
import { type Check, checksState, type Remark, type Snapshot } from './snapshot.ts'

/** Something that happened to a pull request. */
export type Change =
  | { readonly kind: 'pushed'; readonly from: string; readonly to: string; readonly forced?: boolean }
  | { readonly kind: 'failed'; readonly check: Check; readonly log?: string }
  | { readonly kind: 'passed'; readonly count: number }
  | { readonly kind: 'remark'; readonly remark: Remark }
  | { readonly kind: 'closed' | 'merged' | 'reopened' | 'branch_gone' | 'branch_back' }

/** What the session was told: kept with it, so that nothing is told twice and nothing is lost between two runs. */
export interface Known {
  readonly head: string
  readonly state: Snapshot['state']
  readonly gone: boolean
  /** Checks of that head that were told to have failed. */
  readonly failed: readonly string[]
  readonly passed: boolean
  readonly remarks: readonly string[]
}

/** More remarks than anybody reads: the oldest are forgotten first. */
const MOST_REMARKS = 2_000

export const knownOf = (now: Snapshot, before?: Known): Known => ({
  head: now.head.sha,
  state: now.state,
  gone: now.head.gone,
  failed: now.checks.filter(({ state }) => state === 'failed').map(nameOf),
  passed: checksState(now.checks) === 'passed',
  remarks: [...(before?.remarks ?? []).filter(isOwn), ...now.remarks.map(keyOf)].slice(-MOST_REMARKS),
})

const isOwn = (key: string): boolean => key.startsWith('own ')

/** What is there now and was not known. */
export const changesSince = (known: Known, now: Snapshot): readonly Change[] => {
  const isNewHead = now.head.sha !== known.head
  const failedBefore = isNewHead ? [] : known.failed
  const passedBefore = !isNewHead && known.passed
  const state = checksState(now.checks)
  const seen = new Set(known.remarks)
  return [
    ...(isNewHead ? [{ kind: 'pushed', from: known.head, to: now.head.sha } as const] : []),
    ...turned(known, now),
    ...now.checks
      .filter(check => check.state === 'failed' && !failedBefore.includes(nameOf(check)))
      .map(check => ({ kind: 'failed', check }) as const),
    ...(state === 'passed' && !passedBefore
      ? [{ kind: 'passed', count: now.checks.filter(each => each.state === 'passed').length } as const]
      : []),
    ...now.remarks
      .filter(each => !seen.has(keyOf(each)) && !seen.has(ownKey(each.id)))
      .map(remark => ({ kind: 'remark', remark }) as const),
  ]
}

const turned = (known: Known, now: Snapshot): readonly Change[] => {
  if (known.state !== now.state) return [{ kind: now.state === 'open' ? 'reopened' : now.state }]
  // Where it is over, the branch going away is nothing to hear of.
  if (now.state !== 'open' || known.gone === now.head.gone) return []
  return [{ kind: now.head.gone ? 'branch_gone' : 'branch_back' }]
}

/** Two checks may have one name: each of them counts. */
const nameOf = ({ name, log }: Check): string => (log === undefined ? name : `${name} ${log}`)

/** Somebody may change their verdict, or the words of a remark. */
const keyOf = ({ id, verdict, text }: Remark): string => `${id} ${verdict ?? ''} ${hashOf(text)}`

/** Tells texts apart; nothing is protected by it. */
const hashOf = (text: string): string => {
  let hash = 5381
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/** Takes a remark as known that was written from here. */
export const withOwn = (known: Known, id: string): Known => ({
  ...known,
  remarks: [...known.remarks, ownKey(id)].slice(-MOST_REMARKS),
})

const ownKey = (id: string): string => `own ${id}`

/** Of a session file; undefined for what nobody can go by. */
export const readKnown = (value: unknown): Known | undefined => {
  if (!isObject(value)) return undefined
  const { head, state, gone, failed, passed, remarks } = value
  const isState = state === 'open' || state === 'closed' || state === 'merged'
  if (typeof head !== 'string' || !isState || typeof gone !== 'boolean' || typeof passed !== 'boolean')
    return undefined
  return { head, state, gone, passed, failed: textsIn(failed), remarks: textsIn(remarks) }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
