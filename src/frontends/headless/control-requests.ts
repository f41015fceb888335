import type {
  ControlRequest,
  ControlResponse,
  InitializeAnswer,
  RewindFilesAnswer,
} from '../../protocol/control/control-message.ts'
import type { InboundRequest } from '../../protocol/control/inbound.ts'
import type * as InboundSchema from '../../protocol/control/inbound-schema.ts'
import { OpError } from '../../protocol/op.ts'
import { commandList } from './command-list.ts'
import { type ContextAnswer, contextAnswer } from './context-answer.ts'
import type { Conversation } from './conversation.ts'
import type { HeadlessRun } from './headless-options.ts'
import type { HostLines } from './host-lines.ts'
import { statusOf } from './init-message.ts'
import { reportFields } from './initialize-fields.ts'
import type { LineWriter } from './line-writer.ts'
import { WireError } from './wire-error.ts'

export interface ControlDesk {
  readonly run: HeadlessRun
  readonly conversation: Conversation
  readonly writer: LineWriter
  readonly lines: HostLines
}

/** A request that fails, in words for the host. */
class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** What the host chose before its session was opened again. */
export const chooseAgain = async (desk: ControlDesk): Promise<void> => {
  for (const request of desk.lines.chosen.splice(0)) await serve(desk, request)
}

/** Serves one request of the host. Every request gets exactly one answer. */
export const serveRequest = async (
  desk: ControlDesk,
  line: ControlRequest<InboundRequest>,
): Promise<void> => {
  const { request, request_id } = line
  let failure: Error | undefined
  // The answer goes out before anything its effect brings about: an interrupt's before the result of the turn.
  await desk.writer.lineAfter(async (): Promise<ControlResponse> => {
    try {
      const response = await serve(desk, request)
      return { type: 'control_response', response: { subtype: 'success', request_id, response } }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof OpError)) throw error
      failure = error
      const code = error instanceof Refusal ? error.code : undefined
      return {
        type: 'control_response',
        response: { subtype: 'error', request_id, error: error.message, ...(code && { error_code: code }) },
      }
    }
  })
  // The next line is a prompt that counts on what was asked for here (hooks that guard, servers, a prompt).
  if (failure && request.subtype === 'initialize')
    throw new WireError(`initialize failed: ${failure.message}`)
}

const serve = (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  switch (request.subtype) {
    case 'initialize':
      return initialize(desk, request)
    case 'interrupt':
      return interrupt(desk, request)
    case 'set_model':
      return setModel(desk, request)
    case 'set_permission_mode':
      return setPermissionMode(desk, request)
    case 'rewind_files':
      return rewindFiles(desk, request)
    case 'stop_task':
      return stopTask(desk, request)
    case 'background_tasks':
      return moveToBackground(desk, request)
    case 'get_context_usage':
      return contextUsage(desk)
    case 'mcp_status':
      return serverStatus(desk)
    case 'mcp_reconnect':
    case 'mcp_toggle':
      return changeServer(desk, request)
    // What an in-process server says by itself: its tools are asked for when they are called.
    case 'mcp_message':
      return Promise.resolve({})
    default:
      throw new Refusal(`Unsupported control request subtype: ${request.subtype}`, 'unsupported_request')
  }
}

const accept = <T>(parsed: InboundSchema.Parsed<T>): T => {
  if (parsed.ok) return parsed.value
  throw new Refusal(`The request is not valid: ${parsed.error}`, 'invalid_request')
}

