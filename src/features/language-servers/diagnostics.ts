import { escapeLine } from '../../lib/escape-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('diagnostics', {
  none: { en: '{path}: no problems any more', zh: '{path}：已没有问题' },
  more: { en: '… and {count:number} more in {path}', zh: '… {path} 中另有 {count:number} 个' },
})

/** A problem in a file, as a language server sees it. */
export interface Diagnostic {
  /** From one. */
  readonly line: number
  readonly level: 'error' | 'warning'
  readonly message: string
  readonly code?: string
}

const MOST = 20

/** Errors and warnings of what a server published; hints are for editors. */
export const readDiagnostics = (value: unknown): readonly Diagnostic[] =>
  (Array.isArray(value) ? value : []).flatMap((each): readonly Diagnostic[] => {
    const { severity = 1, message, range, code } = Object(each) as Record<string, unknown>
    if (typeof message !== 'string' || (severity !== 1 && severity !== 2)) return []
    const start = Object(Object(range).start) as { readonly line?: unknown }
    return [
      {
        line: typeof start.line === 'number' ? start.line + 1 : 1,
        level: severity === 1 ? 'error' : 'warning',
        message,
        ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
      },
    ]
  })

/** Data of a program, one line each: it cannot pretend to be anybody else. */
export const sayDiagnostics = (
  path: string,
  found: readonly Diagnostic[],
  language?: PromptLanguage,
): string => {
  const named = escapeLine(path, 300)
  if (found.length === 0) return forModel(says('none', { path: named }), language)
  const lines = found.slice(0, MOST).map(
    ({ line, level, message, code }) =>
      `${named}:${line} ${level}${code === undefined ? '' : ` ${escapeLine(code, 40)}`}: ${escapeLine(
        message.replaceAll(/[<>]/g, character => (character === '<' ? '‹' : '›')),
        300,
      )}`,
  )
  return [
    ...lines,
    ...(found.length > MOST
      ? [forModel(says('more', { count: found.length - MOST, path: named }), language)]
      : []),
  ].join('\n')
}
