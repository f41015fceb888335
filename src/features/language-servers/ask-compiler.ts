import { isObject } from '../../lib/is-object.ts'
import type { LanguageClient } from './language-client.ts'

/** By this a server hands a request on to the compiler of TypeScript. */
export const COMPILER_COMMAND = 'typescript.tsserverRequest'

const KINDS = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'] as const
const SEVERITIES: Readonly<Record<string, number>> = { error: 1, warning: 2 }

/** Problems of a file that is open, as servers publish them. Rejects with what the request does. */
export const askCompiler = async (
  client: Pick<LanguageClient, 'request'>,
  file: string,
  waits: Parameters<LanguageClient['request']>[2],
): Promise<readonly unknown[]> => {
  const answers = await Promise.all(
    KINDS.map(kind =>
      client.request(
        'workspace/executeCommand',
        { command: COMPILER_COMMAND, arguments: [kind, { file, includeLinePosition: true }] },
        waits,
      ),
    ),
  )
  return answers.flatMap(answer => {
    const { body } = Object(answer) as { readonly body?: unknown }
    return Array.isArray(body) ? body.map(asDiagnostic) : []
  })
}

const asDiagnostic = (each: unknown): unknown => {
  const { message, category, code, startLocation, endLocation } = Object(each) as Record<string, unknown>
  return {
    message,
    code,
    severity: SEVERITIES[String(category)] ?? 3,
    source: 'typescript',
    range: { start: positionOf(startLocation), end: positionOf(endLocation) },
  }
}

/** Lines and columns from zero. */
const positionOf = (place: unknown): { readonly line: number; readonly character: number } => {
  const { line, offset } = isObject(place) ? place : {}
  return {
    line: typeof line === 'number' ? line - 1 : 0,
    character: typeof offset === 'number' ? offset - 1 : 0,
  }
}
