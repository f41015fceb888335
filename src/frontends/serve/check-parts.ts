import type * as z from 'zod'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Route } from '../../protocol/serve/routes.ts'
import { MAX_BODY } from './limits.ts'
import { WireProblem } from './wire-problem.ts'

/** The query and the body of a request as its row wants them; throws WireProblem. */
export const checkParts = async (
  request: Request,
  route: Route,
): Promise<{ readonly query: Readonly<Record<string, unknown>>; readonly body: unknown }> => ({
  query: route.query
    ? (check(route.query, Object.fromEntries(new URL(request.url).searchParams)) as Record<string, unknown>)
    : {},
  body: route.body ? check(route.body, await readJson(request)) : undefined,
})

/** Throws WireProblem with where it is wrong. */
export const check = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.')
  const problem = issue ? verbatim(issue.message) : serveText('not_valid')
  throw new WireProblem('invalid', where ? serveText('bad_field', { field: where, problem }) : problem)
}

const readJson = async (request: Request): Promise<unknown> => {
  // A form of another page cannot have this type; a script of one would have to ask first.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new WireProblem('invalid', serveText('body_type'))
  return parseJson(await readText(request))
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WireProblem('invalid', serveText('not_json'))
  }
}

const readText = async (request: Request): Promise<string> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_BODY) throw new WireProblem('invalid', serveText('body_too_large'))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
