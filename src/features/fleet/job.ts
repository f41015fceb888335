import { isObject } from '../../lib/is-object.ts'
import { EFFORTS, type Effort } from '../../protocol/model.ts'
import { PERMISSION_MODES, type PermissionMode } from '../../protocol/permission.ts'
import { type Member, readMember } from './identity.ts'
import { isJobId, isName, MAX_BODY } from './names.ts'
import type { WrappedKey } from './seal.ts'

/** What everybody on the server may know of a job. */
export interface JobFacts {
  readonly id: string
  readonly owner: string
  /** A worker needs all of them. */
  readonly labels: readonly string[]
  readonly submittedAt: number
  /** Of the program that made it: one of another main version does not take it. */
  readonly version: string
  readonly leaseMs: number
  /** Of several jobs together. */
  readonly budget?: { readonly id: string; readonly usd: number }
  /** One trace from the submission to the result, as W3C writes it. */
  readonly trace: string
}

/** What only its owner and its workers may know. */
export interface JobWork {
  readonly title: string
  /** Said to the session one after the other. */
  readonly prompts: readonly string[]
  /** Absent: an empty directory. */
  readonly repository?: Repository
  /** Run before the session and, of the result, behind it. */
  readonly setUp?: string
  readonly check?: string
  readonly limits: JobLimits
  readonly model?: string
  readonly effort?: Effort
  readonly permissions: JobPermissions
  /** Nobody is asked: what would be is declined. */
  readonly unattended?: boolean
  /** In the place of our own words, and behind them. */
  readonly systemPrompt?: string
  readonly appendSystemPrompt?: string
  /** Names of the tools it may call; absent: all. */
  readonly tools?: readonly string[]
  /** The same for those it may not. */
  readonly withoutTools?: readonly string[]
  /** JSON text of a schema: the answer has this form. */
  readonly schema?: string
  /** What commands may reach. */
  readonly network: 'off' | 'all' | readonly string[]
  /** Variables of the worker's own environment that its commands may see. */
  readonly secrets: readonly string[]
  readonly back: Wanted
}

export type Repository =
  | { readonly kind: 'git'; readonly url: string; readonly ref: string }
  /** A git bundle in the object store of the owner, and the commit to begin at. */
  | {
      readonly kind: 'bundle'
      readonly object: string
      readonly bytes: number
      readonly sha256: string
      readonly head: string
    }

export interface JobLimits {
  readonly seconds: number
  readonly usd?: number
  readonly turns?: number
  readonly memoryMb: number
  readonly diskMb: number
}

export interface JobPermissions {
  readonly mode: PermissionMode
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

export interface Wanted {
  readonly patch: boolean
  readonly transcript: boolean
  /** Paths in the checkout. */
  readonly files: readonly string[]
}

/** The record a job begins with: what it is for, sealed, and for whom. */
export interface JobOrder {
  readonly facts: JobFacts
  /** Who may work on it, by the keys that the owner knows. */
  readonly workers: readonly Member[]
  readonly key: WrappedKey
  readonly work: string
}

const MOST_WORKERS = 1_000
export const MAX_BUNDLE = 512 * 1024 * 1024
const MAX_SECONDS = 7 * 24 * 3600
const MAX_PROMPT = 256 * 1024

/** From a message: undefined for what is none. Nothing in it is believed but its form. */
export const readOrder = (body: Uint8Array): JobOrder | undefined => {
  if (body.length > MAX_BODY) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    if (!isObject(value) || typeof value['work'] !== 'string' || !isObject(value['key'])) return undefined
    const facts = readFacts(value['facts'])
    const { from, keys } = value['key']
    if (!facts || typeof from !== 'string' || !isObject(keys)) return undefined
    if (!Object.values(keys).every(key => typeof key === 'string' && key.length < 200)) return undefined
    const workers = Array.isArray(value['workers']) ? value['workers'].map(readMember) : []
    if (!workers.every(worker => worker !== undefined) || workers.length > MOST_WORKERS) return undefined
    return { facts, workers, key: { from, keys: keys as Record<string, string> }, work: value['work'] }
  } catch {
    return undefined
  }
}

const readFacts = (value: unknown): JobFacts | undefined => {
  if (!isObject(value)) return undefined
  const { id, owner, labels, submittedAt, version, leaseMs, budget, trace } = value
  if (!isJobId(id) || !isName(owner) || !areNames(labels)) return undefined
  if (!isCount(submittedAt) || typeof version !== 'string' || version.length > 40) return undefined
  if (!isCount(leaseMs) || leaseMs < 500 || leaseMs > 600_000) return undefined
  if (typeof trace !== 'string' || !/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/.test(trace)) return undefined
  const facts = { id, owner, labels, submittedAt, version, leaseMs, trace }
  if (budget === undefined) return facts
  if (!isObject(budget) || !isName(budget['id']) || !isMoney(budget['usd'])) return undefined
  return { ...facts, budget: { id: budget['id'], usd: budget['usd'] } }
}

