import { escapeLine } from '../../lib/escape-text.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
import type { Paint } from './paint.ts'
import { toolView } from './tool-views.ts'

/** The question, up to the place where the answer goes. */
export const showQuestion = (request: PermissionRequest, cwd: string, paint: Paint): string => {
  const view = toolView(request.toolName)
  const what = `${escapeLine(request.toolName)}(${view.subject(request.input, cwd)})`
  const preview = view.preview?.(request.input, paint) ?? []
  return [
    ...preview.map(line => `      ${line}`),
    `  ${paint('yellow', '?')} ${paint('dim', escapeLine(request.decision.because.text, 200))}`,
    `    ${paint('yellow', `Allow ${what}? [Y/n]`)} `,
  ].join('\n')
}

export const showAnswer = (answer: 'yes' | 'no', paint: Paint): string =>
  `${paint('bold', answer)} ${paint('dim', '(scripted answer)')}\n`
