import { basename } from 'node:path'
import { editsOf } from '../../features/settings/edits-of.ts'
import { compareSettings } from '../../features/settings/loosen.ts'
import type { ReadText } from '../../features/settings/read-bounded.ts'
import type { WatchOptions } from '../../features/settings/watch.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { NoticeLevel } from '../../protocol/message.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { describeError, type Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionUpdate, Rule } from '../../protocol/permission.ts'
import type { Settings, SettingsSource } from '../../protocol/settings.ts'
import { expectedError } from '../../protocol/system-error.ts'
import { applyGrants, checkByHand, type GrantOptions, keepable, refusalOf } from '../calls/grants.ts'
import type { GatheredSettings, SettingsPort } from '../options/settings-port.ts'
import { replaceSettings, type SettingsNow } from './live-settings.ts'
import { changesToAskAbout, type LooseChange } from './loose-change.ts'
import type { SessionSettings, SettingsDeps } from './settings.ts'
import { SettingsRecords, textOf } from './settings-records.ts'

/** As long as it takes a model on loopback to answer: watching must not stand in the way of the first words. */
const START_MS = 50
/** Of the things to be said about one changed file. */
const MOST_SAID = 10

/** Settings with files behind them: watched, saved to, and taken up when they change. */
export class WatchedSettings implements SessionSettings {
  readonly #deps: SettingsDeps
  readonly #port: SettingsPort
  readonly #records: SettingsRecords
  /** What the watch has seen last. */
  readonly #seen: Map<string, ReadText>
  /** What counts: a text that was refused stays as it was. */
  #accepted: ReadonlyMap<string, ReadText>
  #current: SettingsNow | undefined
  #managedOnly: boolean
  readonly #declined = new Set<string>()
  #question = new AbortController()
  #effective: { readonly of: ReadonlyMap<string, ReadText>; readonly settings: Settings } | undefined
  readonly #closing = new AbortController()
  /** One change after the other. */
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #watch: Disposable | undefined

  constructor(deps: SettingsDeps, port: SettingsPort) {
    this.#deps = deps
    this.#port = port
    this.#seen = new Map(port.texts)
    this.#accepted = new Map(port.texts)
    this.#managedOnly = port.initial.managedOnly
    this.#records = new SettingsRecords(port, text => this.#say('warning', text))
  }

  current(): Settings {
    const of = this.#accepted
    if (this.#effective?.of !== of)
      this.#effective = {
        of,
        settings: this.#port.gather(file => of.get(file) ?? { kind: 'absent' }).settings,
      }
    return this.#effective.settings
  }

