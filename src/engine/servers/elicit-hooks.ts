import type { ElicitAnswer, Elicitation } from '../../features/mcp/elicitation.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import type { Notifications } from '../hooks/notifications.ts'
import type { Hooks } from '../hooks/part.ts'

type Elicit = (server: string, request: Elicitation, signal: AbortSignal) => Promise<ElicitAnswer>

interface ElicitHooks {
  readonly hooks: Pick<Hooks, 'fire'>
  readonly notifications: Pick<Notifications, 'say'>
}

/** Lets hooks answer what a server asks in the person's place, and change or refuse what the person answered. */
export const withElicitHooks =
  (ask: Elicit, { hooks, notifications }: ElicitHooks): Elicit =>
  async (server, request, signal) => {
    const about = aboutOf(server, request)
    const before = await hooks.fire('Elicitation', { ...about, ...asked(request) }, signal)
    const byHook = answerOf(before)
    if (!byHook)
      notifications.say(
        request.mode === 'url' ? 'elicitation_url_dialog' : 'elicitation_dialog',
        `The MCP server ${server} has a question`,
      )
    const answer = byHook ?? (await ask(server, request, signal))
    const { action, content } = answer
    const result = { ...about, action, ...(content ? { content } : {}) }
    const after = await hooks.fire('ElicitationResult', result, signal)
    if (!byHook) notifications.say('elicitation_response', `Answered the MCP server ${server}: ${action}`)
    return answerOf(after) ?? answer
  }

const aboutOf = (server: string, request: Elicitation) => ({
  mcp_server_name: server,
  mode: request.mode ?? 'form',
  ...(request.mode === 'url' ? { elicitation_id: request.elicitationId } : {}),
})

const asked = (request: Elicitation) => ({
  message: request.message,
  ...(request.mode === 'url' ? { url: request.url } : { requested_schema: request.requestedSchema }),
})

/** A refusal declines; `undefined`: nobody answered. */
const answerOf = ({ permission, elicitation }: HookVerdict): ElicitAnswer | undefined =>
  permission === 'deny' ? { action: 'decline' } : (elicitation as ElicitAnswer | undefined)
