import { channelFrame, readChannelMessage } from '../../features/mcp/channels/channel-message.ts'
import {
  addressByNumber,
  type PullRequestAddress,
  readAddress,
} from '../../features/pull-requests/address.ts'
import { type Change, type Known, readKnown } from '../../features/pull-requests/changes.ts'
import { ForgeError } from '../../features/pull-requests/forge-error.ts'
import { sayChanges, sayStanding } from '../../features/pull-requests/say-changes.ts'
import { readRepository } from '../../features/sessions/repository-home.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import type { PullRequestDraft, PullRequestInfo } from '../../protocol/agents/pull-requests.ts'
import type { FollowedPullRequestEntry } from '../../protocol/entry.ts'
import { pullRequestText } from '../../protocol/messages/engine/pull-requests.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { storedPullRequests } from '../session-file/followed-pull-requests.ts'
import { FollowedItem } from './followed-item.ts'
import type { FollowOptions } from './options.ts'

const MOST_FOLLOWED = 10
const MOST_DRAFTS = 50
const MOST_TEXT = 30_000
const MOST_SHOWN = 5
/** A server that stumbles once is nothing to hear of. */
const TROUBLE_AFTER = 3

/** The pull requests that a session follows, and the answers to them that wait. */
export class FollowDesk implements AsyncDisposable {
  readonly #options: FollowOptions
  readonly #items = new Map<string, FollowedItem>()
  readonly #drafts = new Map<string, PullRequestDraft>()
  readonly #troubled = new Set<string>()
  #lastDraft = 0

  constructor(options: FollowOptions) {
    this.#options = options
  }

