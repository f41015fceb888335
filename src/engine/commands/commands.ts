import type { CommandHost, CommandOutcome } from '../../protocol/command.ts'
import type { Event, TurnInfo } from '../../protocol/event.ts'
import { inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Accounts } from '../spending/accounts.ts'
import type { Called } from '../turn/called-command.ts'

/** Of the values of a conversation, what is needed here. */
interface CommandsConfig {
  readonly runtime: Runtime
}

/** What a command comes to. */
export const runCommand = async (called: Called, host: CommandHost): Promise<CommandOutcome> =>
  asTyped(called, await called.command.run(called.args, host))

/**
 * A prompt that a command wrote is no word of the person: the conversation shows, and is named after, the line they
 * typed, and the prompt goes to the model behind it.
 */
const asTyped = (
  { command, args, typedName = command.name }: Called,
  outcome: CommandOutcome,
): CommandOutcome =>
  outcome.kind !== 'submit' || outcome.skills || outcome.text === args
    ? outcome
    : {
        kind: 'submit',
        text: `/${typedName} ${args}`.trim(),
        skills: [{ name: command.name, text: outcome.text }],
      }

/** What a command works with, and where its answer goes. */
export interface ServeContext {
  readonly config: CommandsConfig
  readonly accounts: Accounts
  readonly turn: TurnInfo
  /** Whoever called it has a screen. */
  readonly screen: boolean
  readonly host: CommandHost
  queued(): number
  /** Both become part of the conversation. */
  join(outcome: Extract<CommandOutcome, { readonly kind: 'joined' }>): Promise<void>
  emit(event: Event): Promise<void> | undefined
}

type Submitted = Extract<CommandOutcome, { readonly kind: 'submit' }>

/** The turn of a command, from its beginning to its end; unless the command has something the model is to be asked. */
export const serveCommand = async (called: Called, context: ServeContext): Promise<Submitted | undefined> => {
  const { config, accounts, turn, emit } = context
  const began = config.runtime.elapsed()
  await emit({ type: 'turn_started', turn })
  const outcome = await run(called, context)
  if (outcome.kind === 'submit') return outcome
  if (outcome.kind === 'joined') await context.join(outcome)
  if (outcome.kind !== 'failed') {
    const shown = context.screen ? outcome : ({ kind: 'shown', text: outcome.text } as const)
    await presentOutcome(called.command.name, shown, emit)
  }
  await emit({
    type: 'turn_ended',
    terminal:
      outcome.kind === 'failed' ? failedTerminal(outcome.text) : { kind: 'completed', stopReason: null },
    report: {
      durationMs: config.runtime.elapsed() - began,
      apiDurationMs: 0,
      requests: 0,
      text: inEnglish(outcome.text),
      ...(typeof outcome.text === 'string' ? {} : { localized: outcome.text }),
      stopReason: null,
      usage: NO_USAGE,
      cost: accounts.cost,
      denials: [],
      queued: context.queued(),
    },
  })
  return undefined
}

const failedTerminal = (text: Text): Terminal => ({
  kind: 'command_failed',
  message: inEnglish(text),
  ...(typeof text === 'string' ? {} : { localized: text }),
})

/** Tells whoever has a screen what came out; a text that the model is to be asked is given back. */
export const presentOutcome = async (
  command: string,
  outcome: CommandOutcome,
  emit: ServeContext['emit'],
): Promise<Submitted | undefined> => {
  switch (outcome.kind) {
    case 'submit':
      return outcome
    case 'ui':
      await emit({ type: 'ui_request', request: outcome.request })
      return undefined
    case 'joined':
    case 'shown':
      if (outcome.text.text !== '')
        await emit({ type: 'command_output', command, text: outcome.text.text, localized: outcome.text })
      return undefined
  }
}

/** What the person should read of a failure is an outcome too. */
const run = async (
  called: Called,
  { host }: ServeContext,
): Promise<CommandOutcome | { readonly kind: 'failed'; readonly text: Text }> => {
  try {
    return await runCommand(called, host)
  } catch (error) {
    if (error instanceof OpError) return { kind: 'failed', text: error.localized }
    throw error
  }
}
