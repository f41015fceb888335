import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { HookInput } from '../../protocol/hook.ts'

/** What kinds of hooks need besides a process. What is absent is not there in this session. */
export interface HookPorts {
  /** Answers with the text of a model; absent name: the small one. */
  askModel?(
    question: { readonly prompt: string; readonly system: string; readonly model?: string },
    signal: AbortSignal,
  ): Promise<string>
  /** Lets an agent that can only look around find out; answers with its last words. */
  runAgent?(
    task: { readonly prompt: string; readonly model?: string; readonly ms: number },
    signal: AbortSignal,
  ): Promise<string>
  /** Calls a tool of an MCP server; rejects, in words, when it cannot be called. */
  callServerTool?(
    call: {
      readonly server: string
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
    },
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }>
  /** Has the program that drives this one answer. */
  callHost?(callbackId: string, input: HookInput, signal: AbortSignal): Promise<unknown>
  /** Whether a permission rule covers a call; undefined when that cannot be told. */
  matchesRule?(
    rule: string,
    call: { readonly toolName: string; readonly input: unknown },
  ): Promise<boolean | undefined>
}

/** Where hooks of type http may go, and what of the environment they may send. */
export interface HttpHookChoice {
  /** Patterns with `*`; absent: any address on the open internet and on this machine. */
  readonly allowedUrls?: readonly string[]
  /** Variables that headers may hold; absent: those that the hook names. */
  readonly allowedVariables?: readonly string[]
  readonly proxy?: ProxySettings
}