  /** What an earlier run of the session left. */
  restore(): void {
    const kept = storedPullRequests(this.#options.config.session.path)
    for (const { id, ...draft } of kept.drafts) {
      const address = this.#tryAddress(draft.url)
      if (address) this.#drafts.set(id, { id, name: address.name, ...draft })
      this.#lastDraft = Math.max(this.#lastDraft, Number(/^d(\d{1,6})$/.exec(id)?.[1] ?? 0))
    }
    for (const [url, value] of kept.followed) {
      const address = this.#tryAddress(url)
      const known = readKnown(value)
      if (address && known && this.#items.size < MOST_FOLLOWED) this.#item(address).goOn(known)
    }
  }

  list(): readonly PullRequestInfo[] {
    return [...this.#items.values()].map(({ info }) => info)
  }

  drafts(): readonly PullRequestDraft[] {
    return [...this.#drafts.values()]
  }

  /** Answers how it stands, for the model. Throws ForgeError. */
  async follow(which: string): Promise<{ readonly info: PullRequestInfo; readonly text: string }> {
    const { config, secrets } = this.#options
    const address = this.#addressOf(which)
    const isNew = !this.#items.has(address.url)
    if (isNew && this.#items.size >= MOST_FOLLOWED)
      throw new ForgeError('address', pullRequestText('most', { count: MOST_FOLLOWED }))
    const item = this.#item(address)
    try {
      const now = await item.begin()
      if (item.known) this.#note({ url: address.url, known: { ...item.known } })
      const content = sayStanding(address, now, config.prompt.promptLanguage)
      return { info: item.info, text: this.#frame(address, await secrets.clean(content)) }
    } catch (error) {
      if (isNew) await this.#drop(address)
      throw error
    }
  }

  unfollow(which: string): PullRequestInfo {
    const item = this.#find(which)
    const { info } = item
    void this.#drop(item.address)
    this.#note({ url: item.address.url, known: null })
    return info
  }

  allow(which: string): PullRequestInfo {
    const item = this.#find(which)
    item.answers = 'sent'
    return item.info
  }

  /** What the model wants to say there: a draft, or sent where the person allowed that. Throws ForgeError. */
  async answer({
    url,
    text,
    replyTo,
  }: Omit<PullRequestDraft, 'id' | 'name'>): Promise<PullRequestDraft & { sent: boolean }> {
    const item = this.#find(url)
    if (text.trim() === '') throw new ForgeError('address', pullRequestText('empty_answer'))
    if (text.length > MOST_TEXT)
      throw new ForgeError('address', pullRequestText('long_answer', { most: MOST_TEXT }))
    if (this.#drafts.size >= MOST_DRAFTS)
      throw new ForgeError('address', pullRequestText('many_drafts', { count: MOST_DRAFTS }))
    const words = {
      text: await this.#options.secrets.clean(text),
      ...(replyTo === undefined ? {} : { replyTo }),
    }
    const { name } = item.address
    const draft = { id: `d${++this.#lastDraft}`, url: item.address.url, name, ...words }
    this.#drafts.set(draft.id, draft)
    this.#note({ url: draft.url, draft: { id: draft.id, ...words } })
    if (item.answers === 'sent') return { ...(await this.send(draft.id)), sent: true }
    this.#emit('info', pullRequestText('drafted', { id: draft.id, name, text: escapeProse(draft.text, 300) }))
    return { ...draft, sent: false }
  }

  /** Throws ForgeError; the draft is kept then. */
  async send(id: string): Promise<PullRequestDraft> {
    const draft = this.#draft(id)
    const known = this.#items.get(draft.url)
    const item = known ?? this.#unlisted(draft.url)
    try {
      await item.answer(draft.text, draft.replyTo)
      this.#settle(id, draft.url)
      if (known?.known) this.#note({ url: draft.url, known: { ...known.known } })
    } finally {
      if (!known) await item.end()
    }
    this.#emit('info', pullRequestText('sent', { name: draft.name, text: escapeProse(draft.text, 120) }))
    return draft
  }

  drop(id: string): PullRequestDraft {
    const draft = this.#draft(id)
    this.#settle(id, draft.url)
    return draft
  }

  /** A forge says that something happened there. */
  nudge(host: string, repository: string, numbers: readonly number[] | undefined): void {
    for (const item of this.#items.values()) {
      const { address } = item
      const isMeant = address.host.toLowerCase() === host && address.repository.toLowerCase() === repository
      if (isMeant && (numbers === undefined || numbers.includes(address.number))) item.nudge()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#items.values()].map(item => item.end()))
  }

  #item(address: PullRequestAddress): FollowedItem {
    const known = this.#items.get(address.url)
    if (known) return known
    const item = new FollowedItem(address, this.#options, {
      changed: (changes, seen) => void this.#tell(address, changes, seen),
      failed: (error, inARow) => this.#failed(address, error, inARow),
    })
    this.#items.set(address.url, item)
    return item
  }

  /** Only to send something. */
  #unlisted(url: string): FollowedItem {
    return new FollowedItem(this.#addressOf(url), this.#options, { changed() {}, failed() {} })
  }

  async #drop({ url }: PullRequestAddress): Promise<void> {
    const item = this.#items.get(url)
    this.#items.delete(url)
    this.#troubled.delete(url)
    await item?.end()
  }

  async #tell(address: PullRequestAddress, changes: readonly Change[], known: Known): Promise<void> {
    const { config, secrets, notify } = this.#options
    this.#troubled.delete(address.url)
    const isOver = changes.some(({ kind }) => kind === 'closed' || kind === 'merged')
    if (isOver) this.#items.delete(address.url)
    try {
      const text = await secrets.clean(sayChanges(changes, config.prompt.promptLanguage))
      notify(this.#frame(address, text), {
        channel: address.name,
        shown: pullRequestText('happened', {
          name: address.name,
          what: changes.slice(0, MOST_SHOWN).map(sayShort),
        }),
        urgent: true,
        // What no request has held yet is told again by the next run of the session.
        onRecorded: () => this.#note({ url: address.url, known: isOver ? null : { ...known } }),
      })
    } catch (error) {
      config.runtime.log?.(`pull request ${address.name}: ${errorText(error)}`)
    }
  }

  #failed(address: PullRequestAddress, error: ForgeError, inARow: number): void {
    const { name, url } = address
    if (error.kind === 'gone') {
      void this.#drop(address)
      this.#note({ url, known: null })
      this.#emit('warning', pullRequestText('gave_up', { name, why: error.localized }))
      return
    }
    const isWorth = error.kind === 'refused' || inARow >= TROUBLE_AFTER
    if (!isWorth || this.#troubled.has(url)) return
    this.#troubled.add(url)
    this.#emit('warning', pullRequestText('trouble', { name, why: error.localized }))
  }

  /** Behind a line that says whose words they are not; nothing in them ends the frame. */
  #frame({ name }: PullRequestAddress, content: string): string {
    const message = readChannelMessage({ content, meta: { kind: 'pull_request' } })
    return message
      ? channelFrame(name, message, { language: this.#options.config.prompt.promptLanguage })
      : ''
  }

  #addressOf(which: string): PullRequestAddress {
    const { choice, config } = this.#options
    const { forges } = choice
    const number = /^#?(\d{1,9})$/.exec(which.trim())?.[1]
    return number === undefined
      ? readAddress(which.trim(), forges)
      : addressByNumber(Number(number), readRepository(config.place.cwd)?.home, forges)
  }

  #tryAddress(url: string): PullRequestAddress | undefined {
    try {
      return this.#addressOf(url)
    } catch (error) {
      // Settings no longer name its forge.
      if (error instanceof ForgeError) return undefined
      throw error
    }
  }

  /** By its address, number or name, as far as that tells one from the others. */
  #find(which: string): FollowedItem {
    const said = which.trim()
    const all = [...this.#items.values()]
    const number = /^#?(\d{1,9})$/.exec(said)?.[1]
    const exact = all.filter(
      ({ address }) => address.name === said || address.url === this.#tryAddress(said)?.url,
    )
    const [one, ...more] =
      exact.length > 0 ? exact : all.filter(({ address }) => String(address.number) === number)
    if (!one || more.length > 0)
      throw new ForgeError('address', pullRequestText('not_followed', { said: escapeLine(said, 120) }))
    return one
  }

  #draft(id: string): PullRequestDraft {
    const draft = this.#drafts.get(id)
    if (!draft) throw new ForgeError('address', pullRequestText('no_draft', { id: escapeLine(id, 40) }))
    return draft
  }

  #settle(id: string, url: string): void {
    this.#drafts.delete(id)
    this.#note({ url, settled: id })
  }

  #note(entry: Omit<FollowedPullRequestEntry, 'type' | 'sessionId'>): void {
    const { session, runtime } = this.#options.config
    session
      .note({ type: 'followed-pull-request', sessionId: session.id, ...entry })
      .catch((error: unknown) =>
        runtime.log?.(`pull request ${entry.url}: not written down: ${errorText(error)}`),
      )
  }

  #emit(level: 'info' | 'warning', text: LocalizedText): void {
    this.#options.emit(notice(level, text))
  }
}

const sayShort = (change: Change): LocalizedText => {
  switch (change.kind) {
    case 'pushed':
      return pullRequestText(change.forced ? 'forced' : 'pushed')
    case 'failed':
      return pullRequestText('failed', { check: escapeProse(change.check.name, 60) })
    case 'remark':
      return pullRequestText('remark', { by: escapeProse(change.remark.by, 40) })
    default:
      return pullRequestText(change.kind)
  }
}