const initialize = async (desk: ControlDesk, request: InboundRequest): Promise<InitializeAnswer> => {
  const { engine, io, options } = desk.run
  const { lines } = desk
  const { refused, unknown } = reportFields(request)
  if (refused.length > 0) throw new Refusal(`Not available yet in initialize: ${refused.join(', ')}`)
  for (const field of unknown) io.writeError(`initialize: the field ${field} is not known and has no effect.`)
  const fields = accept(desk.lines.schema.parseInitialize(request))
  const wanted = JSON.stringify(fields)
  // What changes it before that is part of opening the session.
  if (wanted !== (lines.applied ?? '{}'))
    throw new Refusal('initialize cannot change the run after the first message.')
  lines.applied = wanted
  if (request['forwardSubagentText'] === true) desk.conversation.forwardAgentText()
  const [models, state, commands, styles, agents] = await Promise.all([
    engine.query('models'),
    engine.query('state'),
    commandList(engine),
    engine.query('styles'),
    engine.query('agents'),
  ])
  return {
    commands,
    agents: agents.map(({ name, description, model }) => ({
      name,
      description,
      ...(model === undefined ? {} : { model }),
    })),
    output_style: styles.current,
    available_output_styles: styles.available.map(({ name }) => name),
    models,
    account: { apiKeySource: state.credential },
    claude_code_version: options.version,
    ...(fields.hooks ? { hooks_applied: true, hook_on_failure_supported: true } : {}),
  }
}

const interrupt = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { engine } = desk.run
  const cancelQueued = accept(desk.lines.schema.parseInterrupt(request)).cancel_queued === true
  // Read first: the engine may take the next message as soon as the turn is over.
  const queue = await engine.query('queue')
  await engine.send({ type: 'interrupt', reason: 'user', ...(cancelQueued && { cancelQueued }) })
  return cancelQueued ? { still_queued: [], cancelled: queue } : { still_queued: queue }
}

const setModel = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { model } = accept(desk.lines.schema.parseSetModel(request))
  const chosen = model === null || model === undefined || model === 'default' ? {} : { model }
  await desk.run.engine.send({ type: 'set_model', ...chosen })
  desk.lines.chosen.push(request)
  return {}
}

const setPermissionMode = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { mode } = accept(desk.lines.schema.parseSetPermissionMode(request))
  if (mode === 'bypassPermissions' && !desk.run.options.allowBypass)
    throw new Refusal(
      'bypassPermissions is not open to this run: start it with --dangerously-skip-permissions or --allow-dangerously-skip-permissions.',
    )
  await desk.run.engine.send({ type: 'set_mode', mode })
  desk.lines.chosen.push(request)
  return { mode }
}

const rewindFiles = async (desk: ControlDesk, request: InboundRequest): Promise<RewindFilesAnswer> => {
  const fields = accept(desk.lines.schema.parseRewindFiles(request))
  const report = await desk.run.engine.rewindFiles({
    messageUuid: fields.user_message_id,
    dryRun: fields.dry_run === true,
    force: fields.force === true,
  })
  if (!report.canRewind) return report
  const { files, kept, ...rest } = report
  return { ...rest, filesChanged: files.map(file => file.path), filesKept: kept }
}

const stopTask = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { task_id: taskId } = accept(desk.lines.schema.parseStopTask(request))
  const { engine } = desk.run
  // An agent that is waited for is no background work yet.
  const agent = (await engine.query('runningAgents')).some(({ id }) => id === taskId)
  await engine.send(agent ? { type: 'stop_agent', agentId: taskId } : { type: 'stop_task', taskId })
  return {}
}

const contextUsage = async ({ run: { engine } }: ControlDesk): Promise<ContextAnswer> =>
  contextAnswer(await engine.query('context'), await engine.query('instructions'))

const moveToBackground = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { tool_use_id: toolUseId } = accept(desk.lines.schema.parseBackgroundTasks(request))
  await desk.run.engine.send({
    type: 'move_to_background',
    ...(typeof toolUseId === 'string' && { toolUseId }),
  })
  return {}
}

const serverStatus = async ({ run: { engine } }: ControlDesk): Promise<unknown> => ({
  mcpServers: (await engine.query('servers')).map(({ name, state, error, source, tools }) => ({
    name,
    status: statusOf(state),
    scope: source.level,
    ...(error === undefined ? {} : { error }),
    tools: tools.map(tool => ({ name: tool.name, annotations: { readOnly: tool.readOnly } })),
  })),
})

const changeServer = async (desk: ControlDesk, request: InboundRequest): Promise<unknown> => {
  const { serverName: name, enabled } = accept(desk.lines.schema.parseServerRequest(request))
  const toggled = enabled === false ? 'disable' : 'enable'
  const action = request.subtype === 'mcp_reconnect' ? 'reconnect' : toggled
  await desk.run.engine.send({ type: 'server', name, action })
  return {}
}
