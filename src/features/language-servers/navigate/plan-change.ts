import { pathToFileURL } from 'node:url'
import { isObject } from '../../../lib/is-object.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type { CodeChange, CodePlan, CodeQuestion } from '../../../protocol/tools/code-help.ts'
import type { Waits } from '../open-server.ts'
import { readShown, readSource } from '../read-text.ts'
import type { SymbolLocation } from './find-symbol.ts'
import { says } from './says.ts'
import { filesIn, readWorkspaceEdit } from './workspace-edit.ts'

interface Planning {
  readonly waits: Waits
  isShown(path: string): boolean
  isOutside(path: string): boolean
}

/** What a server would change, as whole files. Throws ToolError for what must not be, and for nothing. */
export const planChange = async (
  place: SymbolLocation,
  question: CodeQuestion<CodeChange>,
  at: Planning,
): Promise<CodePlan> => {
  const plan = await PLANS[question.operation](place, question, at.waits)
  if (plan.choices) return plan
  if (plan.changes.length === 0) throw new ToolError(says('nothing'))
  const refused = plan.changes.filter(({ path }) => at.isOutside(path) || !at.isShown(path))
  if (refused.length > 0)
    throw new ToolError(says('outside', { paths: refused.slice(0, 5).map(({ path }) => path) }))
  return plan
}

type Plan = (place: SymbolLocation, question: CodeQuestion<CodeChange>, waits: Waits) => Promise<CodePlan>

const cannot = ({ server }: SymbolLocation, operation: string): ToolError =>
  new ToolError(says('cannot', { server: server.name, operation, useGrep: '' }))

const rename: Plan = async (place, { newName, operation }, waits) => {
  const { server, path, at } = place
  if (newName === undefined) throw new ToolError(says('needsName'))
  if (!server.capabilities.renameProvider) throw cannot(place, operation)
  const where = { textDocument: { uri: pathToFileURL(path).href }, position: at }
  const ask = () => server.client.request('textDocument/rename', { ...where, newName }, waits)
  const edit = await ask()
  // What a server reads itself it takes for UTF-8: it counts columns of other characters, unless it is shown the text.
  const misread = filesIn(edit).filter(
    file => server.textOf(file) === undefined && readSource(file)?.foreign === true,
  )
  for (const file of misread) server.open(file)
  return { changes: readWorkspaceEdit([misread.length > 0 ? await ask() : edit]) }
}

const format: Plan = async (place, { operation }, waits) => {
  const { server, path } = place
  if (!server.capabilities.documentFormattingProvider) throw cannot(place, operation)
  const text = readShown(path) ?? ''
  const [indent = '  '] = /^(?:\t| {2,8})(?=\S)/m.exec(text) ?? []
  const options = { tabSize: indent === '\t' ? 4 : indent.length, insertSpaces: indent !== '\t' }
  const uri = pathToFileURL(path).href
  const edits = await server.client.request(
    'textDocument/formatting',
    { textDocument: { uri }, options },
    waits,
  )
  return { changes: readWorkspaceEdit([{ changes: { [uri]: edits } }]) }
}

const codeAction: Plan = async (place, { action, line, symbol, operation }, waits) => {
  const { server, path } = place
  if (!server.capabilities.codeActionProvider) throw cannot(place, operation)
  const uri = pathToFileURL(path).href
  const text = (readShown(path) ?? '').split('\n')
  const last = text.length - 1
  const whole = line === undefined && symbol === undefined
  const rows = whole ? { from: 0, to: last } : { from: place.at.line, to: place.at.line }
  const range = {
    start: { line: rows.from, character: 0 },
    end: { line: rows.to, character: text[rows.to]?.length ?? 0 },
  }
  const diagnostics = (server.problemsOf(path) ?? [])
    .filter(each => each.line - 1 >= rows.from && each.line - 1 <= rows.to)
    .map(({ raw }) => raw)
  const answer = await server.client.request(
    'textDocument/codeAction',
    { textDocument: { uri }, range, context: { diagnostics, triggerKind: 1 } },
    waits,
  )
  const offered = (Array.isArray(answer) ? (answer as unknown[]) : []).filter(isObject)
  const titles = offered.flatMap(({ title }) => (typeof title === 'string' ? [title] : []))
  if (action === undefined) return { choices: titles, changes: [] }
  const wanted = offered.find(({ title }) => title === action)
  if (!wanted) throw new ToolError(says('noAction', { action, titles: titles.slice(0, 20) }))
  return { title: action, changes: readWorkspaceEdit(await editsOf(place, wanted, waits)) }
}

/** An action brings its edit, gives it when asked again, or has it made by a command. */
const editsOf = async (
  { server }: SymbolLocation,
  action: Readonly<Record<string, unknown>>,
  waits: Waits,
): Promise<readonly unknown[]> => {
  const { codeActionProvider } = server.capabilities
  const resolves = isObject(codeActionProvider) && codeActionProvider['resolveProvider'] === true
  const whole =
    action['edit'] === undefined && resolves && typeof action['command'] !== 'string'
      ? await server.client.request('codeAction/resolve', action, waits)
      : action
  const { edit, command } = Object(whole) as Record<string, unknown>
  if (edit !== undefined) return [edit]
  const { command: name, arguments: given } = isObject(command) ? command : action
  server.takeEdits()
  if (typeof name === 'string')
    await server.client.request('workspace/executeCommand', { command: name, arguments: given }, waits)
  return server.takeEdits()
}

const PLANS: Readonly<Record<CodeChange, Plan>> = { rename, format, code_action: codeAction }
