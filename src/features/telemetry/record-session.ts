import type { Event, TurnInfo } from '../../protocol/event.ts'
import { plainText } from '../../protocol/message.ts'
import { REDACTED, type Recorder } from './recorder.ts'
import type { OpenSpan, SpanContext } from './spans.ts'
import { reportedHookName } from './tool-facts.ts'

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>

const SKILL_ORIGIN = 'skill'
/** Whoever types makes shorter pauses. */
const BETWEEN_KEYS_MS = 5_000
/** Whoever reads an answer or a question does something about it sooner. */
const READING_MS = 30_000

/** What the person does and what is around the turns: prompts, modes, hooks, servers, plugins, compactions. */
export class SessionRecords {
  readonly #to: Recorder
  /** The span of whoever started the program. */
  readonly #caller: SpanContext | undefined
  #interaction: OpenSpan | undefined
  #interactions = 0
  #prompt: string | undefined
  #turnBegan: number | undefined
  /** Since when somebody is asked: that time is not worked. */
  #askedAt: number | undefined
  /** Since when the person may be at it, and how long without a key they still are. */
  #idle: { readonly since: number; readonly atMost: number } | undefined
  /** Somebody sits at a screen. */
  #isAttended = false
  #mode: string | undefined
  readonly #servers = new Map<string, string>()
  #plugins = false

  constructor(to: Recorder, caller: SpanContext | undefined) {
    this.#to = to
    this.#caller = caller
  }

  /** The turn that runs. */
  get span(): SpanContext | undefined {
    return this.#interaction
  }

  happened(event: Event): void {
    if (event.type === 'hook') this.#hook(event)
    if (event.type === 'permission_request') this.#asked()
    if (event.type === 'permission_settled') this.#answered()
    if (event.agent) return
    if (event.type === 'turn_started') this.#started(event.turn)
    else if (event.type === 'entry') this.#entry(event)
    else if (event.type === 'session_changed') this.#changed(event)
    else if (event.type === 'turn_ended') this.#ended()
  }

  /** The person pressed a key. While the program works that is its time, not theirs. */
  attended(): void {
    this.#isAttended = true
    if (this.#turnBegan !== undefined && this.#askedAt === undefined) return
    this.#countPerson()
    this.#idle = { since: this.#to.now(), atMost: BETWEEN_KEYS_MS }
  }

  /** What has passed since the last key, or since there is something to read, unless that is too long ago. */
  #countPerson(): void {
    const { now, count } = this.#to
    const idle = this.#idle
    this.#idle = undefined
    if (!this.#isAttended || !idle) return
    const ms = now() - idle.since
    if (ms <= idle.atMost) count('claude_code.active_time.total', ms / 1_000, { type: 'user' })
  }

  #asked(): void {
    if (this.#askedAt !== undefined) return
    this.#askedAt = this.#to.now()
    this.#idle = { since: this.#askedAt, atMost: READING_MS }
  }

  #started(turn: TurnInfo): void {
    const { now, spans } = this.#to
    // A turn may begin by itself, when nobody looks.
    if (this.#idle?.atMost === BETWEEN_KEYS_MS) this.#countPerson()
    this.#idle = undefined
    this.#turnBegan = now()
    this.#interactions += 1
    this.#interaction = spans.begin('interaction', { parent: this.#caller })
    this.#mode = turn.mode
    for (const { name, state } of turn.servers ?? []) this.#server(name, state)
    if (!this.#plugins) for (const plugin of turn.plugins ?? []) this.#plugin(plugin)
    this.#plugins = true
  }

  #entry({ entry, replay }: Of<'entry'>): void {
    const { log } = this.#to
    if (replay) return
    if (entry.type === 'system' && entry.compactMetadata) {
      const { trigger, preTokens, postTokens } = entry.compactMetadata
      const told = { trigger: trigger === 'manual' ? 'manual' : 'auto', success: true }
      log.write('compaction', { ...told, pre_tokens: preTokens, post_tokens: postTokens })
    }
    if (entry.type !== 'user') return
    const { content } = entry.message
    const isResult = typeof content !== 'string' && content.some(block => block.type === 'tool_result')
    if (entry.origin?.kind === SKILL_ORIGIN && entry.origin.skill !== undefined)
      this.#skill(entry.origin.skill)
    else if (!entry.isMeta && !entry.isCompactSummary && !isResult)
      this.#prompted(entry.uuid, plainText(content))
  }

  #prompted(id: string, text: string): void {
    const { log, options, clean } = this.#to
    log.promptId = id
    this.#prompt = text
    const [, command] = /^\/([\w:-]+)/.exec(text) ?? []
    log.write('user_prompt', {
      prompt_length: text.length,
      prompt: options.content.prompts ? clean(text) : REDACTED,
      ...(command === undefined
        ? {}
        : { command_name: options.content.toolDetails ? command : 'custom', command_source: 'custom' }),
    })
  }

