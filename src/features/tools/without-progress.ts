import type { Tool, ToolCall, ToolProgress } from '../../protocol/tool.ts'

/** The `run` of a tool that is done before anybody would want to watch. */
export const withoutProgress = <I, O>(work: (input: I, call: ToolCall) => Promise<O>): Tool<I, O>['run'] =>
  async function* (input, call): AsyncGenerator<ToolProgress, O> {
    yield* []
    return work(input, call)
  }
