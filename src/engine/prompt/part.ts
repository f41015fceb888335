import { buildSystemPrompt, volatileParts } from '../../features/prompt/build.ts'
import type { PromptContent } from '../../features/prompt/content.ts'
import { localDate } from '../../features/prompt/local-date.ts'
import { en } from '../../features/prompt/locales/en.ts'
import { createSectionCache, type NamedText } from '../../features/prompt/sections.ts'
import {
  explainSnapshot,
  findNews,
  hashPrompt,
  isSameKind,
  replayTools,
  takeSnapshot,
} from '../../features/prompt/snapshot.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import type { SystemPart } from '../../protocol/model.ts'
import type { PromptSnapshot } from '../../protocol/session/prompt-snapshot.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { Instructions } from '../instructions/part.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part, Restart } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { PromptSettings } from './options.ts'
import { createPromptMemory, type PromptMemory } from './prompt-memory.ts'
import {
  choiceOf,
  DYNAMIC_SECTIONS,
  GIT_SECTION,
  loadContent,
  ownsWork,
  sectionsOf,
} from './prompt-sections.ts'

/** What stands before the conversation, for the life of a session. */
export interface Prompt extends Part {
  /** To be awaited before a turn, and after a compaction within one. Does nothing while nothing has changed. */
  prepare(): Promise<void>
  /** As last prepared. */
  system(): readonly SystemPart[]
  content(): PromptContent
  /** The list an earlier run sent, where it may stand for today's. */
  replayTools(standing: readonly ToolSpec[]): readonly ToolSpec[]
  /** What the conversation has to begin with and lacks. */
  opening(): Promise<readonly Attachment[]>
  /** What a conversation begins with, made anew. */
  context(): Promise<readonly Attachment[]>
  /** The date the model knows. */
  toldDate(): string | undefined
}

export interface PromptOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly prompt: PromptSettings
    readonly runtime: Runtime
  }
  readonly live: Pick<ThreadState, 'model'>
  standingTools(): readonly ToolSpec[]
  /** The list of an earlier run is not wanted any more. */
  renewTools(): void
  /** The prompt is another one than in the request before, for these reasons. */
  onMoved?(reasons: string): void
  readonly instructions: Pick<Instructions, 'read'>
  /** Takes secrets out of what stands in files. */
  clean(text: string): Promise<string>
}

interface Prepared {
  readonly model: string
  readonly settings: PromptSettings
  readonly system: readonly SystemPart[]
  /** Holds a part that has to be computed for every turn. */
  readonly moving: boolean
}

export const createPrompt = (place: PromptOptions): Prompt => new PreparedPrompt(place)

class PreparedPrompt implements Prompt {
  readonly #place: PromptOptions
  readonly #cache = createSectionCache()
  #memory: PromptMemory = createPromptMemory([])
  #content: PromptContent = en
  /** What an earlier run sent, or this one before a rewind, until a compaction. */
  #before: PromptSnapshot | undefined
  /** Hash of the snapshot that is on file. */
  #noted: string | undefined
  #prepared: Prepared | undefined
  #sent: PromptSnapshot | undefined
  #pending: Attachment[] = []
  /** What stands in the first message instead of the prompt. */
  #apart: readonly string[] = []

  constructor(place: PromptOptions) {
    this.#place = place
    const { session, prompt } = place.config
    const promptSnapshot = prompt.fresh ? undefined : session.promptSnapshot
    this.#before = promptSnapshot
    this.#noted = promptSnapshot?.hash
  }

