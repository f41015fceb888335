import type { ElicitAnswer, Elicitation } from '../../features/mcp/elicitation.ts'
import type { ServerHost, ServerQuestion } from '../../protocol/extensions/server.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest } from '../../protocol/permission.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import { formRequests, valuesFrom } from './ask-fields.ts'

export interface ElicitDeps {
  readonly desk: Pick<PermissionDesk, 'ask'>
  newId(): string
  openUrl(url: string): Promise<boolean>
  /** Who is asked instead; absent: the person. */
  readonly askHost?: ServerHost['elicit'] | undefined
}

/** Puts what a server asks to the person: a form as questions, a page as a page. */
export const createElicit =
  (deps: ElicitDeps) =>
  async (server: string, request: Elicitation, signal: AbortSignal): Promise<ElicitAnswer> => {
    if (deps.askHost) return (await deps.askHost(questionOf(server, request), signal)) as ElicitAnswer
    if ('url' in request) return await askToOpen(deps, { server, ...request }, signal)
    let content: NonNullable<ElicitAnswer['content']> = {}
    for (const { request: question, asked } of formRequests(server, request, deps.newId)) {
      const answer = await deps.desk.ask(question, signal)
      if (!answer) return { action: 'cancel' }
      const values = valuesFrom(asked, answer)
      if (!values) return { action: 'decline' }
      content = { ...content, ...values }
    }
    return { action: 'accept', content }
  }

const questionOf = (server: string, request: Elicitation): ServerQuestion => ({
  server,
  message: request.message,
  ...('url' in request
    ? { url: request.url, ...(request.elicitationId === undefined ? {} : { id: request.elicitationId }) }
    : { schema: request.requestedSchema as Readonly<Record<string, unknown>> }),
})

const askToOpen = async (
  deps: ElicitDeps,
  { server, message, url }: { readonly server: string; readonly message: string; readonly url: string },
  signal: AbortSignal,
): Promise<ElicitAnswer> => {
  if (!/^https?:\/\//.test(url)) return { action: 'decline' }
  const why = questionText('page', { server, message })
  const request: PermissionRequest = {
    id: deps.newId(),
    toolName: 'McpElicitation',
    toolUseId: deps.newId(),
    input: { server, url },
    decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: false },
    details: {
      title: `Open a page for the MCP server ${server}`,
      about: { kind: 'page', name: server },
      ...askedBecause(why),
      subject: { text: url, risky: [] },
      saves: [],
    },
  }
  const answer = await deps.desk.ask(request, signal)
  if (!answer) return { action: 'cancel' }
  if (answer.behavior !== 'allow') return { action: 'decline' }
  await deps.openUrl(url)
  return { action: 'accept' }
}
