import { shownCalls } from '../../features/context/project.ts'
import { sumTokens } from '../../features/context/tokens.ts'
import { type Message, toolUses } from '../../protocol/message.ts'
import type { ClearResults } from '../../protocol/model.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

/** What a provider that can is asked to leave out by itself, and what that means for what the model sees. */
export interface ProviderClearing {
  /** The same object as long as it says the same. */
  ask(model: string, view: readonly Message[]): ClearResults | undefined
  /** Whether the result of this call is before the model in that view; what the provider may have left out is not. */
  shows(toolUseId: string, view: readonly Message[]): boolean
}

export interface ProviderClearingDeps {
  readonly enabled: boolean
  readonly keep: number
  tools(): readonly ToolSpec[]
  runsCommands(tool: string): boolean
  /** Where room is made for this model, in tokens. */
  compactAt(model: string): number
}

/** The provider begins at this share of the threshold, and leaves out enough to be worth a new prefix. */
const EDITING_SHARE = 0.6
const LEAST_CLEARED = 10_000
/** It counts by itself; from this share of its beginning on it may have begun. */
const DOUBTFUL_SHARE = 0.75

export const createProviderClearing = (deps: ProviderClearingDeps): ProviderClearing => {
  let last:
    | { readonly model: string; readonly tools: readonly ToolSpec[]; readonly ask: ClearResults }
    | undefined
  let { keep } = deps
  let known: { readonly view: readonly Message[]; readonly shown: ReadonlySet<string> } | undefined
  const shownIn = (view: readonly Message[]): ReadonlySet<string> => {
    if (known?.view !== view) known = { view, shown: notCleared(shownCalls(view), view, last?.ask) }
    return known.shown
  }
  return {
    ask(model, view) {
      if (!deps.enabled) return undefined
      // What the model has not answered yet stays, however much it asked for at once. It never takes that back.
      keep = Math.max(keep, callsOfLastReply(view))
      const tools = deps.tools()
      if (last?.model === model && last.tools === tools && last.ask.keep === keep) return last.ask
      const ask = {
        above: Math.floor(deps.compactAt(model) * EDITING_SHARE),
        keep,
        atLeast: LEAST_CLEARED,
        except: tools
          // The provider cannot tell a command that only looked from one that changed something.
          .filter(tool => !tool.clearable || deps.runsCommands(tool.name))
          .map(({ name }) => name),
      }
      last = { model, tools, ask }
      return ask
    },
    shows: (id, view) => shownIn(view).has(id),
  }
}

const callsOfLastReply = (view: readonly Message[]): number => {
  const last = view.findLast(message => message.type === 'assistant')
  return view.reduce(
    (sum, message) =>
      message.type === 'assistant' && message.message.id === last?.message.id
        ? sum + toolUses(message.message.content).length
        : sum,
    0,
  )
}

const notCleared = (
  shown: ReadonlySet<string>,
  view: readonly Message[],
  ask: ClearResults | undefined,
): ReadonlySet<string> => {
  if (!ask || sumTokens(view) <= ask.above * DOUBTFUL_SHARE) return shown
  return new Set([...shown].slice(-ask.keep))
}
