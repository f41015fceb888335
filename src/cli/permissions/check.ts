import { createPermissions, type Permissions } from '../../features/permissions/permissions.ts'
import { errorText } from '../../lib/error-text.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { explainText } from '../../protocol/messages/permissions/explain.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Behavior } from '../../protocol/permission.ts'
import { accessesOf } from './accesses-of.ts'
import { type CheckRequest, RequestError, readRequest } from './check-request.ts'
import { reasonJson } from './explanation-json.ts'

export interface CheckAnswer {
  readonly id: unknown
  readonly verdict: Behavior
  readonly reason: string
  /** Which row of the catalogue the reason is; absent where the line itself is wrong. */
  readonly reason_id?: string
  readonly reason_values?: LocalizedText['values']
}

const judge = async (request: CheckRequest, permissions: Permissions): Promise<Omit<CheckAnswer, 'id'>> => {
  const { tool, input, policy } = request
  const found = await accessesOf(tool, input, policy)
  if (found === 'malformed') return answer('deny', explainText('input_not_taken', { tool }))
  const accesses = found === 'unknown' ? [] : found
  const decision = await permissions.judge({ toolName: tool, input, accesses }, policy)
  const { verdict, because } = decision
  // A tool that nobody knows touches nobody knows what.
  if (
    found === 'unknown' &&
    verdict === 'allow' &&
    because.type !== 'rule' &&
    policy.mode !== 'bypassPermissions'
  )
    return policy.mode === 'dontAsk'
      ? answer('deny', explainText('tool_unknown_silent', { tool }))
      : answer('ask', explainText('tool_unknown', { tool }))
  return answer(verdict, because.localized)
}

const answer = (verdict: Behavior, reason: LocalizedText): Omit<CheckAnswer, 'id'> => ({
  verdict,
  reason: reason.text,
  ...reasonJson(reason),
})

/** Decides one line. Total: whatever is wrong with the line is an answer, too. */
export const checkLine = async (line: string, permissions: Permissions): Promise<CheckAnswer> => {
  let id: unknown = null
  try {
    const request = readRequest(line)
    id = request.id
    return { id, ...(await judge(request, permissions)) }
  } catch (error) {
    if (error instanceof RequestError) return { id: error.id, verdict: 'ask', reason: error.message }
    return { id, ...answer('ask', permissionText('check_failed', { error: errorText(error) })) }
  }
}

/** Lines end at a newline and nowhere else: JSON may hold the other line separators as they are. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}

/** Answers JSON lines in their order; nothing is executed. */
export async function* check(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const permissions = createPermissions()
  for await (const line of linesOf(input))
    if (line.trim() !== '') yield `${JSON.stringify(await checkLine(line, permissions))}\n`
}
