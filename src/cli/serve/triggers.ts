import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { channelFrame, readChannelMessage } from '../../features/mcp/channels/channel-message.ts'
import { TakenDeliveries } from '../../features/pull-requests/webhook.ts'
import { createNextCron } from '../../features/schedules/cron-times.ts'
import type { InboxAnswer, InboxDelivery, OpenedByInbox } from '../../frontends/serve/serve-options.ts'
import { findHomes } from '../../host/find-homes.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { errorText } from '../../lib/error-text.ts'
import type { FleetJobs } from '../../protocol/agents/fleet-work.ts'
import type { Env } from '../../protocol/host.ts'
import type { TriggerSettings } from '../../protocol/serve/serve-settings.ts'

interface TriggersAt {
  readonly env: Env
  readonly configHome: string
  /** The machines of the person; rejects where there are none. */
  fleet?(): Promise<FleetJobs>
  now(): number
  log(text: string): void
}

const HOUR_MS = 60 * 60_000
const LONGEST_TIMER_MS = 24 * HOUR_MS
const USUAL_USD = 1
const USUAL_PER_HOUR = 6
/** Stands in a prompt for what a caller sent. */
const HOLE = '{body}'

/** Sessions that a server begins by itself: by the clock, or because somebody who knows a secret calls. */
export class Triggers {
  readonly #all: readonly TriggerSettings[]
  readonly #at: TriggersAt
  readonly #taken = new TakenDeliveries()
  readonly #running = new Map<string, number>()
  readonly #begun = new Map<string, readonly number[]>()
  readonly #ending = new AbortController()

  constructor(all: readonly TriggerSettings[], at: TriggersAt) {
    this.#all = all
    this.#at = at
  }

