import {
  mayRelay,
  readRelayAnswer,
  relayAnswer,
  relayId,
  relayRequest,
} from '../../features/mcp/channels/relay-request.ts'
import { serverPrefix } from '../../features/mcp/names.ts'
import type { ChannelLine } from '../../features/mcp/pool/pool-deps.ts'
import { errorText } from '../../lib/error-text.ts'
import { channelText } from '../../protocol/messages/engine/channels.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionMode, PermissionRequest } from '../../protocol/permission.ts'
import type { ChannelOptions } from './options.ts'

const PERMISSION = 'claude/channel/permission'
const REQUEST = 'notifications/claude/channel/permission_request'

interface Issued {
  readonly id: string
  readonly channel: string
  readonly request: PermissionRequest
}

type Line = Pick<ChannelLine, 'experimental' | 'send'>

/** Permission questions that channels may answer beside the person at the screen. Whoever answers first settles it. */
export class PermissionRelay {
  readonly #options: Pick<ChannelOptions, 'config' | 'desk' | 'secrets' | 'emit'>
  readonly #lines = new Map<string, Line>()
  readonly #issued = new Map<string, Issued>()

  constructor(options: Pick<ChannelOptions, 'config' | 'desk' | 'secrets' | 'emit'>) {
    this.#options = options
  }

  /** Of a server that the person lets answer: only one that says it can is asked. */
  opened(channel: string, line: Line): void {
    if (line.experimental[PERMISSION]) this.#lines.set(channel, line)
  }

  closed(channel: string): void {
    this.#lines.delete(channel)
    for (const [id, issued] of this.#issued) if (issued.channel === channel) this.#issued.delete(id)
  }

  async ask(request: PermissionRequest, mode: PermissionMode, over: AbortSignal): Promise<void> {
    const { config, secrets } = this.#options
    const dialogs = config.tools.toolsIn?.('dialog')
    // Where nobody knows which calls ask for more than a yes, none is relayed.
    if (over.aborted || !dialogs || !mayRelay(request, { mode, dialogs })) return
    const clean = await secrets.clean({ input: request.input, details: request.details })
    for (const [channel, { send }] of this.#lines) {
      // Nobody lets itself in.
      if (over.aborted || isToolOf(request, channel)) continue
      const id = this.#newId()
      this.#issued.set(id, { id, channel, request })
      over.addEventListener('abort', () => this.#issued.delete(id), { once: true })
      const { input, details } = clean
      const told = relayRequest({ toolName: request.toolName, input, ...(details ? { details } : {}) }, id)
      send(REQUEST, { ...told }).catch((error: unknown) =>
        config.runtime.log?.(`channel ${channel}: not told of a question: ${errorText(error)}`),
      )
    }
  }

  /** Only an id that this channel was given, and once. */
  answered(channel: string, params: unknown): void {
    const read = readRelayAnswer(params)
    const issued = read && this.#issued.get(read.id)
    if (!read || issued?.channel !== channel) return
    this.#issued.delete(read.id)
    const { desk, emit } = this.#options
    const { request } = issued
    try {
      desk.answer(request.id, relayAnswer(read.behavior, channel))
    } catch (error) {
      // It was answered elsewhere a moment ago.
      if (error instanceof OpError) return
      throw error
    }
    const row = read.behavior === 'allow' ? 'approved' : 'declined'
    emit(notice('info', channelText(row, { name: channel, tool: request.toolName })))
  }

  #newId(): string {
    const { newId } = this.#options.config.runtime
    for (;;) {
      const id = relayId(newId())
      if (!this.#issued.has(id)) return id
    }
  }
}

const isToolOf = ({ toolName, details }: PermissionRequest, channel: string): boolean =>
  (details?.about?.kind === 'mcp' && details.about.server === channel) ||
  toolName.startsWith(serverPrefix(channel))
