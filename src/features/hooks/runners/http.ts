import { errorText } from '../../../lib/error-text.ts'
import { isObject } from '../../../lib/is-object.ts'
import { addressKind } from '../../../lib/network/address.ts'
import { get } from '../../../lib/network/get.ts'
import { hostOf } from '../../../lib/network/refuse-url.ts'
import { matchWildcard } from '../../../lib/text/wildcard.ts'
import type { HttpHookChoice } from '../ports.ts'
import { failedWith, notStarted, printed, type Runner, within } from './runner.ts'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Posts the input. Only an answer of 200 to 299 with a JSON object can decide anything. */
export const runHttp: Runner = run =>
  within(run, async signal => {
    const { handler, http, variables, stdin } = run
    const text = handler.url ?? ''
    if (!URL.canParse(text)) return notStarted(`${text} is not a URL`)
    const url = new URL(text)
    const listed = http.allowedUrls?.some(pattern => matchWildcard(pattern, url.href))
    if (listed === false) return notStarted(`${url.origin} is not among allowedHttpHookUrls`)
    const headers = headersOf(handler, http, variables)
    if ('fault' in headers) return notStarted(headers.fault)
    try {
      const answer = await get({
        url,
        headers: { ...headers.values, 'content-type': 'application/json' },
        body: stdin,
        open: listed || isThisMachine(url) ? [hostOf(url)] : [],
        signal,
        maxBytes: MAX_ANSWER_BYTES,
        ...(http.proxy ? { proxy: http.proxy } : {}),
      })
      const said = Buffer.from(answer.body).toString('utf8')
      if (answer.status < 200 || answer.status > 299)
        return failedWith(`the server answered ${answer.status} ${answer.statusText}`.trim())
      return said.trim() === '' || isJsonObject(said)
        ? printed(said)
        : failedWith('the server did not answer with a JSON object')
    } catch (error) {
      signal.throwIfAborted()
      return notStarted(errorText(error))
    }
  })

const isJsonObject = (text: string): boolean => {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

/** People run their own guards here; what a name on the internet stands for is another matter. */
const isThisMachine = (url: URL): boolean => {
  const host = hostOf(url)
  return host === 'localhost' || addressKind(host) === 'loopback'
}

/** Variables go out only by name: those the hook lists, of those that settings let out. */
const headersOf = (
  {
    headers = {},
    allowedEnvVars = [],
  }: { readonly headers?: Readonly<Record<string, string>>; readonly allowedEnvVars?: readonly string[] },
  { allowedVariables }: HttpHookChoice,
  variables: Readonly<Record<string, string>>,
): { readonly values: Readonly<Record<string, string>> } | { readonly fault: string } => {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const filled = value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const variable = braced ?? bare ?? ''
      const allowed = allowedEnvVars.includes(variable) && (allowedVariables?.includes(variable) ?? true)
      return allowed ? (variables[variable] ?? '') : ''
    })
    if (/[\r\n\0]/.test(filled)) return { fault: `the header ${name} would hold a line break` }
    values[name.toLowerCase()] = filled
  }
  return { values }
}
