/** What the program knows about a hook event. A new event is a row here and a `fire` in the engine. */
export interface HookEventRow {
  /** Field of the input that matchers are compared with. */
  readonly matcherField: string
  /** Exit 2 or `decision: "block"`: refuse the call, or tell the model beside the result. */
  readonly block: 'deny' | 'feedback'
  /** May allow, ask, defer, and replace the tool's input. */
  readonly decides: boolean
  /** May replace what the tool gave back. */
  readonly rewritesOutput: boolean
  /** May say that a refused call can be tried again. */
  readonly retries?: boolean
  /** Answers a question in the person's place, as `decision: {behavior, …}`; exit 2 means nothing. */
  readonly answers?: boolean
  /** What it prints besides JSON is for the model. */
  readonly plainIsContext?: boolean
}

export const HOOK_EVENTS = {
  PreToolUse: { matcherField: 'tool_name', block: 'deny', decides: true, rewritesOutput: false },
  /** A person is about to be asked. */
  PermissionRequest: {
    matcherField: 'tool_name',
    block: 'deny',
    decides: true,
    rewritesOutput: false,
    answers: true,
  },
  PostToolUse: { matcherField: 'tool_name', block: 'feedback', decides: false, rewritesOutput: true },
  /** A deny keeps the change of a settings file from counting; nothing else a hook says about it does. */
  ConfigChange: { matcherField: 'source', block: 'deny', decides: true, rewritesOutput: false },
  /** The reviewer of auto mode refused a call. */
  PermissionDenied: {
    matcherField: 'tool_name',
    block: 'feedback',
    decides: false,
    rewritesOutput: false,
    retries: true,
  },
  PostToolUseFailure: { matcherField: 'tool_name', block: 'feedback', decides: false, rewritesOutput: false },
  PreCompact: { matcherField: 'trigger', block: 'deny', decides: true, rewritesOutput: false },
  PostCompact: { matcherField: 'trigger', block: 'feedback', decides: false, rewritesOutput: false },
  SessionStart: {
    matcherField: 'source',
    block: 'feedback',
    decides: false,
    rewritesOutput: false,
    plainIsContext: true,
  },
  /** The model is done. A block sends it back to work with the reason. */
  Stop: { matcherField: '', block: 'deny', decides: true, rewritesOutput: false },
  InstructionsLoaded: {
    matcherField: 'load_reason',
    block: 'feedback',
    decides: false,
    rewritesOutput: false,
  },
} as const satisfies Readonly<Record<string, HookEventRow>>

export type HookEvent = keyof typeof HOOK_EVENTS