  readonly system = (): readonly SystemPart[] => this.#prepared?.system ?? []
  readonly content = (): PromptContent => this.#content
  readonly toldDate = (): string | undefined => this.#memory.date
  /** What an earlier run's prompt says that is not so any more; told once. */
  readonly news = [
    { name: 'context', isClean: true, collect: () => this.opening() },
    { name: 'prompt', collect: () => this.#pending.splice(0) },
  ]

  recorded(message: Message): void {
    this.#memory.see(message)
  }

  async restarted(history: readonly Message[], why: Restart): Promise<void> {
    // After a compaction the next request of the same turn wants it ready; a cleared conversation waits for its turn.
    if (why === 'compaction') return await this.prepare()
    if (why === 'clear') return
    this.#memory = createPromptMemory(history)
    if (why === 'branch') this.#lookAgain()
    // What is news depends on what these messages say.
    this.#prepared = undefined
    this.#pending = []
  }

  turnStarts(): Promise<void> {
    return this.prepare()
  }

  async prepare(): Promise<void> {
    if (this.#memory.stale) this.#forget()
    const { config, live } = this.#place
    const { model } = live
    const settings = config.prompt
    const last = this.#prepared
    if (last?.model === model && last.settings === settings && !last.moving) return
    const content = await loadContent(settings)
    this.#content = content
    const wanted = sectionsOf({ config, settings, model, content })
    const sections = this.#keptIn(await this.#cache.resolve(wanted, model), settings)
    const choice = await choiceOf(settings)
    const sources = { choice, content, sections, ...(ownsWork(settings) ? { ownWork: true } : {}) }
    const now = takeSnapshot({
      version: config.session.version,
      model,
      choice,
      sections,
      system: buildSystemPrompt(sources),
      tools: this.#place.standingTools(),
    })
    const sent = this.#replay(now, sections)
    this.#sent = sent
    this.#note(sent)
    const moving = wanted.filter(one => one.volatile !== undefined)
    if (last && moving.length > 0)
      this.#place.onMoved?.(moving.map(one => `${one.name}, because ${one.volatile}`).join('; '))
    this.#prepared = {
      model,
      settings,
      system: [...sent.system, ...volatileParts(sources)],
      moving: moving.length > 0,
    }
  }

  replayTools(standing: readonly ToolSpec[]): readonly ToolSpec[] {
    const before = this.#before
    const { session, tools } = this.#place.config
    return before?.version === session.version
      ? replayTools(standing, before.tools, tools.known ?? [])
      : standing
  }

  async opening(): Promise<readonly Attachment[]> {
    return this.#memory.lacksContext ? await this.context() : []
  }

  async context(): Promise<readonly Attachment[]> {
    const { prompt, runtime } = this.#place.config
    const files = await this.#place.instructions.read()
    if (prompt.minimal && files.text === '') return []
    const date = localDate(runtime.now())
    const further = prompt.minimal ? '' : ((await prompt.instructions?.()) ?? '')
    const given = joined([files.text, further])
    const written = given === '' ? '' : await this.#place.clean(given)
    const text = joined([prompt.minimal ? '' : this.#content.date(date), ...this.#apart, written])
    const instructions = files.loaded.length === 0 ? {} : { instructions: files.loaded }
    return [{ kind: 'user_context', text, date, ...instructions }]
  }

  /** Of the sections, those that stay in the prompt. */
  #keptIn(sections: readonly NamedText[], { dynamicApart }: PromptSettings): readonly NamedText[] {
    if (!dynamicApart) return sections
    const isApart = ({ name }: NamedText): boolean => DYNAMIC_SECTIONS.includes(name)
    this.#apart = sections.filter(isApart).map(({ text }) => text)
    return sections.filter(one => !isApart(one))
  }

  #forget(): void {
    this.#memory.stale = false
    this.#prepared = undefined
    this.#pending = []
    this.#cache.forget()
    if (!this.#before) return
    this.#before = undefined
    this.#place.renewTools()
  }

  /** What was sent goes on being sent; what the repository has come to since becomes news. */
  #lookAgain(): void {
    this.#before = this.#sent ?? this.#before
    this.#cache.forget(GIT_SECTION)
  }

  /** The prompt of an earlier run where it may be sent again; what it says otherwise than today's becomes news. */
  #replay(now: PromptSnapshot, sections: readonly NamedText[]): PromptSnapshot {
    const before = this.#before
    const sent = before && explainSnapshot(before, now, sections)
    if (!before || !sent) {
      if (before && isSameKind(before, now)) this.#refuse()
      return now
    }
    const known = new Set(this.#place.config.tools.specs.map(spec => spec.name))
    const toolsGone = now.tools.map(tool => tool.name).filter(name => !known.has(name))
    const told = { ...sent, ...this.#memory.told }
    const news = findNews({ sections, toolsGone }, told, this.#content)
    this.#pending = news ? [{ kind: 'prompt_changed', ...news }] : []
    const system = before.system.map(({ text, cache }) => ({ text, ...(cache ? { cache } : {}) }))
    return { ...now, system, sections: sent, hash: hashPrompt(system, now.tools) }
  }

  #refuse(): void {
    this.#before = undefined
    // Its hash says nothing about its words.
    this.#noted = undefined
    this.#place.onMoved?.('the prompt in the session file is not one that would be made here today')
  }

  #note(snapshot: PromptSnapshot): void {
    if (snapshot.hash === this.#noted || this.#place.config.prompt.fresh) return
    this.#noted = snapshot.hash
    const { session, runtime } = this.#place.config
    session
      .note({ type: 'prompt-snapshot', sessionId: session.id, ...snapshot })
      // The next entry fails in the same way and ends the turn.
      .catch((error: unknown) => runtime.log?.(`the prompt could not be noted: ${String(error)}`))
  }
}

const joined = (parts: readonly string[]): string => parts.filter(part => part.trim() !== '').join('\n\n')