  start(): void {
    this.#timer ??= setTimeout(() => {
      this.#enqueue(async () => {
        const watch = await this.#openWatch({
          files: () => this.#port.files().map(({ file }) => file),
          known: this.#seen,
          onChange: files => this.#enqueue(() => this.#take(files)),
        })
        if (this.#closing.signal.aborted) watch[Symbol.dispose]()
        else this.#watch = watch
        this.#askHeld()
      })
    }, START_MS).unref()
  }

  async #openWatch(options: WatchOptions): Promise<Disposable> {
    if (this.#port.watch) return await this.#port.watch(options)
    const { SettingsWatch } = await import('../../features/settings/watch.ts')
    return new SettingsWatch(options)
  }

  grant(updates: readonly PermissionUpdate[]): void {
    const place = this.#grantPlace()
    for (const update of updates) {
      const before = new Set(this.#deps.live.rules)
      for (const text of applyGrants(this.#deps.live, [update], place))
        this.#deps.emit(notice('warning', text))
      if (refusalOf(update, place) !== undefined || !isLasting(update)) continue
      const granted = this.#deps.live.rules.filter(rule => !before.has(rule))
      this.#enqueue(async () => {
        const problem = await this.#save(keepable(update), granted)
        if (problem !== undefined) this.#say('warning', settingsText('answer_not_saved', { problem }))
      })
    }
  }

  async change(updates: readonly PermissionUpdate[]): Promise<void> {
    const { live } = this.#deps
    const place = this.#grantPlace()
    checkByHand(updates, live, place)
    const problems: Text[] = []
    for (const update of updates) {
      const before = new Set(live.rules)
      if (update.type === 'setMode') live.mode = update.mode
      else problems.push(...applyGrants(live, [update], place))
      if (!isLasting(update)) continue
      const granted = live.rules.filter(rule => !before.has(rule))
      const problem = await this.#inTurn(() => this.#save(keepable(update), granted))
      if (problem !== undefined) problems.push(settingsText('change_not_saved', { problem }))
    }
    if (problems.length > 0) throw new OpError(sentences(problems))
  }

  apply(settings: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#inTurn(async () => {
      const flag = this.#port.setFlag?.(settings)
      const after = this.#gather(this.#accepted)
      const fault = after.problems.find(({ source, kind }) => source === 'flag' && kind !== 'note')
      if (fault) {
        flag?.undo()
        throw new OpError(fault.message)
      }
      this.#apply(this.#mean(after))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    this.#question.abort()
    await this.#work
    this.#watch?.[Symbol.dispose]()
    await this.#holdUnseen()
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(error => this.#failed(error))
  }

  /** After what is being saved or taken up at the moment; whoever waits hears of a failure. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work)
    this.#work = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** What counted before still counts. */
  #failed(error: unknown): void {
    const reason = expectedError(error) ?? describeError(error)
    this.#say('error', settingsText('not_applied', { reason }))
  }

  #say(level: NoticeLevel, text: Text): void {
    this.#deps.emit(foreignNotice(level, text))
  }

  #grantPlace(): GrantOptions {
    const { cwd } = this.#deps.config.place
    return {
      anchorOf: source => (source === 'user' ? this.#port.userAnchor : cwd),
      managedOnly: this.#managedOnly,
    }
  }

  /** Most sessions never need to know. */
  #now(): SettingsNow {
    const { rules, settings } = this.#port.initial
    this.#current ??= this.#mean({ rules, settings: onlyLive(settings) })
    return this.#current
  }

  #mean({ rules, settings }: Pick<GatheredSettings, 'rules' | 'settings'>): SettingsNow {
    return { rules, settings, derived: this.#port.derive(settings) }
  }

  #gather(texts: ReadonlyMap<string, ReadText>, confirmed: readonly string[] = []): GatheredSettings {
    const gathered = this.#port.gather(file => texts.get(file) ?? { kind: 'absent' }, confirmed)
    return { ...gathered, settings: onlyLive(gathered.settings) }
  }

  /** Why it could not be saved. */
  async #save(update: PermissionUpdate, granted: readonly Rule[]): Promise<Text | undefined> {
    const target = this.#port.targetOf(update.destination)
    if (!target) return undefined
    const { runtime, live } = { runtime: this.#deps.config.runtime, live: this.#deps.live }
    const { SettingsWriteError, writeSettings } = await import('../../features/settings/write.ts')
    try {
      const present = this.#now().rules.filter(
        rule => rule.place?.file === target.file && 'behavior' in update && update.behavior === rule.behavior,
      )
      const edits = editsOf(
        update,
        present.map(rule => rule.text),
      )
      const lock = { newId: runtime.newId, now: () => runtime.now().getTime() }
      const { before, after, excluded } = await writeSettings(target, edits, lock)
      this.#port.writes?.note(target.file, { before, after })
      if (excluded) this.#say('info', settingsText('saved_locally', { file: basename(target.file) }))
      // With a change of somebody else's among it, the watch must see the file and ask.
      if (before !== textOf(this.#accepted.get(target.file))) return undefined
      this.#accept(target.file, { kind: 'text', text: after })
      await this.#records.confirmAnswer(target.file, this.#accepted, before)
      this.#apply(this.#mean(this.#compare(this.#gather(this.#accepted)).tightened))
      return undefined
    } catch (error) {
      if (!(error instanceof SettingsWriteError)) throw error
      const anchor = this.#deps.config.place.cwd
      live.rules = live.rules.map(rule =>
        granted.includes(rule) ? { ...rule, source: 'session', anchor } : rule,
      )
      return describeError(error)
    }
  }

  #accept(file: string, text: ReadText): void {
    this.#accepted = new Map(this.#accepted).set(file, text)
    this.#seen.set(file, text)
  }

  #compare(after: GatheredSettings): ReturnType<typeof compareSettings> {
    return compareSettings({ rules: this.#deps.live.rules, settings: this.#now().settings }, after)
  }

  #apply(next: SettingsNow): void {
    const { live } = this.#deps
    for (const text of replaceSettings(live, this.#now(), next)) this.#say('warning', text)
    if (this.#managedOnly)
      live.rules = live.rules.filter(rule => rule.behavior !== 'allow' || rule.source === 'managed')
    this.#current = next
  }

  /** Files changed on disk: what restricts counts at once, what loosens after somebody has said yes. */
  async #take(files: readonly string[]): Promise<void> {
    const { texts, taken } = await this.#readable(files)
    if (taken.length === 0) return
    // What it was about is part of what is asked now.
    this.#question.abort()
    this.#question = new AbortController()
    const leads = this.#records.changedKeys(this.#accepted, texts)
    const { news, answered } = this.#records.whose(taken, this.#accepted, texts)
    const done = await this.#takeAnswered(answered, texts)
    const rest = taken.filter(file => !done.includes(file))
    if (rest.length === 0) return
    this.#accepted = texts
    const after = this.#gather(texts)
    this.#managedOnly ||= after.managedOnly
    const { loosens, tightened } = this.#compare(after)
    this.#apply(this.#mean(tightened))
    this.#deps.changed?.()
    // Nobody has answered yet: if the session ends before, that must not be a yes.
    if (loosens.length + leads.length > 0) await this.#records.hold(rest, texts)
    const fresh = loosens.filter(change => !this.#declined.has(change))
    const names = rest.map(shownPath).join(', ')
    if (fresh.length === 0 && news.length === 0) return
    if (fresh.length === 0) return this.#say('info', settingsText('changed', { files: news.map(shownPath) }))
    // Mode dontAsk never waits for anybody.
    const canAsk = this.#deps.config.permissions.canAsk && this.#deps.live.mode !== 'dontAsk'
    if (canAsk) this.#confirm({ names, files: rest, loosens }).catch(error => this.#failed(error))
    else {
      for (const change of fresh) this.#declined.add(change)
      const changes = changesToAskAbout(fresh)
      this.#say('warning', settingsText('changed_unapproved', { files: names, changes }))
    }
  }

  /** What the person was shown and said yes to, unless something else still waits for an answer of its own. */
  async #takeAnswered(files: readonly string[], texts: ReadonlyMap<string, ReadText>) {
    if (files.length === 0 || this.#compare(this.#gather(this.#accepted)).loosens.length > 0) return []
    for (const file of files) this.#accept(file, texts.get(file) ?? { kind: 'absent' })
    await this.#takeAll(files)
    return files
  }

  /** Somebody has said yes to what was accepted: all of it counts. */
  async #takeAll(files: readonly string[]): Promise<void> {
    await this.#records.confirm(files, this.#accepted)
    const after = this.#gather(this.#accepted)
    this.#managedOnly = after.managedOnly
    this.#apply(this.#mean(after))
    this.#deps.changed?.()
  }

  /** The texts with every change that may be taken up, and the files of those. */
  async #readable(files: readonly string[]): Promise<{ texts: Map<string, ReadText>; taken: string[] }> {
    const sources = new Map(this.#port.files().map(({ file, source }) => [file, source]))
    const texts = new Map(this.#accepted)
    const taken: string[] = []
    for (const file of files) {
      const source = sources.get(file) ?? 'managed'
      const text = this.#seen.get(file) ?? { kind: 'absent' }
      const fault = this.#faultOf(file, new Map(texts).set(file, text))
      if (fault !== undefined) this.#say('warning', settingsText('previous_apply', { problem: fault }))
      else if (!(await this.#vetoed(file, source))) {
        texts.set(file, text)
        taken.push(file)
      }
    }
    return { texts, taken }
  }

  /** A file that cannot be read whole must not take its deny rules away. */
  #faultOf(file: string, texts: ReadonlyMap<string, ReadText>): Text | undefined {
    const { problems } = this.#gather(texts)
    const about = problems.filter(problem => problem.file === file)
    const fault = about.find(({ kind }) => kind === 'fatal' || kind === 'rejected')
    if (fault) return fault.message
    for (const { message } of about.slice(0, MOST_SAID)) this.#say('warning', message)
    return undefined
  }

  async #vetoed(file: string, source: SettingsSource): Promise<boolean> {
    const verdict = await this.#deps.configChange({ source: HOOK_SOURCE[source], file }, this.#closing.signal)
    // Nobody but the administrator has a say in policy.
    if (verdict.permission !== 'deny' || source === 'managed') return false
    const about = { file: escapeLine(file, 300) }
    this.#say(
      'warning',
      verdict.reason === undefined
        ? settingsText('hook_rejected', about)
        : settingsText('hook_rejected_because', {
            ...about,
            reason: typeof verdict.reason === 'string' ? escapeLine(verdict.reason, 500) : verdict.reason,
          }),
    )
    return true
  }

  /** Files that changed in an earlier session, and were never confirmed. */
  #askHeld(): void {
    const files = this.#port.memory?.held() ?? []
    const canAsk = this.#deps.config.permissions.canAsk && this.#deps.live.mode !== 'dontAsk'
    if (files.length === 0 || !canAsk) return
    const names = files.map(file => escapeLine(file, 300)).join(', ')
    const leads = this.#records.changedKeys(this.#accepted, this.#accepted, files)
    const loosens = [
      ...this.#compare(this.#gather(this.#accepted, files)).loosens,
      ...leads.map(key => `${key} changes at the next start`),
    ]
    if (loosens.length === 0) this.#enqueue(() => this.#records.confirm(files, this.#accepted))
    else this.#confirm({ names, files, loosens }).catch(error => this.#failed(error))
  }

  /** What was put into a file so late that the watch did not see it. */
  async #holdUnseen(): Promise<void> {
    const late = this.#records.changedSince(this.#seen)
    if (late.size === 0) return
    const texts = new Map([...this.#accepted, ...late])
    const leads = this.#records.changedKeys(this.#accepted, texts)
    if (this.#compare(this.#gather(texts)).loosens.length + leads.length > 0)
      await this.#records.hold([...late.keys()], texts)
  }

  async #confirm(change: LooseChange): Promise<void> {
    const { signal } = this.#question
    const { desk, config } = this.#deps
    const { settingsQuestion } = await import('./settings-question.ts')
    const answer = await desk.ask(settingsQuestion(change, config.runtime.newId), signal)
    this.#enqueue(async () => {
      // A later change has come in between: then that one is asked about.
      if (signal.aborted) return
      if (answer?.behavior === 'allow') {
        for (const one of change.loosens) this.#declined.delete(one)
        await this.#takeAll(change.files)
        return this.#say('info', settingsText('now_apply', { files: change.names }))
      }
      for (const one of change.loosens) this.#declined.add(one)
      this.#say('notice', settingsText('not_approved', { changes: changesToAskAbout(change.loosens) }))
    })
  }
}

/** Everything else a session is set up with once; a change counts from the next start. */
const onlyLive = ({ permissions, hooks, env }: Settings): Settings => ({
  ...(permissions && { permissions }),
  ...(hooks && { hooks }),
  ...(env && { env }),
})

const isLasting = ({ destination }: PermissionUpdate): boolean =>
  destination !== 'session' && destination !== 'cliArg'

const shownPath = (file: string): string => escapeLine(file, 300)

const HOOK_SOURCE: Readonly<Record<SettingsSource, string>> = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  flag: 'user_settings',
  managed: 'policy_settings',
}