/** What was sealed, held against its schema; a sentence about the first thing that is wrong. */
export const readWork = (value: unknown): JobWork | { readonly problem: string } => {
  if (!isObject(value)) return { problem: 'job' }
  const problem = Object.entries(FIELDS).find(([name, isRight]) => !isRight(value[name]))
  const unknown = Object.keys(value).find(name => !Object.hasOwn(FIELDS, name))
  const wrong = problem?.[0] ?? unknown
  return wrong === undefined ? (value as unknown as JobWork) : { problem: wrong }
}

type Check = (value: unknown) => boolean

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isMoney = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1_000_000
const isText =
  (most: number): Check =>
  value =>
    typeof value === 'string' && value.length <= most && !value.includes('\0')
const optional =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const listOf =
  (check: Check, most: number): Check =>
  value =>
    Array.isArray(value) && value.length <= most && value.every(check)
const areNames = (value: unknown): value is readonly string[] => listOf(isName, 16)(value)
const shaped =
  (fields: Readonly<Record<string, Check>>): Check =>
  value =>
    isObject(value) &&
    Object.entries(fields).every(([name, check]) => check(value[name])) &&
    Object.keys(value).every(name => Object.hasOwn(fields, name))

const isCommand = optional(isText(64 * 1024))
const isRelative: Check = value =>
  isText(1000)(value) &&
  !(value as string).startsWith('/') &&
  (value as string).split('/').every(part => part !== '..' && part !== '.git')

/** No file of the worker's own machine, no helper program that an address can name, no option. */
const isAddress: Check = value =>
  typeof value === 'string' &&
  /^(?:https:\/\/|ssh:\/\/|git@[\w.-]+:)[^\s\0]{1,500}$/.test(value) &&
  !/::/.test(value)
const isRef: Check = value => typeof value === 'string' && /^[A-Za-z0-9][\w./-]{0,200}$/.test(value)

const isRepository: Check = value =>
  isObject(value) && value['kind'] === 'git'
    ? shaped({ kind: isText(10), url: isAddress, ref: isRef })(value)
    : shaped({
        kind: each => each === 'bundle',
        object: each => typeof each === 'string' && /^[a-f0-9]{64}$/.test(each),
        bytes: each => isCount(each) && (each as number) <= MAX_BUNDLE,
        sha256: each => typeof each === 'string' && /^[a-f0-9]{64}$/.test(each),
        head: each => typeof each === 'string' && /^[a-f0-9]{40,64}$/.test(each),
      })(value)

const isVariable: Check = value => typeof value === 'string' && /^[A-Z_][A-Z0-9_]{0,99}$/.test(value)
const isHost: Check = value => typeof value === 'string' && /^[\w.*:-]{1,253}$/.test(value)

const FIELDS: Readonly<Record<string, Check>> = {
  title: isText(200),
  prompts: value => listOf(isText(MAX_PROMPT), 32)(value) && (value as readonly unknown[]).length > 0,
  repository: optional(isRepository),
  setUp: isCommand,
  check: isCommand,
  limits: shaped({
    seconds: value => isCount(value) && (value as number) > 0 && (value as number) <= MAX_SECONDS,
    usd: optional(isMoney),
    turns: optional(value => isCount(value) && (value as number) > 0),
    memoryMb: value => isCount(value) && (value as number) >= 64,
    diskMb: value => isCount(value) && (value as number) >= 1,
  }),
  model: optional(isText(200)),
  effort: optional(value => (EFFORTS as readonly unknown[]).includes(value)),
  permissions: shaped({
    mode: value => (PERMISSION_MODES as readonly unknown[]).includes(value),
    allow: listOf(isText(1000), 200),
    deny: listOf(isText(1000), 200),
  }),
  unattended: optional(value => typeof value === 'boolean'),
  systemPrompt: optional(isText(MAX_PROMPT)),
  appendSystemPrompt: optional(isText(MAX_PROMPT)),
  tools: optional(listOf(isText(200), 200)),
  withoutTools: optional(listOf(isText(200), 200)),
  schema: optional(isText(64 * 1024)),
  network: value => value === 'off' || value === 'all' || listOf(isHost, 200)(value),
  secrets: listOf(isVariable, 50),
  back: shaped({
    patch: value => typeof value === 'boolean',
    transcript: value => typeof value === 'boolean',
    files: listOf(isRelative, 100),
  }),
}