  #changed({ mode }: Of<'session_changed'>): void {
    if (mode === undefined || mode === this.#mode) return
    this.#to.log.write('permission_mode_changed', { from_mode: this.#mode, to_mode: mode })
    this.#mode = mode
  }

  #ended(): void {
    const { spans, now, count, options, clean } = this.#to
    if (this.#turnBegan === undefined || !this.#interaction) return
    this.#answered()
    const ms = now() - this.#turnBegan
    count('claude_code.active_time.total', ms / 1_000, { type: 'cli' })
    const prompt = this.#prompt ?? ''
    spans.end(this.#interaction, {
      attributes: {
        user_prompt: options.content.prompts ? clean(prompt) : REDACTED,
        user_prompt_length: prompt.length,
        'interaction.sequence': this.#interactions,
        'interaction.duration_ms': Math.round(ms),
      },
    })
    this.#turnBegan = undefined
    this.#interaction = undefined
    this.#idle = { since: now(), atMost: READING_MS }
  }

  /** Moves the beginning of the turn, as if the wait had not been. */
  #answered(): void {
    if (this.#askedAt !== undefined) this.#countPerson()
    if (this.#askedAt !== undefined && this.#turnBegan !== undefined)
      this.#turnBegan += this.#to.now() - Math.max(this.#askedAt, this.#turnBegan)
    this.#askedAt = undefined
  }

  #hook({ hook }: Of<'hook'>): void {
    const { log, options, clean } = this.#to
    const name = clean(reportedHookName(hook.event, hook.name, options.content.toolDetails))
    const about = { hook_event: hook.event, hook_name: name, num_hooks: 1 }
    if (hook.phase === 'started') log.write('hook_execution_start', about)
    if (hook.phase !== 'ended') return
    const isBlocking = hook.decision === 'deny' || hook.decision === 'stop'
    log.write('hook_execution_complete', {
      ...about,
      num_success: Number(hook.outcome === 'success' && !isBlocking),
      num_blocking: Number(isBlocking),
      num_non_blocking_error: Number(hook.outcome === 'error' && !isBlocking),
      num_cancelled: Number(hook.outcome === 'cancelled'),
      total_duration_ms: hook.durationMs === undefined ? undefined : Math.round(hook.durationMs),
    })
  }

  #server(name: string, state: string): void {
    const { log, options, clean } = this.#to
    const before = this.#servers.get(name)
    this.#servers.set(name, state)
    const status =
      state === 'connected' || state === 'failed'
        ? state
        : before === 'connected'
          ? 'disconnected'
          : undefined
    if (state === before || status === undefined) return
    log.write('mcp_server_connection', {
      status,
      server_name: options.content.toolDetails ? clean(name) : undefined,
    })
  }

  #plugin({ name, version }: NonNullable<TurnInfo['plugins']>[number]): void {
    const { log, options, clean } = this.#to
    const isTold = options.content.toolDetails
    log.write('plugin_loaded', {
      'plugin.name': isTold ? clean(name) : 'third-party',
      'plugin.version': isTold ? version : undefined,
    })
  }

  #skill(name: string): void {
    const { log, options, clean } = this.#to
    log.write('skill_activated', {
      'skill.name': options.content.toolDetails ? clean(name) : 'custom_skill',
      invocation_trigger: 'user-slash',
    })
  }
}
