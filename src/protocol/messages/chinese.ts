import { allowListText } from './allow-list.ts'
import { fill } from './area.ts'
import { callText } from './calls.ts'
import { cliText } from './cli.ts'
import { accountText } from './cli-accounts.ts'
import { commandText } from './cli-commands.ts'
import { sessionCommandText } from './cli-sessions.ts'
import { updateText } from './cli-update.ts'
import { usageText } from './cli-usage.ts'
import { decisionText } from './decisions.ts'
import { denialText } from './denials.ts'
import { doctorText } from './doctor.ts'
import { doctorEnvironmentText } from './doctor-environment.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { ruleText } from './permission-rules.ts'
import { permissionText } from './permissions.ts'
import { explainText } from './permissions-explain.ts'
import { shellText } from './permissions-shell.ts'
import { questionText } from './questions.ts'
import { lookText } from './read-only-commands.ts'
import { reviewText } from './review.ts'
import { runByText } from './run-by.ts'
import { sandboxText } from './sandbox.ts'
import { sandboxSettingText } from './sandbox-settings.ts'
import { toolQuestion } from './tool-questions.ts'

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}[] = [
  layoutText,
  cliText,
  accountText,
  commandText,
  sessionCommandText,
  updateText,
  usageText,
  denialText,
  decisionText,
  doctorText,
  doctorEnvironmentText,
  sandboxSettingText,
  allowListText,
  callText,
  ruleText,
  explainText,
  shellText,
  permissionText,
  questionText,
  lookText,
  reviewText,
  runByText,
  sandboxText,
  toolQuestion,
]

const TEMPLATES: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ area, rows }) =>
    Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const),
  ),
)

/** A text of a newer program, whose row is not known here, stays English. */
export const inChinese: Localize = text => {
  if (typeof text === 'string') return text
  if (text.zh !== undefined) return text.zh
  const template = TEMPLATES.get(text.id)
  return template === undefined
    ? text.text
    : fill(template, text.values, { localize: inChinese, language: 'zh' })
}
