import { isObject } from '../../../lib/is-object.ts'
import type { CommandEnd } from './command.ts'
import { failedWith, type HookRun, notStarted, printed, type Runner, within } from './runner.ts'

/** A tool of an MCP server; what it answers counts as what a command prints. */
export const runServerTool: Runner = run =>
  within(run, async signal => {
    const { handler, ports } = run
    const { server = '', tool = '', input = {} } = handler
    if (!ports.callServerTool) return notStarted('this session has no MCP servers')
    const filled = fillPaths(input, run.input) as Readonly<Record<string, unknown>>
    const { text, isError } = await ports.callServerTool({ server, tool, input: filled }, signal)
    return isError ? failedWith(text) : printed(text)
  })

/** A function of the program that drives this one. */
export const runCallback: Runner = run =>
  within(run, async signal => {
    const { handler, ports, input } = run
    if (!ports.callHost) return notStarted('no program is connected that could answer')
    return answered(await ports.callHost(handler.callbackId ?? '', input, signal))
  })

/** A function of this program. */
export const runFunction: Runner = run =>
  within(run, async signal => answered(await run.handler.run?.(run.input, signal)))

const answered = (value: unknown): CommandEnd => {
  if (value === undefined || value === null) return printed('')
  return isObject(value) ? printed(JSON.stringify(value)) : failedWith('the answer is not an object')
}

/** `${tool_input.file_path}` by what stands there in the input, in every text however deep. */
const fillPaths = (value: unknown, input: HookRun['input']): unknown => {
  if (typeof value === 'string')
    return value.replace(/\$\{([\w.]+)\}/g, (whole, path: string) => {
      const found = path
        .split('.')
        .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), input)
      if (found === undefined) return whole
      return typeof found === 'string' ? found : JSON.stringify(found)
    })
  if (Array.isArray(value)) return value.map(each => fillPaths(each, input))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillPaths(each, input)]))
}
