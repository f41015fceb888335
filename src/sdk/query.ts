import type { AssistantUse } from '../protocol/agents/assistant-use.ts'
import type { InitializeAnswer, RewindFilesAnswer } from '../protocol/control/control-message.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { SDKMessage, SDKUserMessage } from './messages.ts'
import type { Options } from './options.ts'
import { Run } from './run.ts'
import { isSdkServer, type McpServerConfig } from './servers.ts'

type Prompt = string | AsyncIterable<SDKUserMessage>

export interface McpServerStatus {
  readonly name: string
  readonly status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled'
  readonly serverInfo?: { readonly name: string; readonly version: string }
  readonly error?: string
  readonly tools?: readonly { readonly name: string; readonly description?: string }[]
}

/** What fills the context window. */
export interface ContextUsage {
  readonly categories: readonly { readonly name: string; readonly tokens: number }[]
  readonly totalTokens: number
  readonly maxTokens: number
  readonly percentage: number
  readonly model: string
}

export interface FileContents {
  readonly contents: string
  readonly absPath: string
  readonly truncated?: boolean
  readonly encoding?: 'utf-8' | 'base64'
}

/** A run: iterate it for its messages; meanwhile ask it things and change it. It ends when everything is answered. */
export class Query implements AsyncGenerator<SDKMessage, void, undefined> {
  readonly #run: Run
  readonly #messages: AsyncGenerator<SDKMessage, void, undefined>

  constructor(run: Run) {
    this.#run = run
    this.#messages = messagesOf(run)
  }

  /** Stops the turn that runs. What is queued goes on, unless `cancelQueued` says otherwise. */
  async interrupt(options: { readonly cancelQueued?: boolean } = {}): Promise<{
    readonly still_queued: readonly string[]
    readonly cancelled?: readonly string[]
  }> {
    return await this.#ask('interrupt', options.cancelQueued ? { cancel_queued: true } : {})
  }

  /** Absent: the default model of the session. */
  async setModel(model?: string): Promise<void> {
    await this.#run.ask('set_model', model === undefined ? {} : { model })
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#run.ask('set_permission_mode', { mode })
  }

  /** Null: as the session was started with. */
  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.#run.ask('set_max_thinking_tokens', { max_thinking_tokens: tokens })
  }

  /** Assistant mode: the session checks in by itself while it is quiet. Null: it is off. */
  async setAssistant(enabled: boolean): Promise<AssistantUse | null> {
    const { assistant } = await this.#ask<{ readonly assistant: AssistantUse | null }>('set_assistant', {
      enabled,
    })
    return assistant
  }

  async applyFlagSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#run.ask('apply_flag_settings', { settings })
  }

  /** Restores files as they were before that message of yours. */
  async rewindFiles(
    userMessageId: string,
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Promise<RewindFilesAnswer> {
    return await this.#ask('rewind_files', { user_message_id: userMessageId, dry_run: dryRun })
  }

  async initializationResult(): Promise<InitializeAnswer> {
    return (await this.#run.initialized) as unknown as InitializeAnswer
  }

  /** Introduces your program again and returns what Capstan says about itself now. */
  async reinitialize(): Promise<InitializeAnswer> {
    return (await this.#run.introduceAgain()) as unknown as InitializeAnswer
  }

  async supportedCommands(): Promise<InitializeAnswer['commands']> {
    return (await this.initializationResult()).commands
  }

  async supportedModels(): Promise<InitializeAnswer['models']> {
    return (await this.initializationResult()).models
  }

  async supportedAgents(): Promise<InitializeAnswer['agents']> {
    return (await this.initializationResult()).agents
  }

  async accountInfo(): Promise<InitializeAnswer['account']> {
    return (await this.initializationResult()).account
  }

  async mcpServerStatus(): Promise<readonly McpServerStatus[]> {
    const { mcpServers } = await this.#ask<{ readonly mcpServers: readonly McpServerStatus[] }>('mcp_status')
    return mcpServers
  }

  async reconnectMcpServer(serverName: string): Promise<void> {
    await this.#run.ask('mcp_reconnect', { serverName })
  }

  async toggleMcpServer(serverName: string, enabled: boolean): Promise<void> {
    await this.#run.ask('mcp_toggle', { serverName, enabled })
  }

  /** Replaces the servers that were set before; servers of settings files stay. */
  async setMcpServers(servers: Readonly<Record<string, McpServerConfig>>): Promise<{
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly errors: Readonly<Record<string, string>>
  }> {
    const wanted = Object.entries(servers).map(([name, server]) => {
      if (!isSdkServer(server)) return [name, server] as const
      this.#run.addServer({ ...server, name })
      return [name, { type: 'sdk', name }] as const
    })
    return await this.#ask('mcp_set_servers', { servers: Object.fromEntries(wanted) })
  }

  async getContextUsage(): Promise<ContextUsage> {
    return await this.#ask('get_context_usage')
  }

  async readFile(
    path: string,
    { maxBytes, encoding }: { readonly maxBytes?: number; readonly encoding?: 'utf-8' | 'base64' } = {},
  ): Promise<FileContents> {
    return await this.#ask('read_file', {
      path,
      ...(maxBytes === undefined ? {} : { max_bytes: maxBytes }),
      ...(encoding === undefined ? {} : { encoding }),
    })
  }

  /** Says more, beside the prompt the run was started with. */
  async streamInput(messages: AsyncIterable<SDKUserMessage>): Promise<void> {
    await this.#run.sayAll(messages)
  }

  async stopTask(taskId: string): Promise<void> {
    await this.#run.ask('stop_task', { task_id: taskId })
  }

  /** Ends the run now. */
  close(): void {
    this.#run.close()
  }

  next(): Promise<IteratorResult<SDKMessage, void>> {
    return this.#messages.next()
  }

  async return(): Promise<IteratorResult<SDKMessage, void>> {
    this.close()
    return await this.#messages.return()
  }

  async throw(error: unknown): Promise<IteratorResult<SDKMessage, void>> {
    this.close()
    return await this.#messages.throw(error)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #ask<T>(subtype: string, fields: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return (await this.#run.ask(subtype, fields)) as T
  }
}

async function* messagesOf(run: Run): AsyncGenerator<SDKMessage, void, undefined> {
  yield* run.messages
  if (run.failure) throw run.failure
}

/** Starts a run with a prompt: text, or messages as they are said. */
export const query = ({
  prompt,
  options = {},
}: {
  readonly prompt: Prompt
  readonly options?: Options
}): Query => {
  const run = new Run(options)
  void run.sayAll(prompt)
  return new Query(run)
}

/** A program that is started and ready, waiting for its prompt. */
export interface WarmQuery extends AsyncDisposable {
  /** Once: the program belongs to the run from then on. */
  query(prompt: Prompt): Query
  close(): void
}

/** Starts the program ahead of the prompt, so that the first answer comes sooner. */
export const startup = async ({ options = {} }: { readonly options?: Options } = {}): Promise<WarmQuery> => {
  const run = new Run(options)
  let used = false
  try {
    await run.initialized
  } catch (error) {
    run.close()
    throw run.failure ?? error
  }
  return {
    query(prompt) {
      if (used) throw new Error('This run has its prompt already. Call startup() again for another one.')
      used = true
      void run.sayAll(prompt)
      return new Query(run)
    },
    close: () => run.close(),
    async [Symbol.asyncDispose]() {
      if (!used) run.close()
    },
  }
}
