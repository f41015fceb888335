import { escapeLine } from '../../lib/escape-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Diagnostic } from './diagnostics.ts'

const says = modelTexts('diagnostics', {
  more: { en: '… and {count:number} more in {path}', zh: '… {path} 中另有 {count:number} 个' },
})

const MOST = 20

/** Data of a program, one line each: it cannot pretend to be anybody else. */
export const sayDiagnostics = (
  path: string,
  found: readonly Diagnostic[],
  language?: PromptLanguage,
): string => {
  const named = escapeLine(path, 300)
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