  /** Those with a schedule wait for their time; answers what ends that. */
  begin(open: InboxDelivery['open']): () => void {
    const next = createNextCron()
    for (const trigger of this.#all) if (trigger.schedule !== undefined) this.#wait(trigger, { next, open })
    return () => this.#ending.abort()
  }

  async receive(name: string, delivery: InboxDelivery): Promise<InboxAnswer> {
    const trigger = this.#all.find(each => each.name === name)
    const secret = trigger?.secretEnv === undefined ? '' : (this.#at.env[trigger.secretEnv] ?? '').trim()
    if (!trigger || secret === '') return 'unknown'
    const proof = proofOf(delivery, secret)
    if (proof === 'none') return 'forged'
    // What is signed can be caught on the way and sent again; who holds the secret itself may repeat themselves.
    if (proof === 'signed' && !this.#taken.take({ ...delivery, kind: 'github' })) return 'taken'
    return await this.#fire(trigger, delivery.open, new TextDecoder().decode(delivery.body))
  }

  #wait(
    trigger: TriggerSettings,
    at: { readonly next: ReturnType<typeof createNextCron>; readonly open: InboxDelivery['open'] },
  ): void {
    const due = this.#nextOf(trigger, at.next)
    if (due === undefined || this.#ending.signal.aborted) return
    const left = due - this.#at.now()
    const timer = setTimeout(
      () => {
        if (left > LONGEST_TIMER_MS) return this.#wait(trigger, at)
        void this.#fire(trigger, at.open, '')
        this.#wait(trigger, at)
      },
      Math.min(left, LONGEST_TIMER_MS),
    )
    this.#ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  #nextOf(
    { name, schedule = '' }: TriggerSettings,
    next: ReturnType<typeof createNextCron>,
  ): number | undefined {
    try {
      return next(schedule, this.#at.now())
    } catch (error) {
      this.#at.log(`trigger ${name}: ${errorText(error)}`)
      return undefined
    }
  }

  async #fire(trigger: TriggerSettings, open: InboxDelivery['open'], body: string): Promise<InboxAnswer> {
    const { name } = trigger
    if (!this.#isTrusted(trigger)) {
      this.#at.log(`trigger ${name}: ${trigger.cwd} is not a folder you trust`)
      return 'unknown'
    }
    if (!this.#mayBegin(trigger)) return 'busy'
    this.#count(name, 1)
    if (trigger.fleet) {
      void this.#runElsewhere(trigger, promptOf(trigger, body))
      return 'taken'
    }
    try {
      const opened = await open({ cwd: trigger.cwd, overrides: overridesOf(trigger) })
      void this.#run(trigger, opened, promptOf(trigger, body))
      return 'taken'
    } catch (error) {
      this.#count(name, -1)
      throw error
    }
  }

  /** One turn; the session stays, for whoever wants to look or to go on. */
  async #run({ name }: TriggerSettings, { engine }: OpenedByInbox, content: string): Promise<void> {
    try {
      await using events = engine.events()
      await engine.send({ type: 'submit', content, authority: 'client' })
      for await (const event of events) if (event.type === 'turn_ended' && !event.agent) break
    } catch (error) {
      this.#at.log(`trigger ${name}: ${errorText(error)}`)
    } finally {
      this.#count(name, -1)
    }
  }

  /** A job, from its submission to its end: its changes are a branch then, and nothing of it is merged. */
  async #runElsewhere(trigger: TriggerSettings, prompt: string): Promise<void> {
    const { name, cwd, model, permissionMode = 'acceptEdits', maxBudgetUsd = USUAL_USD } = trigger
    try {
      if (!this.#at.fleet) throw new Error('there is no fleet')
      await using fleet = await this.#at.fleet()
      const job = await fleet.submit({
        ...{ title: name, prompt, cwd, isOwn: false, mode: permissionMode },
        ...(model === undefined ? {} : { model }),
        ...{ disallowedTools: [], allow: [], deny: [], limits: { usd: maxBudgetUsd }, unattended: false },
      })
      for await (const _ of job.news(this.#ending.signal));
    } catch (error) {
      this.#at.log(`trigger ${name}: ${errorText(error)}`)
    } finally {
      this.#count(name, -1)
    }
  }

  #mayBegin({ name, concurrent = 1, perHour = USUAL_PER_HOUR }: TriggerSettings): boolean {
    const now = this.#at.now()
    const recent = (this.#begun.get(name) ?? []).filter(at => now - at < HOUR_MS)
    if (recent.length >= perHour || (this.#running.get(name) ?? 0) >= concurrent) return false
    this.#begun.set(name, [...recent, now])
    return true
  }

  #isTrusted({ cwd }: TriggerSettings): boolean {
    const { env, configHome } = this.#at
    return findFolderTrust({}, { cwd, env, ...findHomes(env), configHome }).trusted
  }

  #count(name: string, by: 1 | -1): void {
    this.#running.set(name, (this.#running.get(name) ?? 0) + by)
  }
}

const overridesOf = ({ name, model, permissionMode, maxBudgetUsd = USUAL_USD }: TriggerSettings) => ({
  name,
  maxBudgetUsd,
  ...(model === undefined ? {} : { model }),
  ...(permissionMode === undefined ? {} : { permissionMode }),
})

/** What a caller sent is foreign text, wherever it stands in the prompt. */
const promptOf = ({ name, prompt }: TriggerSettings, body: string): string => {
  const message = body.trim() === '' ? undefined : readChannelMessage({ content: body })
  const frame = message ? channelFrame(`trigger ${name}`, message) : ''
  if (prompt.includes(HOLE)) return prompt.split(HOLE).join(frame)
  return frame === '' ? prompt : `${prompt}\n\n${frame}`
}

/** The secret itself as a bearer, or a signature of the body made with it. */
const proofOf = ({ headers, body }: InboxDelivery, secret: string): 'bearer' | 'signed' | 'none' => {
  const header = (name: string): string => String(headers[name] ?? '')
  const bearer = /^Bearer (\S+)$/i.exec(header('authorization'))?.[1]
  if (bearer !== undefined) return isSame(bearer, secret) ? 'bearer' : 'none'
  const signature = header('x-capstan-signature') || header('x-hub-signature-256')
  const wanted = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return isSame(signature.toLowerCase(), wanted) ? 'signed' : 'none'
}

const isSame = (given: string, wanted: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
