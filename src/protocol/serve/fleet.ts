import * as z from 'zod'

/** A fleet of machines as its owner's server sees it now. Names and notes are words of workers: text of strangers. */
export interface FleetPage {
  readonly workers: readonly {
    readonly name: string
    readonly version: string
    readonly platform: string
    readonly slots: number
    readonly labels: readonly string[]
  }[]
  /** The newest first. */
  readonly jobs: readonly {
    readonly id: string
    readonly state: string
    readonly title: string
    readonly worker: string
    readonly note: string
    readonly usd?: number
    readonly at: number
  }[]
  /** How many there are, by state. */
  readonly counts: Readonly<Record<string, number>>
  readonly spentUsd: number
  readonly questions: readonly FleetQuestion[]
}

/** What a job asks its owner, and nobody has answered. */
export interface FleetQuestion {
  readonly job: string
  readonly id: string
  readonly tool: string
  readonly title: string
  readonly why: string
}

const fleetAnswer = z.strictObject({
  job: z.string().min(1).max(40),
  id: z.string().min(1).max(200),
  answer: z.enum(['allow', 'deny']),
})
export type FleetAnswerBody = z.infer<typeof fleetAnswer>

export const FLEET_ROUTES = {
  fleet: {
    method: 'get',
    path: '/fleet',
    summary: 'Workers, jobs and open questions of the fleet that this machine is an owner of',
    effect: 'conversation',
    status: 200,
    answer: 'FleetPage',
  },
  answerFleet: {
    method: 'post',
    path: '/fleet/answers',
    summary: 'Answer a question of a job; the first answer counts',
    effect: 'session',
    body: fleetAnswer,
    status: 204,
    answer: 'nothing',
  },
} as const
