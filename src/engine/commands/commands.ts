import { COMMANDS } from '../../features/commands/index.ts'
import type { CommandHost, CommandOutcome } from '../../protocol/command.ts'
import type { Event, TurnInfo } from '../../protocol/event.ts'
import { OpError } from '../../protocol/op.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { Accounts } from '../spending/accounts.ts'
import type { Called } from '../turn/called-command.ts'

/** Of the values of a conversation, what is needed here. */
interface CommandsConfig {
  readonly settings?: Pick<SettingsPort, 'initial'>
  releaseNotes?(): Promise<string>
  readonly runtime: Runtime
}

/** Whether people read Chinese here. */
const inChinese = ({ settings }: Pick<CommandsConfig, 'settings'>): boolean =>
  settings?.initial.settings.uiLanguage === 'zh'

/** Loaded only when it is wanted. */
const loadChinese = () => import('../../features/commands/zh/in-chinese.ts')

/** What a command comes to, in the language of the interface. What the model is asked, or has said, stays as it is. */
export const runCommand = async (
  called: Called,
  host: CommandHost,
  config: Pick<CommandsConfig, 'settings'>,
): Promise<CommandOutcome> => asTyped(called, await runTranslated(called, host, config))

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

const runTranslated = async (
  { command, args }: Called,
  host: CommandHost,
  config: Pick<CommandsConfig, 'settings'>,
): Promise<CommandOutcome> => {
  if (!inChinese(config) || !COMMANDS.includes(command)) return await command.run(args, host)
  const { commandTextInChinese } = await loadChinese()
  try {
    const outcome = await command.run(args, { ...host, rich: true })
    const keeps = outcome.kind === 'submit' || OF_THE_MODEL.has(command.name)
    return keeps ? outcome : { ...outcome, text: commandTextInChinese(outcome.text) }
  } catch (error) {
    throw error instanceof OpError ? new OpError(commandTextInChinese(error.message)) : error
  }
}

const OF_THE_MODEL: ReadonlySet<string> = new Set(['btw', 'recap', 'copy', 'release-notes'])

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
  const failed = outcome.kind === 'failed'
  await emit({
    type: 'turn_ended',
    terminal: failed
      ? { kind: 'command_failed', message: outcome.text }
      : { kind: 'completed', stopReason: null },
    report: {
      durationMs: config.runtime.elapsed() - began,
      apiDurationMs: 0,
      requests: 0,
      text: outcome.text,
      stopReason: null,
      usage: NO_USAGE,
      cost: accounts.cost,
      denials: [],
      queued: context.queued(),
    },
  })
  return undefined
}

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
      if (outcome.text !== '') await emit({ type: 'command_output', command, text: outcome.text })
      return undefined
  }
}

/** What the person should read of a failure is an outcome too. */
const run = async (
  called: Called,
  { host, config }: ServeContext,
): Promise<CommandOutcome | { readonly kind: 'failed'; readonly text: string }> => {
  try {
    return await runCommand(called, host, config)
  } catch (error) {
    if (error instanceof OpError) return { kind: 'failed', text: error.message }
    throw error
  }
}
