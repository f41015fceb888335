import { fill } from './area.ts'
import { credentialText } from './credentials.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { accessText } from './model-access.ts'
import { featureText } from './model-features.ts'
import { streamText } from './model-streams.ts'
import { modelText } from './models.ts'
import { openingText } from './opening.ts'
import { providerText } from './providers.ts'
import { recordingText } from './recordings.ts'
import { remoteText } from './remote.ts'
import { resumingText } from './resuming.ts'
import { serveText } from './serve.ts'
import { sessionText } from './sessions.ts'
import { settingsText } from './settings.ts'
import { settingsWriteText } from './settings-writes.ts'
import { storedFileText } from './stored-files.ts'
import { telemetryText } from './telemetry.ts'

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}[] = [
  layoutText,
  modelText,
  streamText,
  accessText,
  featureText,
  providerText,
  credentialText,
  recordingText,
  openingText,
  sessionText,
  resumingText,
  telemetryText,
  settingsText,
  settingsWriteText,
  storedFileText,
  serveText,
  remoteText,
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
